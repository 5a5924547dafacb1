//! Unknowns with which a tree could exist: those whose mass matrix is positive definite.

use super::state_lanes::{Single, VaryingTree, gather, group};
use armlab_engine::dynamics::mass_matrix::mass_matrix_at;
use armlab_engine::robot::{Body, Freedom, Tree};
use armlab_engine::spatial::{
    Batch, InstructionSet, Instructions, Kernel, MOST_LANES, Mat3, Scalar, Transform, Vec3, vec3,
};

/// First pose at which the mass matrix of some unknowns, whose parameters have been filled in,
/// is not positive definite.
pub(super) struct Pivots<'a, 'r> {
    pub(super) arm: &'a mut VaryingTree<'r>,
    pub(super) unknowns: &'a [f64],
    pub(super) poses: &'a [f64],
}

impl Kernel for Pivots<'_, '_> {
    type Output = Option<usize>;
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) -> Option<usize> {
        let arm = self.arm;
        let tree = arm.robot.tree();
        let n = tree.dofs;
        let m = &mut A::of(&mut arm.scratch).batch;
        m.fit(tree, self.unknowns.len());
        for k in 0..m.unknowns.len() {
            m.unknowns[k] = Scalar::constant(self.unknowns[k]);
        }
        let count = self.poses.len() / n;
        let mut first = 0;
        while first < count {
            let starts = group(first, count, n);
            gather(self.poses, &starts, 0, &mut m.q);
            m.find_mass(tree, &arm.room.parameters, &arm.couplings);
            let mut positive = [true; MOST_LANES];
            m.and_positive(n, &mut positive);
            for l in 0..A::Batch::LANES {
                if first + l < count && !positive[l] {
                    return Some(first + l);
                }
            }
            first += A::Batch::LANES;
        }
        None
    }
}

/// Whether the mass matrices of states are positive definite, at their own and at fixed poses.
pub(super) struct PivotsOfMany<'a, 'r> {
    pub(super) arm: &'a mut VaryingTree<'r>,
    pub(super) states: &'a [f64],
    pub(super) width: usize,
    pub(super) poses: &'a [f64],
    pub(super) out: &'a mut [bool],
}

impl Kernel for PivotsOfMany<'_, '_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (arm, width) = (self.arm, self.width);
        let tree = arm.robot.tree();
        let (n, bodies) = (tree.dofs, tree.bodies.len());
        let scratch = A::of(&mut arm.scratch);
        let m = &mut scratch.batch;
        m.fit(tree, width - 2 * n);
        if scratch.room.is_none() {
            scratch.room = Some(arm.map.room());
        }
        let Some(room) = &mut scratch.room else { return };
        let places = self.poses.len() / n;
        if scratch.fixed.len() != places * bodies {
            scratch.fixed = fixed_poses::<Single<A>>(tree, self.poses);
        }
        let count = self.out.len();
        let mut first = 0;
        while first < count {
            let starts = group(first, count, width);
            gather(self.states, &starts, 0, &mut m.whole);
            for i in 0..n {
                m.q[i] = m.whole[i];
            }
            for k in 0..m.unknowns.len() {
                m.unknowns[k] = m.whole[2 * n + k];
            }
            arm.map.fill(&m.unknowns, room);
            let mut positive = [true; MOST_LANES];
            m.find_mass(tree, &room.parameters, &arm.couplings);
            m.and_positive(n, &mut positive);
            for place in 0..places {
                for b in 0..bodies {
                    m.poses[b] = Transform::constant(&scratch.fixed[place * bodies + b]);
                }
                let parameters = &room.parameters;
                mass_matrix_at(tree, parameters, &m.poses, &mut m.composites, &mut m.mass);
                m.add_couplings(n, &arm.couplings);
                m.and_positive(n, &mut positive);
            }
            for l in 0..A::Batch::LANES {
                if first + l < count {
                    self.out[first + l] = positive[l];
                }
            }
            first += A::Batch::LANES;
        }
    }
}

/// Poses of all bodies in their parents at poses of an arm, as one lane computes them.
#[cold]
#[inline(never)]
fn fixed_poses<S: Batch>(tree: &Tree, poses: &[f64]) -> Vec<Transform<f64>> {
    let at = |q: &[f64], body: &Body| match body.freedom {
        Freedom::None => body.origin,
        _ => lane_of(&body.pose(S::constant(q[body.dof]))),
    };
    poses.chunks_exact(tree.dofs).flat_map(|q| tree.bodies.iter().map(move |b| at(q, b))).collect()
}

fn lane_of<S: Batch>(pose: &Transform<S>) -> Transform<f64> {
    let number = |x: &S| x.lanes()[0];
    let vector = |v: &Vec3<S>| vec3(number(&v.x), number(&v.y), number(&v.z));
    let [a, b, c] = &pose.rotation.c;
    Transform {
        rotation: Mat3 { c: [vector(a), vector(b), vector(c)] },
        translation: vector(&pose.translation),
    }
}
