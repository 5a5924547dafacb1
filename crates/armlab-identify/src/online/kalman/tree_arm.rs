//! Steps of a tree for many states at once, each with parameters of its own, and the exact slopes
//! of accelerations for one state.
//!
//! ```text
//! q̈ = M(β)⁻¹ (τ − f − h(β))      ∂q̈/∂(q, q̇) = −M⁻¹ ∂τ/∂(q, q̇)      ∂q̈/∂β = −M⁻¹ Y_base
//! ```
//!
//! States side by side in lanes, as elsewhere samples are; slopes of `τ` by dual
//! numbers.

use super::friction_effort::FrictionEffort;
use super::settings::{Integration, KalmanError};
use super::taped::{Group, SideBySide, Taped, copy_first, fit};
use super::tree_pivots::{Pivots, PivotsOfMany};
use super::tree_tapes::{TreeTapes, parts};
use crate::Model;
use armlab_codegen::Tape;
use armlab_engine::dynamics::DIRECTIONS;
use armlab_engine::spatial::{Batch, Dual, InstructionSet, Instructions, Kernel, dispatch};
use rayon::prelude::*;

/// States that one task handles where there are many.
const TOGETHER: usize = 256;

/// A tree whose parameters vary.
pub(super) struct TreeArm {
    n: usize,
    /// For tasks that run side by side, once there are states enough; one state uses the first.
    many: Vec<OfMany>,
    efforts: Taped,
    /// Where the columns' entries stand, and what they were when last found.
    entries: Vec<(usize, usize)>,
    found: Vec<f64>,
    /// Room for accelerations that nobody asked for.
    unasked: Vec<f64>,
}

/// What is asked of many states.
struct OfMany {
    motion: Taped,
    pivots: Taped,
}

impl TreeArm {
    /// `couplings` are in numbers of the friction's values.
    pub(super) fn new(
        model: &Model,
        couplings: &[(usize, usize, usize)],
    ) -> Result<Self, KalmanError> {
        let (n, base) = (model.joints(), model.base().len());
        let couplings: Vec<(usize, usize, usize)> =
            couplings.iter().map(|&(i, j, k)| (i, j, base + k)).collect();
        let tapes = TreeTapes::new(model, &couplings)?;
        let (motion, pivots) = (Taped::new(tapes.motion), Taped::new(tapes.pivots));
        Ok(Self {
            n,
            many: vec![OfMany { motion, pivots }],
            efforts: Taped::new(tapes.efforts),
            found: vec![0.0; tapes.entries.len()],
            entries: tapes.entries,
            unasked: vec![0.0; n],
        })
    }

    /// Advances states `(q, q̇, unknowns)` of `width` numbers each by `dt` under efforts `u`; a
    /// state begins `stride` numbers after the one before it. The inverse of the mass matrix at
    /// the first state is found along.
    pub(super) fn advance(
        &mut self,
        states: &mut [f64],
        [width, stride]: [usize; 2],
        (u, dt): (&[f64], f64),
        integration: Integration,
        friction: &FrictionEffort,
        inverse: &mut [f64],
    ) {
        let n = self.n;
        let step = Step { n, width, stride, u, dt, stages: stages(integration), friction };
        let tasks = self.tasks(states.len() / stride);
        let advance = |arm: &mut OfMany, states: &mut [f64], inverse: &mut [f64]| {
            dispatch(Advance { taped: &mut arm.motion, states, step, inverse });
        };
        let (first, others) = self.many[..tasks].split_at_mut(1);
        if others.is_empty() {
            return advance(&mut first[0], states, inverse);
        }
        let (own, rest) = states.split_at_mut(TOGETHER * stride);
        let rest = others.par_iter_mut().zip(rest.par_chunks_mut(TOGETHER * stride));
        rayon::join(
            || advance(&mut first[0], own, inverse),
            || rest.for_each(|(arm, states)| advance(arm, states, &mut [])),
        );
    }

    /// In how many tasks so many states are handled, for each of which there is memory.
    fn tasks(&mut self, states: usize) -> usize {
        let tasks = states.div_ceil(TOGETHER);
        while self.many.len() < tasks {
            let OfMany { motion, pivots } = &self.many[0];
            let (motion, pivots) = (motion.again(), pivots.again());
            self.many.push(OfMany { motion, pivots });
        }
        tasks
    }

