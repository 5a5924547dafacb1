//! Accelerations of a tree for many states at once, each with parameters of its
//! own, and their exact slopes for one state.
//!
//! ```text
//! q̈ = M(β)⁻¹ (τ − f − h(β))      ∂q̈/∂(q, q̇) = −M⁻¹ ∂τ/∂(q, q̇)      ∂q̈/∂β = −M⁻¹ Y_base
//! ```
//!
//! States side by side in lanes, as elsewhere samples are; slopes of `τ` by dual
//! numbers.

use super::inertial_map::{InertialMap, Room};
use crate::Model;
use armlab_engine::dynamics::inverse::{Coordinate, Node, inverse};
use armlab_engine::dynamics::mass_matrix::mass_matrix;
use armlab_engine::dynamics::{DIRECTIONS, Dynamics};
use armlab_engine::linear::ldlt;
use armlab_engine::robot::{Parameters, Robot, Tree};
use armlab_engine::spatial::{
    Batch, Dual, Family, InstructionSet, Kernel, Lanes, Moments, PerInstructionSet, Scalar, Times,
    Transform, Wide, dispatch,
};

/// Lanes of the widest instruction set.
const MOST_LANES: usize = 8;
/// A pivot of the mass matrix below this part of its diagonal is no inertia.
const NO_INERTIA: f64 = 1e-6;

/// A tree whose parameters vary.
pub(super) struct TreeArm<'r> {
    robot: &'r Robot,
    map: InertialMap,
    /// Joints that an unknown couples by inertia, and the unknown.
    couplings: Vec<(usize, usize, usize)>,
    regressor: Dynamics<'r>,
    columns: Vec<Vec<(usize, f64)>>,
    full: Vec<f64>,
    room: Room<f64>,
    scratch: PerInstructionSet<ScratchFamily>,
}

impl<'r> TreeArm<'r> {
    /// `couplings` are in numbers of the friction's values.
    pub(super) fn new(model: &Model<'r>, couplings: &[(usize, usize, usize)]) -> Self {
        let robot = model.robot();
        let base = model.base().len();
        let map = InertialMap::of(robot, model.base());
        let room = map.room();
        Self {
            robot,
            map,
            couplings: couplings.iter().map(|&(i, j, k)| (i, j, base + k)).collect(),
            regressor: Dynamics::new(robot),
            columns: model.base().columns(),
            full: vec![0.0; robot.dofs() * robot.parameter_count()],
            room,
            scratch: PerInstructionSet::default(),
        }
    }

    /// Accelerations of states `(q, q̇, unknowns)` of `width` numbers each, under
    /// efforts from which friction has been taken.
    pub(super) fn accelerate(
        &mut self,
        states: &[f64],
        width: usize,
        net: &[f64],
        out: &mut [f64],
    ) {
        dispatch(Accelerate { arm: self, states, width, net, out });
    }

    /// Mass matrix of one state, row after row, and the efforts of its motion
    /// without acceleration.
    pub(super) fn mass_and_bias(&mut self, x: &[f64], mass: &mut [f64], bias: &mut [f64]) {
        dispatch(MassAndBias { arm: self, x, mass, bias });
    }

    /// First of the poses, one after another, at which the mass matrix of these
    /// unknowns is not positive definite.
    pub(super) fn impossible_pose(&mut self, unknowns: &[f64], poses: &[f64]) -> Option<usize> {
        dispatch(Pivots { arm: self, unknowns, poses })
    }

    /// Slopes of the efforts of a motion, without friction, by position and speed
    /// and by base parameters, into rows of `width` numbers: `(q, q̇, base, …)`.
    pub(super) fn effort_slopes(&mut self, x: &[f64], qdd: &[f64], width: usize, out: &mut [f64]) {
        let n = self.robot.dofs();
        self.map.fill(&x[2 * n..], &mut self.room);
        for first in (0..2 * n).step_by(DIRECTIONS) {
            dispatch(Slopes { arm: self, x, qdd, first, width, out });
        }
        self.regressor.regressor(&x[..n], &x[n..2 * n], qdd, &mut self.full);
        let all = self.robot.parameter_count();
        for j in 0..n {
            let row = &self.full[j * all..(j + 1) * all];
            for (k, terms) in self.columns.iter().enumerate() {
                let entry: f64 = terms.iter().map(|&(i, factor)| factor * row[i]).sum();
                out[j * width + 2 * n + k] = entry;
            }
        }
    }
}

