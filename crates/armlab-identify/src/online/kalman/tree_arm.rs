//! Steps of a tree for many states at once, each with parameters of its own, and the exact slopes
//! of accelerations for one state.
//!
//! ```text
//! q̈ = M(β)⁻¹ (τ − f − h(β))      ∂q̈/∂(q, q̇) = −M⁻¹ ∂τ/∂(q, q̇)      ∂q̈/∂β = −M⁻¹ Y_base
//! ```
//!
//! States side by side in lanes, as elsewhere samples are; slopes of `τ` by dual
//! numbers.

use super::base_columns::BaseColumns;
use super::friction_effort::FrictionEffort;
use super::settings::Integration;
use super::state_lanes::{Memory, Single, VaryingTree, gather, group, value_of};
use super::tree_pivots::{Pivots, PivotsOfMany};
use crate::Model;
use armlab_engine::dynamics::DIRECTIONS;
use armlab_engine::dynamics::inverse::Coordinate;
use armlab_engine::dynamics::regressor::regressor;
use armlab_engine::linear::ldlt;
use armlab_engine::robot::Tree;
use armlab_engine::spatial::{
    Batch, Dual, InstructionSet, Instructions, Kernel, MOST_LANES, Scalar, Times, dispatch,
};
use rayon::prelude::*;

/// States that one task handles where there are many.
const TOGETHER: usize = 256;

/// A tree whose parameters vary.
pub(super) struct TreeArm<'r> {
    tree: VaryingTree<'r>,
    /// The same for tasks that run side by side, once there are states enough.
    others: Vec<VaryingTree<'r>>,
    base: BaseColumns,
}

impl<'r> TreeArm<'r> {
    /// `couplings` are in numbers of the friction's values.
    pub(super) fn new(model: &Model<'r>, couplings: &[(usize, usize, usize)]) -> Self {
        let tree = VaryingTree::new(model, couplings);
        Self { tree, others: Vec::new(), base: BaseColumns::of(model) }
    }

    /// Advances states `(q, q̇, unknowns)` of `width` numbers each by `dt` under efforts `u`.
    pub(super) fn advance(
        &mut self,
        states: &mut [f64],
        width: usize,
        u: &[f64],
        dt: f64,
        integration: Integration,
        friction: &FrictionEffort,
    ) {
        let advance = |arm: &mut VaryingTree<'r>, states: &mut [f64]| {
            dispatch(Advance { arm, states, width, u, dt, integration, friction });
        };
        let tasks = self.tasks(states.len() / width);
        if tasks < 2 {
            return advance(&mut self.tree, states);
        }
        let blocks = states.par_chunks_mut(TOGETHER * width);
        self.others[..tasks]
            .par_iter_mut()
            .zip(blocks)
            .for_each(|(arm, block)| advance(arm, block));
    }

    /// In how many tasks so many states are handled, for each of which there is a tree.
    fn tasks(&mut self, states: usize) -> usize {
        let tasks = states.div_ceil(TOGETHER);
        while tasks > 1 && self.others.len() < tasks {
            self.others.push(self.tree.again());
        }
        tasks
    }

    /// Mass matrix of one state, row after row, and the efforts of its motion
    /// without acceleration.
    pub(super) fn mass_and_bias(&mut self, x: &[f64], mass: &mut [f64], bias: &mut [f64]) {
        self.tree.fill(&x[2 * self.tree.robot.dofs()..]);
        dispatch(MassAndBias { arm: &mut self.tree, x, mass, bias });
    }

    /// First of the poses, one after another, at which the mass matrix of these
    /// unknowns is not positive definite.
    pub(super) fn impossible_pose(&mut self, unknowns: &[f64], poses: &[f64]) -> Option<usize> {
        self.tree.fill(unknowns);
        dispatch(Pivots { arm: &mut self.tree, unknowns, poses })
    }

    /// Whether the mass matrices of states of `width` numbers are positive definite, where the
    /// states are and at fixed poses, which are the same in every call.
    pub(super) fn possible_each(
        &mut self,
        states: &[f64],
        width: usize,
        poses: &[f64],
        out: &mut [bool],
    ) {
        let tasks = self.tasks(out.len());
        if tasks < 2 {
            return dispatch(PivotsOfMany { arm: &mut self.tree, states, width, poses, out });
        }
        let blocks = states.par_chunks(TOGETHER * width).zip(out.par_chunks_mut(TOGETHER));
        self.others[..tasks].par_iter_mut().zip(blocks).for_each(|(arm, (states, out))| {
            dispatch(PivotsOfMany { arm, states, width, poses, out });
        });
    }

    /// Slopes of the efforts of a motion, without friction, by position and speed
    /// and by base parameters, into rows of `width` numbers: `(q, q̇, base, …)`.
    pub(super) fn effort_slopes(&mut self, x: &[f64], qdd: &[f64], width: usize, out: &mut [f64]) {
        let n = self.tree.robot.dofs();
        self.tree.fill(&x[2 * n..]);
        for first in (0..2 * n).step_by(DIRECTIONS) {
            let (arm, base) = (&mut self.tree, &mut self.base);
            dispatch(Slopes { arm, base, x, qdd, first, width, out });
        }
        self.base.write(out);
    }
}

/// Stages of a step: how far from its start the next one lies, and the weight of its rates.
const EULER: [(f64, f64); 1] = [(1.0, 1.0)];
const RUNGE_KUTTA: [(f64, f64); 4] =
    [(0.5, 1.0 / 6.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 3.0), (1.0, 1.0 / 6.0)];

