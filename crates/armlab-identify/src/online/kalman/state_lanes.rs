//! Scratch memory of a tree's recursions for many states at once, and how states that stand
//! one after another are put side by side in lanes.

use super::inertial_map::{InertialMap, Room};
use crate::Model;
use armlab_engine::dynamics::DIRECTIONS;
use armlab_engine::dynamics::inverse::{Coordinate, Node, inverse};
use armlab_engine::dynamics::mass_matrix::{mass_matrix, mass_matrix_at};
use armlab_engine::linear::ldlt;
use armlab_engine::robot::{Freedom, Parameters, Robot, Tree};
use armlab_engine::spatial::{
    Batch, Dual, Family, InstructionSet, Lanes, MOST_LANES, Mat3, Moments, PerInstructionSet,
    Scalar, Times, Transform, Vec3, Wider, vec3,
};

/// A pivot of the mass matrix below this part of its diagonal is no inertia.
const NO_INERTIA: f64 = 1e-6;

/// A tree whose parameters vary, and memory to compute with it.
pub(super) struct VaryingTree<'r> {
    pub(super) robot: &'r Robot,
    pub(super) map: InertialMap,
    /// Joints that an unknown couples by inertia, and the unknown.
    pub(super) couplings: Vec<(usize, usize, usize)>,
    pub(super) room: Room<f64>,
    /// The unknowns whose parameters are in `room`.
    filled: Vec<f64>,
    pub(super) scratch: PerInstructionSet<ScratchFamily>,
}

impl<'r> VaryingTree<'r> {
    /// `couplings` are in numbers of the friction's values.
    pub(super) fn new(model: &Model<'r>, couplings: &[(usize, usize, usize)]) -> Self {
        let (robot, base) = (model.robot(), model.base().len());
        let map = InertialMap::of(robot, model.base());
        let room = map.room();
        Self {
            robot,
            map,
            couplings: couplings.iter().map(|&(i, j, k)| (i, j, base + k)).collect(),
            room,
            filled: vec![f64::NAN; model.unknowns()],
            scratch: PerInstructionSet::default(),
        }
    }
    /// The same tree with memory of its own, for another thread.
    pub(super) fn again(&self) -> Self {
        let (map, couplings) = (self.map.clone(), self.couplings.clone());
        let (room, scratch) = (map.room(), PerInstructionSet::default());
        let filled = vec![f64::NAN; self.filled.len()];
        Self { robot: self.robot, map, couplings, room, filled, scratch }
    }
    /// Puts the parameters of these unknowns into `room`: of one state they are asked for by the
    /// mass matrix, by the slopes and, where they are tried, by the pivots.
    pub(super) fn fill(&mut self, unknowns: &[f64]) {
        if self.filled != unknowns {
            self.map.fill(unknowns, &mut self.room);
            self.filled.copy_from_slice(unknowns);
        }
    }
}

/// Scratch of the recursions in one scalar.
pub(super) struct Memory<S: Scalar> {
    pub(super) state: Vec<Coordinate<S>>,
    pub(super) q: Vec<S>,
    pub(super) unknowns: Vec<S>,
    /// A state as it stands in memory: positions, speeds, unknowns.
    pub(super) whole: Vec<S>,
    pub(super) effort: Vec<S>,
    pub(super) rhs: Vec<S>,
    /// Positions and speeds at the end of a step, as far as they are known.
    pub(super) sum: Vec<S>,
    /// One state, and efforts of all, where they are computed one by one.
    pub(super) one: Vec<f64>,
    pub(super) efforts: Vec<f64>,
    pub(super) mass: Vec<S>,
    pub(super) nodes: Vec<Node<S>>,
    pub(super) poses: Vec<Transform<S>>,
    pub(super) composites: Vec<Moments<S>>,
}