/// Scratch of the recursions in one scalar.
struct Memory<S: Scalar> {
    state: Vec<Coordinate<S>>,
    q: Vec<S>,
    unknowns: Vec<S>,
    effort: Vec<S>,
    rhs: Vec<S>,
    mass: Vec<S>,
    nodes: Vec<Node<S>>,
    poses: Vec<Transform<S>>,
    composites: Vec<Moments<S>>,
}

impl<S: Scalar> Default for Memory<S> {
    fn default() -> Self {
        Self {
            state: Vec::new(),
            q: Vec::new(),
            unknowns: Vec::new(),
            effort: Vec::new(),
            rhs: Vec::new(),
            mass: Vec::new(),
            nodes: Vec::new(),
            poses: Vec::new(),
            composites: Vec::new(),
        }
    }
}

impl<S: Scalar> Memory<S> {
    #[inline(always)]
    fn fit(&mut self, tree: &Tree, unknowns: usize) {
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
        self.effort = vec![S::zero(); n];
        self.rhs = vec![S::zero(); n];
        self.mass = vec![S::zero(); n * n];
        self.nodes = vec![Node::default(); bodies];
        self.poses = vec![Transform::identity(); bodies];
        self.composites = vec![Moments::default(); bodies];
    }
    /// Efforts of the motion in `state`, into `effort`.
    #[inline(always)]
    fn find_effort<P: Copy>(&mut self, tree: &Tree, parameters: &Parameters<P>)
    where
        S: Times<P>,
    {
        inverse(tree, parameters, &mut self.nodes, &self.state, None, &mut self.effort);
    }
    /// Mass matrix at `q` and `unknowns`, couplings included, into `mass`.
    #[inline(always)]
    fn find_mass<P: Copy>(
        &mut self,
        tree: &Tree,
        parameters: &Parameters<P>,
        couplings: &[(usize, usize, usize)],
    ) where
        S: Times<P>,
    {
        let n = tree.dofs;
        let (poses, composites) = (&mut self.poses, &mut self.composites);
        mass_matrix(tree, parameters, &self.q, poses, composites, &mut self.mass);
        for c in 0..couplings.len() {
            let (i, j, k) = couplings[c];
            self.mass[i * n + j] += self.unknowns[k];
            self.mass[j * n + i] += self.unknowns[k];
        }
    }
}

/// One state.
type Single<A> = Lanes<1, A>;
/// One state with its slopes along several directions.
type Sloped<A> = Dual<DIRECTIONS, Wide<A>>;

/// Scratch in the scalars that one instruction set computes with.
struct Scratch<A: InstructionSet> {
    single: Memory<Single<A>>,
    batch: Memory<A::Batch>,
    room: Option<Room<A::Batch>>,
    sloped: Memory<Sloped<A>>,
}

impl<A: InstructionSet> Default for Scratch<A> {
    fn default() -> Self {
        Self {
            single: Memory::default(),
            batch: Memory::default(),
            room: None,
            sloped: Memory::default(),
        }
    }
}

struct ScratchFamily;

impl Family for ScratchFamily {
    type In<A: InstructionSet> = Scratch<A>;
}

/// Where the states of a group of lanes begin, the last repeated where there are
/// fewer.
#[inline(always)]
fn group(first: usize, count: usize, width: usize) -> [usize; MOST_LANES] {
    let mut starts = [0; MOST_LANES];
    for l in 0..MOST_LANES {
        let state = if first + l < count { first + l } else { count - 1 };
        starts[l] = state * width;
    }
    starts
}

/// Number `i` of the states of a group.
#[inline(always)]
fn gather<S: Batch>(states: &[f64], starts: &[usize; MOST_LANES], i: usize) -> S {
    let mut lanes = [0.0; MOST_LANES];
    for l in 0..S::LANES {
        lanes[l] = states[starts[l] + i];
    }
    S::load(&lanes[..S::LANES])
}

struct Accelerate<'a, 'r> {
    arm: &'a mut TreeArm<'r>,
    states: &'a [f64],
    width: usize,
    net: &'a [f64],
    out: &'a mut [f64],
}