/// A step of many states, which stay in their lanes from its start to its end.
struct Advance<'a, 'r> {
    arm: &'a mut VaryingTree<'r>,
    states: &'a mut [f64],
    width: usize,
    u: &'a [f64],
    dt: f64,
    integration: Integration,
    friction: &'a FrictionEffort,
}

impl Kernel for Advance<'_, '_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
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
        let stages = match self.integration {
            Integration::Euler => &EULER[..],
            Integration::RungeKutta => &RUNGE_KUTTA[..],
        };
        let count = self.states.len() / width;
        let mut first = 0;
        while first < count {
            let starts = group(first, count, width);
            gather(self.states, &starts, 0, &mut m.whole);
            for k in 0..m.unknowns.len() {
                m.unknowns[k] = m.whole[2 * n + k];
            }
            arm.map.fill(&m.unknowns, room);
            for i in 0..n {
                let (q, qd) = (m.whole[i], m.whole[n + i]);
                m.state[i] = Coordinate { q, qd, qdd: A::Batch::zero() };
            }
            for i in 0..2 * n {
                m.sum[i] = m.whole[i];
            }
            for s in 0..stages.len() {
                for i in 0..n {
                    m.rhs[i] = A::Batch::constant(self.u[i]);
                }
                if !self.friction.is_empty() {
                    subtract_friction(self.friction, tree, m);
                }
                m.find_effort(tree, &room.parameters);
                for i in 0..n {
                    m.rhs[i] -= m.effort[i];
                }
                m.find_mass_there(tree, &room.parameters, &arm.couplings);
                ldlt::factor(&mut m.mass, n);
                ldlt::solve(&m.mass, n, &mut m.rhs);
                let (step, weight) = (self.dt * stages[s].0, self.dt * stages[s].1);
                for i in 0..n {
                    let rate = m.state[i].qd;
                    m.sum[i] = rate.times_add(weight, m.sum[i]);
                    m.sum[n + i] = m.rhs[i].times_add(weight, m.sum[n + i]);
                    m.state[i].q = rate.times_add(step, m.whole[i]);
                    m.state[i].qd = m.rhs[i].times_add(step, m.whole[n + i]);
                }
            }
            let used = A::Batch::LANES.min(count - first);
            for i in 0..2 * n {
                let lanes = m.sum[i].lanes();
                for l in 0..used {
                    self.states[starts[l] + i] = lanes[l];
                }
            }
            first += A::Batch::LANES;
        }
    }
}

/// Takes friction from the efforts in `rhs`, state by state.
#[inline(never)]
fn subtract_friction<S: Batch>(friction: &FrictionEffort, tree: &Tree, m: &mut Memory<S>) {
    let n = tree.dofs;
    let base = m.unknowns.len() - friction.len();
    m.one.resize(3 * n + friction.len(), 0.0);
    for l in 0..S::LANES {
        let (q, rest) = m.one.split_at_mut(n);
        let (qd, rest) = rest.split_at_mut(n);
        let (effort, values) = rest.split_at_mut(n);
        for i in 0..n {
            q[i] = m.state[i].q.lanes()[l];
            qd[i] = m.state[i].qd.lanes()[l];
            effort[i] = m.rhs[i].lanes()[l];
        }
        for (k, value) in values.iter_mut().enumerate() {
            *value = m.unknowns[base + k].lanes()[l];
        }
        friction.subtract(q, qd, values, effort);
        for i in 0..n {
            m.efforts[l * n + i] = effort[i];
        }
    }
    for i in 0..n {
        let mut lanes = [0.0; MOST_LANES];
        for l in 0..S::LANES {
            lanes[l] = m.efforts[l * n + i];
        }
        m.rhs[i] = S::load(&lanes[..S::LANES]);
    }
}

struct MassAndBias<'a, 'r> {
    arm: &'a mut VaryingTree<'r>,
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
        m.find_effort(tree, &arm.room.parameters);
        m.find_mass_there(tree, &arm.room.parameters, &arm.couplings);
        for i in 0..n {
            self.bias[i] = m.effort[i].v[0];
        }
        for i in 0..n * n {
            self.mass[i] = m.mass[i].v[0];
        }
    }
}

/// Slopes of the efforts along [`DIRECTIONS`] of `(q, q̇)` from `first` on and, once, the
/// regressor.
struct Slopes<'a, 'r> {
    arm: &'a mut VaryingTree<'r>,
    base: &'a mut BaseColumns,
    x: &'a [f64],
    qdd: &'a [f64],
    first: usize,
    width: usize,
    out: &'a mut [f64],
}

impl Kernel for Slopes<'_, '_> {
    type Output = ();
    // The slopes of a number are a register.
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let arm = self.arm;
        let tree = arm.robot.tree();
        let n = tree.dofs;
        let scratch = A::of(&mut arm.scratch);
        let m = &mut scratch.sloped;
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
            let row = &mut self.out[j * self.width + self.first..];
            let used = DIRECTIONS.min(2 * n - self.first);
            row[..used].copy_from_slice(&m.effort[j].eps[..used]);
        }
        if self.first > 0 {
            return;
        }
        // The motion of the bodies is that of the slopes' values.
        let values = &mut scratch.single;
        values.fit(tree, self.x.len() - 2 * n);
        for i in 0..n {
            values.state[i].qdd = Single::<A>::constant(self.qdd[i]);
        }
        for b in 0..tree.bodies.len() {
            values.nodes[b] = value_of(&m.nodes[b]);
        }
        regressor(tree, &values.nodes, &mut values.poses, &values.state, self.base);
    }
}