    /// Accelerations of one state under efforts less friction.
    pub(super) fn accelerate(&mut self, x: &[f64], effort: &[f64], qdd: &mut [f64]) {
        self.many[0].motion.at(x, effort, &mut [qdd]);
    }

    /// The inverse of the mass matrix at a state, in padded rows.
    pub(super) fn invert(&mut self, x: &[f64], inverse: &mut [f64]) {
        self.many[0].motion.at(x, &[], &mut [&mut self.unasked, inverse]);
    }

    /// Accelerations and that inverse; what [`effort_slopes`](Self::effort_slopes) needs is found
    /// along.
    pub(super) fn accelerate_and_invert(
        &mut self,
        x: &[f64],
        effort: &[f64],
        qdd: &mut [f64],
        inverse: &mut [f64],
    ) {
        self.many[0].motion.at(x, effort, &mut [qdd, inverse, &mut self.found]);
    }

    /// First pose at which the mass matrix of these unknowns is not positive definite: `q`, or one
    /// of those in columns, whose first it stands for.
    pub(super) fn impossible_pose(
        &mut self,
        q: &[f64],
        unknowns: &[f64],
        poses: &[f64],
    ) -> Option<usize> {
        let taped = &mut self.many[0].pivots;
        dispatch(Pivots { taped, q, unknowns, poses })
    }

    /// Whether the mass matrices of states of `width` numbers are positive definite, where the
    /// states are and at all poses but the first.
    pub(super) fn possible_each(
        &mut self,
        states: &[f64],
        width: usize,
        poses: &[f64],
        out: &mut [bool],
    ) {
        let n = self.n;
        let possible = |arm: &mut OfMany, states: &[f64], out: &mut [bool]| {
            let taped = &mut arm.pivots;
            dispatch(PivotsOfMany { taped, n, states, width, poses, out });
        };
        let tasks = self.tasks(out.len());
        if tasks < 2 {
            return possible(&mut self.many[0], states, out);
        }
        let blocks = states.par_chunks(TOGETHER * width).zip(out.par_chunks_mut(TOGETHER));
        self.many[..tasks]
            .par_iter_mut()
            .zip(blocks)
            .for_each(|(arm, (states, out))| possible(arm, states, out));
    }

    /// Slopes of the efforts of a motion, without friction, by position and speed
    /// and by base parameters, into rows of `width` numbers: `(q, q̇, base, …)`. The columns are
    /// those found last.
    pub(super) fn effort_slopes(&mut self, x: &[f64], qdd: &[f64], width: usize, out: &mut [f64]) {
        let n = self.n;
        for first in (0..2 * n).step_by(DIRECTIONS) {
            dispatch(Slopes { taped: &mut self.efforts, n, x, qdd, first, width, out });
        }
        for (&(joint, base), entry) in self.entries.iter().zip(&self.found) {
            out[joint * width + 2 * n + base] = *entry;
        }
    }
}

/// Stages of a step: how far from its start the next one lies, and the weight of its rates.
const EULER: [(f64, f64); 1] = [(1.0, 1.0)];
const RUNGE_KUTTA: [(f64, f64); 4] =
    [(0.5, 1.0 / 6.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 3.0), (1.0, 1.0 / 6.0)];

fn stages(integration: Integration) -> &'static [(f64, f64)] {
    match integration {
        Integration::Euler => &EULER,
        Integration::RungeKutta => &RUNGE_KUTTA,
    }
}

/// A step of many states, which stay in their lanes from its start to its end.
struct Advance<'a> {
    taped: &'a mut Taped,
    states: &'a mut [f64],
    step: Step<'a>,
    /// The inverse of the mass matrix at the first state, where there is room for it.
    inverse: &'a mut [f64],
}

impl Kernel for Advance<'_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let Self { taped, states, step, mut inverse } = self;
        let (tape, memory) = (&taped.tape, A::of(&mut taped.memory));
        let count = states.len() / step.stride;
        let mut first = 0;
        // As wide as states fill: what a step of a tape waits for is hidden by other lanes.
        while first + A::Long::LANES < count {
            step.advance(tape, &mut memory.longest, states, [first, count], inverse);
            first += A::Longest::LANES;
            inverse = &mut [];
        }
        if first + A::Batch::LANES < count {
            step.advance(tape, &mut memory.long, states, [first, count], inverse);
        } else if first < count {
            step.advance(tape, &mut memory.batch, states, [first, count], inverse);
        }
    }
}

