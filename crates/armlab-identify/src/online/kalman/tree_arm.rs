//! Accelerations of a tree for many states at once, each with parameters of its
//! own, and their exact slopes for one state.
//!
//! ```text
//! q̈ = M(β)⁻¹ (τ − f − h(β))      ∂q̈/∂(q, q̇) = −M⁻¹ ∂τ/∂(q, q̇)      ∂q̈/∂β = −M⁻¹ Y_base
//! ```
//!
//! States side by side in lanes, as elsewhere samples are; slopes of `τ` by dual
//! numbers.

use super::state_lanes::{Single, VaryingTree, gather, group};
use super::tree_pivots::{Pivots, PivotsOfMany};
use crate::Model;
use armlab_engine::dynamics::inverse::Coordinate;
use armlab_engine::dynamics::{DIRECTIONS, Dynamics};
use armlab_engine::linear::ldlt;
use armlab_engine::spatial::{Batch, Dual, InstructionSet, Instructions, Kernel, Scalar, dispatch};
use rayon::prelude::*;

/// States that one task handles where there are many.
pub(super) const TOGETHER: usize = 256;

/// A tree whose parameters vary.
pub(super) struct TreeArm<'r> {
    tree: VaryingTree<'r>,
    /// The same for tasks that run side by side, once there are states enough.
    others: Vec<VaryingTree<'r>>,
    regressor: Dynamics<'r>,
    columns: Vec<Vec<(usize, f64)>>,
    full: Vec<f64>,
}

impl<'r> TreeArm<'r> {
    /// `couplings` are in numbers of the friction's values.
    pub(super) fn new(model: &Model<'r>, couplings: &[(usize, usize, usize)]) -> Self {
        let robot = model.robot();
        Self {
            tree: VaryingTree::new(model, couplings),
            others: Vec::new(),
            regressor: Dynamics::new(robot),
            columns: model.base().columns(),
            full: vec![0.0; robot.dofs() * robot.parameter_count()],
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
        let n = self.tree.robot.dofs();
        let tasks = self.tasks(states.len() / width);
        if tasks < 2 {
            return dispatch(Accelerate { arm: &mut self.tree, states, width, net, out });
        }
        let rows = net.par_chunks(TOGETHER * n).zip(out.par_chunks_mut(TOGETHER * n));
        let states = states.par_chunks(TOGETHER * width).zip(rows);
        self.others[..tasks].par_iter_mut().zip(states).for_each(|(arm, (states, (net, out)))| {
            dispatch(Accelerate { arm, states, width, net, out });
        });
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
        dispatch(MassAndBias { arm: &mut self.tree, x, mass, bias });
    }

    /// First of the poses, one after another, at which the mass matrix of these
    /// unknowns is not positive definite.
    pub(super) fn impossible_pose(&mut self, unknowns: &[f64], poses: &[f64]) -> Option<usize> {
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
        let states = states.par_chunks(TOGETHER * width).zip(out.par_chunks_mut(TOGETHER));
        self.others[..tasks].par_iter_mut().zip(states).for_each(|(arm, (states, out))| {
            dispatch(PivotsOfMany { arm, states, width, poses, out });
        });
    }

    /// Slopes of the efforts of a motion, without friction, by position and speed
    /// and by base parameters, into rows of `width` numbers: `(q, q̇, base, …)`.
    pub(super) fn effort_slopes(&mut self, x: &[f64], qdd: &[f64], width: usize, out: &mut [f64]) {
        let n = self.tree.robot.dofs();
        self.tree.map.fill(&x[2 * n..], &mut self.tree.room);
        for first in (0..2 * n).step_by(DIRECTIONS) {
            dispatch(Slopes { arm: &mut self.tree, x, qdd, first, width, out });
        }
        self.regressor.regressor(&x[..n], &x[n..2 * n], qdd, &mut self.full);
        let all = self.tree.robot.parameter_count();
        for j in 0..n {
            let row = &self.full[j * all..(j + 1) * all];
            for (k, terms) in self.columns.iter().enumerate() {
                let entry: f64 = terms.iter().map(|&(i, factor)| factor * row[i]).sum();
                out[j * width + 2 * n + k] = entry;
            }
        }
    }
}

struct Accelerate<'a, 'r> {
    arm: &'a mut VaryingTree<'r>,
    states: &'a [f64],
    width: usize,
    net: &'a [f64],
    out: &'a mut [f64],
}

impl Kernel for Accelerate<'_, '_> {
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
        let count = self.out.len() / n;
        let mut first = 0;
        while first < count {
            let (starts, efforts) = (group(first, count, width), group(first, count, n));
            gather(self.states, &starts, 0, &mut m.whole);
            gather(self.net, &efforts, 0, &mut m.rhs);
            for i in 0..n {
                let (q, qd) = (m.whole[i], m.whole[n + i]);
                m.q[i] = q;
                m.state[i] = Coordinate { q, qd, qdd: A::Batch::zero() };
            }
            for k in 0..m.unknowns.len() {
                m.unknowns[k] = m.whole[2 * n + k];
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

/// Slopes of the efforts along [`DIRECTIONS`] of `(q, q̇)` from `first` on.
struct Slopes<'a, 'r> {
    arm: &'a mut VaryingTree<'r>,
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
