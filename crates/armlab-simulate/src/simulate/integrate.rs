//! One step of the equations of motion, with the ways of contact held fixed, so
//! that the right-hand side is smooth within a step.
//!
//! *RK4* is the classical fixed step. *Dormand–Prince 5(4)* (1980) chooses its own
//! steps so that the error stays below a tolerance.

use armlab_engine::dynamics::Plant;
use armlab_engine::dynamics::frictional::{FrictionalError, Mode};
use thiserror::Error;

/// How time is stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Classical Runge–Kutta with steps of at most this length, s.
    Rk4 {
        /// Longest step.
        step: f64,
    },
    /// Dormand–Prince with this error per step, relative and absolute (SI).
    Adaptive {
        /// Error that is allowed.
        tolerance: f64,
    },
}

/// State of a robot with friction.
#[derive(Clone, Debug, PartialEq)]
pub struct PlantState {
    /// Independent coordinates.
    pub q: Vec<f64>,
    /// Their speeds.
    pub qd: Vec<f64>,
    /// Inner states of friction laws.
    pub bristles: Vec<f64>,
    /// How each joint with friction moves.
    pub modes: Vec<Mode>,
}

impl PlantState {
    /// Takes over another state of the same robot; does not allocate.
    pub fn copy_from(&mut self, other: &Self) {
        self.q.clone_from(&other.q);
        self.qd.clone_from(&other.qd);
        self.bristles.clone_from(&other.bristles);
        self.modes.clone_from(&other.modes);
    }
}

/// Why a simulation stopped.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SimulationError {
    /// The equations of motion have no answer.
    #[error("at t = {time} s: {source}")]
    Dynamics {
        /// When.
        time: f64,
        /// Why.
        source: FrictionalError,
    },
    /// Numbers that are not finite, or speeds no machine has.
    #[error(
        "the motion diverged at t = {time} s (joint {joint} at {speed:.3e} per second); the controller is unstable, or the step is too long"
    )]
    Diverged {
        /// When.
        time: f64,
        /// The coordinate, from 1.
        joint: usize,
        /// Its speed.
        speed: f64,
    },
    /// Steps that became too short.
    #[error(
        "at t = {time} s the step fell below {step:.1e} s; allow a larger error, or give sharp friction a width"
    )]
    Stiff {
        /// When.
        time: f64,
        /// The step.
        step: f64,
    },
}

/// A speed, rad/s or m/s, beyond which a motion has diverged.
const ABSURD_SPEED: f64 = 1e6;

/// Efforts over time and state.
pub(super) type Effort<'e> = dyn FnMut(f64, &[f64], &[f64], &mut [f64]) + 'e;

/// Stages of a Runge–Kutta step; reused.
#[derive(Default)]
pub(super) struct Stages {
    /// Slopes, one after the other.
    slopes: Vec<Vec<f64>>,
    at: Vec<f64>,
    tau: Vec<f64>,
    pub result: Vec<f64>,
}

/// Nodes, weights and the difference to the embedded fourth-order result.
const NODES: [f64; 7] = [0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0];
const WEIGHTS: [[f64; 6]; 7] = [
    [0.0; 6],
    [0.2, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];
const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

impl Stages {
    /// A classical step of length `h` from `y`; the result is left in `result`.
    pub fn rk4(
        &mut self,
        plant: &mut Plant,
        modes: &[Mode],
        y: &[f64],
        t: f64,
        h: f64,
        effort: &mut Effort,
    ) -> Result<(), SimulationError> {
        self.fit(plant, y.len(), 4);
        for (stage, (node, previous)) in
            [(0.0, None), (0.5, Some(0)), (0.5, Some(1)), (1.0, Some(2))].into_iter().enumerate()
        {
            for i in 0..y.len() {
                let slope = previous.map_or(0.0, |p: usize| self.slopes[p][i]);
                self.at[i] = y[i] + node * h * slope;
            }
            self.slope(plant, modes, t + node * h, stage, effort)?;
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| &self.slopes[k]);
        for i in 0..y.len() {
            self.result[i] = y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
        check(&self.result, plant.dofs(), t + h)
    }

    /// A Dormand–Prince step; returns the error relative to `tolerance`, below 1
    /// for a step that is good enough.
    pub fn dormand_prince(
        &mut self,
        plant: &mut Plant,
        modes: &[Mode],
        y: &[f64],
        t: f64,
        h: f64,
        tolerance: f64,
        effort: &mut Effort,
    ) -> Result<f64, SimulationError> {
        self.fit(plant, y.len(), 7);
        for stage in 0..7 {
            for i in 0..y.len() {
                let before = self.slopes[..stage].iter().zip(WEIGHTS[stage]);
                self.at[i] = y[i] + h * before.map(|(k, w)| k[i] * w).sum::<f64>();
            }
            if stage == 6 {
                self.result.copy_from_slice(&self.at);
            }
            self.slope(plant, modes, t + NODES[stage] * h, stage, effort)?;
        }
        check(&self.result, plant.dofs(), t + h)?;
        let mut sum = 0.0;
        for i in 0..y.len() {
            let error: f64 = self.slopes.iter().zip(ERROR).map(|(k, e)| k[i] * e).sum();
            let scale = tolerance * (1.0 + y[i].abs().max(self.result[i].abs()));
            sum += (h * error / scale).powi(2);
        }
        Ok((sum / y.len() as f64).sqrt())
    }

    /// Slope number `stage` at the state in `self.at`.
    fn slope(
        &mut self,
        plant: &mut Plant,
        modes: &[Mode],
        t: f64,
        stage: usize,
        effort: &mut Effort,
    ) -> Result<(), SimulationError> {
        let n = plant.dofs();
        let (q, rest) = self.at.split_at(n);
        let (qd, bristles) = rest.split_at(n);
        effort(t, q, qd, &mut self.tau);
        let slope = &mut self.slopes[stage];
        let (speeds, rest) = slope.split_at_mut(n);
        let (accelerations, rates) = rest.split_at_mut(n);
        speeds.copy_from_slice(qd);
        plant.elapse(t);
        plant
            .forward(q, qd, &self.tau, modes, bristles, accelerations)
            .map_err(|source| SimulationError::Dynamics { time: t, source })?;
        plant.bristle_rates(bristles, rates);
        Ok(())
    }

    fn fit(&mut self, plant: &Plant, length: usize, stages: usize) {
        self.slopes.resize_with(stages, Vec::new);
        self.slopes.iter_mut().for_each(|s| s.resize(length, 0.0));
        self.at.resize(length, 0.0);
        self.result.resize(length, 0.0);
        self.tau.resize(plant.dofs(), 0.0);
    }
}

fn check(y: &[f64], n: usize, time: f64) -> Result<(), SimulationError> {
    let absurd = |i: &usize| !(y[n + i].abs() < ABSURD_SPEED) || !y[*i].is_finite();
    match (0..n).find(absurd) {
        None => Ok(()),
        Some(i) => Err(SimulationError::Diverged { time, joint: i + 1, speed: y[n + i] }),
    }
}