/// What a step of some states needs.
#[derive(Clone, Copy)]
struct Step<'a> {
    n: usize,
    width: usize,
    stride: usize,
    u: &'a [f64],
    dt: f64,
    stages: &'a [(f64, f64)],
    friction: &'a FrictionEffort,
}

impl Step<'_> {
    /// Advances as many states from `first` on as there are lanes.
    #[inline(always)]
    fn advance<S: Batch>(
        &self,
        tape: &Tape,
        memory: &mut SideBySide<S>,
        states: &mut [f64],
        [first, count]: [usize; 2],
        inverse: &mut [f64],
    ) {
        let (n, width) = (self.n, self.width);
        let SideBySide { slots: m, start, sum } = memory;
        fit(m, tape);
        let (inputs, outputs) = (tape.inputs(), tape.outputs_of(parts::ACCELERATIONS));
        let group = Group::new::<S>(first, count, self.stride);
        group.gather(states, &mut m[inputs.clone()][..width]);
        // A single stage starts where it ends.
        let stages = self.stages.len();
        if stages > 1 {
            let state = &m[inputs.clone()][..2 * n];
            start.resize(2 * n, S::zero());
            sum.resize(2 * n, S::zero());
            start.copy_from_slice(state);
            sum.copy_from_slice(state);
        }
        for s in 0..stages {
            let (x, effort) = m[inputs.clone()].split_at_mut(width);
            for i in 0..n {
                effort[i] = S::constant(self.u[i]);
            }
            self.friction.subtract_each(x, effort);
            tape.run_part(parts::ACCELERATIONS, m);
            if s == 0 && !inverse.is_empty() {
                tape.run_part(parts::INVERSE, m);
                copy_first(tape.outputs_of(parts::INVERSE), m, inverse);
            }
            let (step, weight) = (self.dt * self.stages[s].0, self.dt * self.stages[s].1);
            for i in 0..n {
                let (position, speed) = (inputs.start + i, inputs.start + n + i);
                let (rate, rise) = (m[speed], m[outputs[i] as usize]);
                if stages == 1 {
                    m[position] = rate.times_add(weight, m[position]);
                    m[speed] = rise.times_add(weight, rate);
                    continue;
                }
                sum[i] = rate.times_add(weight, sum[i]);
                sum[n + i] = rise.times_add(weight, sum[n + i]);
                m[position] = rate.times_add(step, start[i]);
                m[speed] = rise.times_add(step, start[n + i]);
            }
        }
        if stages > 1 {
            m[inputs.clone()][..2 * n].copy_from_slice(sum);
        }
        let state = &m[inputs][..width];
        // Whole registers, for which the first unknowns go back as they came.
        let written = width.min((2 * n).next_multiple_of(8));
        group.scatter(&state[..written], states);
    }
}

/// Slopes of the efforts along [`DIRECTIONS`] of `(q, q̇)` from `first` on.
struct Slopes<'a> {
    taped: &'a mut Taped,
    n: usize,
    x: &'a [f64],
    qdd: &'a [f64],
    first: usize,
    width: usize,
    out: &'a mut [f64],
}

impl Kernel for Slopes<'_> {
    type Output = ();
    // The slopes of a number are a register.
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (n, tape) = (self.n, &self.taped.tape);
        let m = &mut A::of(&mut self.taped.memory).sloped;
        // Slopes of the inputs stay where all directions are in one block.
        let known = !m.is_empty() && 2 * n <= DIRECTIONS;
        fit(m, tape);
        let (x, qdd) = m[tape.inputs()].split_at_mut(self.x.len());
        for i in 0..x.len() {
            if known {
                x[i].re = self.x[i];
            } else {
                // Directions outside the block do not exist, and have no slope.
                let direction = if i < 2 * n { i.wrapping_sub(self.first) } else { DIRECTIONS };
                x[i] = Dual::variable(self.x[i], direction);
            }
        }
        for i in 0..n {
            qdd[i].re = self.qdd[i];
        }
        tape.run(m);
        let used = DIRECTIONS.min(2 * n - self.first);
        for j in 0..n {
            let row = &mut self.out[j * self.width + self.first..];
            row[..used].copy_from_slice(&m[tape.outputs()[j] as usize].eps[..used]);
        }
    }
}