impl<S: Scalar> Default for Memory<S> {
    fn default() -> Self {
        Self {
            state: Vec::new(),
            q: Vec::new(),
            unknowns: Vec::new(),
            whole: Vec::new(),
            effort: Vec::new(),
            rhs: Vec::new(),
            sum: Vec::new(),
            one: Vec::new(),
            efforts: Vec::new(),
            mass: Vec::new(),
            nodes: Vec::new(),
            poses: Vec::new(),
            composites: Vec::new(),
        }
    }
}

impl<S: Scalar> Memory<S> {
    #[inline(always)]
    pub(super) fn fit(&mut self, tree: &Tree, unknowns: usize) {
        if self.nodes.len() != tree.bodies.len() || self.unknowns.len() != unknowns {
            self.grow(tree, unknowns);
        }
    }
    #[cold]
    #[inline(never)]
    fn grow(&mut self, tree: &Tree, unknowns: usize) {
        let (n, bodies) = (tree.dofs, tree.bodies.len());
        self.state = vec![Coordinate::default(); n];
        self.q = vec![S::zero(); n];
        self.unknowns = vec![S::zero(); unknowns];
        self.whole = vec![S::zero(); 2 * n + unknowns];
        self.effort = vec![S::zero(); n];
        self.rhs = vec![S::zero(); n];
        self.sum = vec![S::zero(); 2 * n];
        self.one = Vec::with_capacity(3 * n + unknowns);
        self.efforts = vec![0.0; MOST_LANES * n];
        self.mass = vec![S::zero(); n * n];
        self.nodes = vec![Node::default(); bodies];
        self.poses = vec![Transform::identity(); bodies];
        self.composites = vec![Moments::default(); bodies];
    }
    /// Efforts of the motion in `state`, into `effort`.
    #[inline(always)]
    pub(super) fn find_effort<P: Copy>(&mut self, tree: &Tree, parameters: &Parameters<P>)
    where
        S: Times<P>,
    {
        inverse(tree, parameters, &mut self.nodes, &self.state, None, &mut self.effort);
    }
    /// The same where [`find_effort`](Self::find_effort) has left the poses.
    #[inline(always)]
    pub(super) fn find_mass_there<P: Copy>(
        &mut self,
        tree: &Tree,
        parameters: &Parameters<P>,
        couplings: &[(usize, usize, usize)],
    ) where
        S: Times<P>,
    {
        for b in 0..tree.bodies.len() {
            let (body, node) = (&tree.bodies[b], &self.nodes[b]);
            let translation = match body.freedom {
                Freedom::Slide => node.translation,
                _ => Vec3::constant(body.origin.translation),
            };
            self.poses[b] = Transform { rotation: node.rotation, translation };
        }
        mass_matrix_at(tree, parameters, &self.poses, &mut self.composites, &mut self.mass);
        self.add_couplings(tree.dofs, couplings);
    }
    /// Mass matrix at `q` and `unknowns`, couplings included, into `mass`.
    #[inline(always)]
    pub(super) fn find_mass<P: Copy>(
        &mut self,
        tree: &Tree,
        parameters: &Parameters<P>,
        couplings: &[(usize, usize, usize)],
    ) where
        S: Times<P>,
    {
        let (poses, composites) = (&mut self.poses, &mut self.composites);
        mass_matrix(tree, parameters, &self.q, poses, composites, &mut self.mass);
        self.add_couplings(tree.dofs, couplings);
    }
    /// Factors `mass` and clears the flags of lanes in which it is not positive definite.
    #[inline(always)]
    pub(super) fn and_positive(&mut self, n: usize, positive: &mut [bool; MOST_LANES])
    where
        S: Batch,
    {
        for i in 0..n {
            self.rhs[i] = self.mass[i * n + i];
        }
        ldlt::factor(&mut self.mass, n);
        for i in 0..n {
            let (inverse, own) = (self.mass[i * n + i], self.rhs[i]);
            for l in 0..S::LANES {
                let (inverse, own) = (inverse.lanes()[l], own.lanes()[l]);
                // 1/d > 0 and d > part of the diagonal, false on NaN.
                let inertia = (inverse > 0.0) & (own > 0.0) & (inverse * own * NO_INERTIA < 1.0);
                positive[l] &= inertia;
            }
        }
    }
    #[inline(always)]
    pub(super) fn add_couplings(&mut self, n: usize, couplings: &[(usize, usize, usize)]) {
        for c in 0..couplings.len() {
            let (i, j, k) = couplings[c];
            self.mass[i * n + j] += self.unknowns[k];
            self.mass[j * n + i] += self.unknowns[k];
        }
    }
}