impl Kernel for Accelerate<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (arm, width) = (self.arm, self.width);
        let tree = arm.robot.tree();
        let n = tree.dofs;
        let scratch = A::of(&mut arm.scratch);
        let m = &mut scratch.batch;
        m.fit(tree, width - 2 * n);
        if scratch.room.is_none() {
            scratch.room = Some(arm.map.room());
        }
        let Some(room) = &mut scratch.room else { return };
        let count = self.out.len() / n;
        let mut first = 0;
        while first < count {
            let (starts, efforts) = (group(first, count, width), group(first, count, n));
            for i in 0..n {
                m.q[i] = gather(self.states, &starts, i);
                let qd = gather(self.states, &starts, n + i);
                m.state[i] = Coordinate { q: m.q[i], qd, qdd: A::Batch::zero() };
                m.rhs[i] = gather(self.net, &efforts, i);
            }
            for k in 0..m.unknowns.len() {
                m.unknowns[k] = gather(self.states, &starts, 2 * n + k);
            }
            arm.map.fill(&m.unknowns, room);
            m.find_effort(tree, &room.parameters);
            for i in 0..n {
                m.rhs[i] -= m.effort[i];
            }
            m.find_mass(tree, &room.parameters, &arm.couplings);
            ldlt::factor(&mut m.mass, n);
            ldlt::solve(&m.mass, n, &mut m.rhs);
            for l in 0..A::Batch::LANES {
                if first + l < count {
                    for i in 0..n {
                        self.out[(first + l) * n + i] = m.rhs[i].lanes()[l];
                    }
                }
            }
            first += A::Batch::LANES;
        }
    }
}

struct MassAndBias<'a, 'r> {
    arm: &'a mut TreeArm<'r>,
    x: &'a [f64],
    mass: &'a mut [f64],
    bias: &'a mut [f64],
}

impl Kernel for MassAndBias<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let arm = self.arm;
        let tree = arm.robot.tree();
        let n = tree.dofs;
        let m = &mut A::of(&mut arm.scratch).single;
        m.fit(tree, self.x.len() - 2 * n);
        for i in 0..n {
            m.q[i] = Single::<A>::constant(self.x[i]);
            let qd = Single::<A>::constant(self.x[n + i]);
            m.state[i] = Coordinate { q: m.q[i], qd, qdd: Scalar::zero() };
        }
        for k in 0..m.unknowns.len() {
            m.unknowns[k] = Single::<A>::constant(self.x[2 * n + k]);
        }
        arm.map.fill(&self.x[2 * n..], &mut arm.room);
        m.find_effort(tree, &arm.room.parameters);
        m.find_mass(tree, &arm.room.parameters, &arm.couplings);
        for i in 0..n {
            self.bias[i] = m.effort[i].v[0];
        }
        for i in 0..n * n {
            self.mass[i] = m.mass[i].v[0];
        }
    }
}

struct Pivots<'a, 'r> {
    arm: &'a mut TreeArm<'r>,
    unknowns: &'a [f64],
    poses: &'a [f64],
}

impl Kernel for Pivots<'_, '_> {
    type Output = Option<usize>;
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
        arm.map.fill(self.unknowns, &mut arm.room);
        let count = self.poses.len() / n;
        let mut first = 0;
        while first < count {
            let starts = group(first, count, n);
            for i in 0..n {
                m.q[i] = gather(self.poses, &starts, i);
            }
            m.find_mass(tree, &arm.room.parameters, &arm.couplings);
            for i in 0..n {
                m.rhs[i] = m.mass[i * n + i];
            }
            ldlt::factor(&mut m.mass, n);
            for l in 0..A::Batch::LANES {
                for i in 0..n {
                    let (inverse, own) = (m.mass[i * n + i].lanes()[l], m.rhs[i].lanes()[l]);
                    // 1/d > 0 and d > part of the diagonal, false on NaN.
                    let inertia = inverse > 0.0 && own > 0.0 && inverse * own * NO_INERTIA < 1.0;
                    if first + l < count && !inertia {
                        return Some(first + l);
                    }
                }
            }
            first += A::Batch::LANES;
        }
        None
    }
}

/// Slopes of the efforts along [`DIRECTIONS`] of `(q, q̇)` from `first` on.
struct Slopes<'a, 'r> {
    arm: &'a mut TreeArm<'r>,
    x: &'a [f64],
    qdd: &'a [f64],
    first: usize,
    width: usize,
    out: &'a mut [f64],
}

impl Kernel for Slopes<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let arm = self.arm;
        let tree = arm.robot.tree();
        let n = tree.dofs;
        let m = &mut A::of(&mut arm.scratch).sloped;
        m.fit(tree, 0);
        for i in 0..n {
            // Directions outside the block do not exist, and have no slope.
            m.state[i] = Coordinate {
                q: Dual::variable(self.x[i], i.wrapping_sub(self.first)),
                qd: Dual::variable(self.x[n + i], (n + i).wrapping_sub(self.first)),
                qdd: Dual::constant(self.qdd[i]),
            };
        }
        m.find_effort(tree, &arm.room.parameters);
        for j in 0..n {
            for d in 0..DIRECTIONS {
                if self.first + d < 2 * n {
                    self.out[j * self.width + self.first + d] = m.effort[j].eps[d];
                }
            }
        }
    }
}