/// One state.
pub(super) type Single<A> = Lanes<1, A>;
/// One state with its slopes along several directions.
pub(super) type Sloped<A> = Dual<DIRECTIONS, Wider<A>>;

/// The motion of a body whose slopes are known, without them.
#[inline(always)]
pub(super) fn value_of<A: InstructionSet>(node: &Node<Sloped<A>>) -> Node<Single<A>> {
    Node {
        rotation: values(&node.rotation),
        translation: value(node.translation),
        omega: value(node.omega),
        alpha: value(node.alpha),
        acceleration: value(node.acceleration),
        gradient: values(&node.gradient),
        ..Node::default()
    }
}

#[inline(always)]
fn value<A: InstructionSet>(v: Vec3<Sloped<A>>) -> Vec3<Single<A>> {
    vec3(Lanes::new([v.x.re]), Lanes::new([v.y.re]), Lanes::new([v.z.re]))
}

#[inline(always)]
fn values<A: InstructionSet>(m: &Mat3<Sloped<A>>) -> Mat3<Single<A>> {
    Mat3 { c: [value(m.c[0]), value(m.c[1]), value(m.c[2])] }
}

/// Scratch in the scalars that one instruction set computes with.
pub(super) struct Scratch<A: InstructionSet> {
    pub(super) single: Memory<Single<A>>,
    pub(super) batch: Memory<A::Batch>,
    pub(super) room: Option<Room<A::Batch>>,
    /// Poses of all bodies in their parents at fixed poses of the arm, one after another.
    pub(super) fixed: Vec<Transform<f64>>,
    pub(super) sloped: Memory<Sloped<A>>,
}

impl<A: InstructionSet> Default for Scratch<A> {
    fn default() -> Self {
        Self {
            single: Memory::default(),
            batch: Memory::default(),
            room: None,
            fixed: Vec::new(),
            sloped: Memory::default(),
        }
    }
}

pub(super) struct ScratchFamily;

impl Family for ScratchFamily {
    type In<A: InstructionSet> = Scratch<A>;
}

/// Where the states of a group of lanes begin, the last repeated where there are
/// fewer.
#[inline(always)]
pub(super) fn group(first: usize, count: usize, width: usize) -> [usize; MOST_LANES] {
    let mut starts = [0; MOST_LANES];
    for l in 0..MOST_LANES {
        let state = if first + l < count { first + l } else { count - 1 };
        starts[l] = state * width;
    }
    starts
}

/// Numbers `from..from + to.len()` of the states of a group, eight at a time.
#[inline(always)]
pub(super) fn gather<S: Batch>(
    states: &[f64],
    starts: &[usize; MOST_LANES],
    from: usize,
    to: &mut [S],
) {
    let mut done = 0;
    while done < to.len() {
        let mut rows = [[0.0; 8]; MOST_LANES];
        for l in 0..S::LANES {
            let state = &states[starts[l] + from + done..];
            match state.first_chunk::<8>() {
                Some(eight) => rows[l] = *eight,
                // At the end of the states; what is missing is not asked for.
                None => rows[l][..state.len()].copy_from_slice(state),
            }
        }
        let numbers = S::from_rows(&rows);
        let left = to.len() - done;
        for i in 0..8 {
            if i < left {
                to[done + i] = numbers[i];
            }
        }
        done += 8;
    }
}
