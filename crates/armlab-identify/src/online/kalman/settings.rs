//! Settings of a filter: noise, integration, initial state and first guess.

use crate::Model;
use armlab_dense::{Cholesky, Matrix};
use armlab_engine::kinematics::loops::LoopError;
use armlab_online::kalman::{FilterKind, Tuning};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How the mean is carried from one sample to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integration {
    /// One step along the slope, as the papers do.
    Euler,
    /// Runge & Kutta's fourth order; efforts are held.
    #[default]
    RungeKutta,
}

/// Noise of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ProcessNoise {
    /// What the noise of the efforts does to the speeds,
    /// `Δt² M⁻¹ diag(σ²) M⁻ᵀ`, and next to nothing else. Parameters have none.
    #[default]
    FromEfforts,
    /// The same variance for every state, parameters included.
    Constant(f64),
}

/// Where the filter begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Begin {
    /// At the first measurement, as uncertain as it is.
    #[default]
    Measured,
    /// With every position and speed at `value`, of this variance.
    At {
        /// Positions and speeds.
        value: f64,
        /// Variance.
        variance: f64,
    },
}

/// Standard deviations of what is measured, one per driven joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoiseLevels {
    /// Of positions, rad or m.
    pub position: Vec<f64>,
    /// Of speeds, rad/s or m/s; empty where no speeds are measured, when the
    /// filter follows positions alone.
    pub speed: Vec<f64>,
    /// Of efforts, N m or N.
    pub effort: Vec<f64>,
}

/// Values of the unknowns to begin with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guess {
    /// Values, as [`Model::names`] orders them.
    pub values: Vec<f64>,
    /// Covariance, row after row: how far off they may be, and how together.
    pub covariance: Vec<f64>,
}

impl Guess {
    /// Values that are off independently of each other by these standard deviations.
    pub fn independent(values: Vec<f64>, deviations: &[f64]) -> Self {
        let n = deviations.len();
        let mut covariance = vec![0.0; n * n];
        deviations.iter().enumerate().for_each(|(i, sd)| covariance[i * n + i] = sd * sd);
        Self { values, covariance }
    }
    /// Standard deviations.
    pub fn deviations(&self) -> Vec<f64> {
        let n = self.values.len();
        let variance = |i: usize| self.covariance.get(i * n + i).copied().unwrap_or(0.0);
        (0..n).map(|i| variance(i).max(0.0).sqrt()).collect()
    }
}

/// Settings of a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct KalmanSettings {
    /// Which filter.
    pub kind: FilterKind,
    /// Its own settings.
    pub tuning: Tuning,
    /// How the mean is carried.
    pub integration: Integration,
    /// Noise of the process.
    pub process: ProcessNoise,
    /// Where it begins.
    pub begin: Begin,
    /// Noise of what is measured.
    pub noise: NoiseLevels,
    /// Values to begin with.
    pub guess: Guess,
    /// Whether steps to parameters without a positive definite mass matrix are shortened.
    pub keep_feasible: bool,
}

impl KalmanSettings {
    /// Settings that work: process noise from the efforts' noise, a start at the
    /// first measurement.
    pub fn recommended(kind: FilterKind, noise: NoiseLevels, guess: Guess) -> Self {
        Self {
            kind,
            tuning: Tuning::default(),
            integration: Integration::default(),
            process: ProcessNoise::default(),
            begin: Begin::default(),
            noise,
            guess,
            keep_feasible: true,
        }
    }
    /// Settings as Urrea & Agramonte (2022, equations 63 to 66) print them:
    /// Euler's step, every position and speed 1 at the start, and
    /// `P⁰ = Q = 10 · 1`, with which the filter forgets within a few samples.
    pub fn as_printed(kind: FilterKind, noise: NoiseLevels, values: Vec<f64>) -> Self {
        let variance: f64 = 10.0;
        let deviations = vec![variance.sqrt(); values.len()];
        Self {
            integration: Integration::Euler,
            process: ProcessNoise::Constant(variance),
            begin: Begin::At { value: 1.0, variance },
            keep_feasible: false,
            ..Self::recommended(kind, noise, Guess::independent(values, &deviations))
        }
    }
    /// Checks lengths and values against a model.
    pub(super) fn check(&self, model: &Model) -> Result<(), KalmanError> {
        let (joints, unknowns) = (model.joints(), model.unknowns());
        let n = &self.noise;
        let lists = [
            ("noise of positions", &n.position, joints, true),
            ("noise of speeds", &n.speed, if n.speed.is_empty() { 0 } else { joints }, true),
            ("noise of efforts", &n.effort, joints, false),
            ("guess", &self.guess.values, unknowns, false),
        ];
        for (what, list, expected, positive) in lists {
            if list.len() != expected {
                return Err(KalmanError::Length { what, expected, found: list.len() });
            }
            let guess = what == "guess";
            let bad = |x: &f64| {
                !x.is_finite() || (!guess && *x < 0.0) || (positive && !guess && *x == 0.0)
            };
            if let Some(place) = list.iter().position(bad) {
                return Err(KalmanError::Value { what, place: place + 1, value: list[place] });
            }
        }
        let (covariance, what) = (&self.guess.covariance, "covariance of the guess");
        if covariance.len() != unknowns * unknowns {
            let (expected, found) = (unknowns * unknowns, covariance.len());
            return Err(KalmanError::Length { what, expected, found });
        }
        let matrix = Matrix::from_fn(unknowns, unknowns, |i, j| covariance[i * unknowns + j]);
        if !matrix.is_finite() || Cholesky::new(&matrix).is_err() {
            return Err(KalmanError::Covariance);
        }
        if let ProcessNoise::Constant(variance) = self.process
            && !(variance >= 0.0 && variance.is_finite())
        {
            return Err(KalmanError::Value { what: "process noise", place: 1, value: variance });
        }
        if let Begin::At { value, variance } = self.begin
            && !(variance > 0.0 && variance.is_finite() && value.is_finite())
        {
            return Err(KalmanError::Value { what: "start", place: 1, value: variance });
        }
        Ok(())
    }
}

/// Why a filter cannot start.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum KalmanError {
    /// The loops of the robot.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// A list of the wrong length.
    #[error("the {what} has {found} numbers where {expected} are needed")]
    Length {
        /// Which list.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number that cannot be.
    #[error("the {what}, number {place}, is {value}: it must be finite and positive")]
    Value {
        /// Which list.
        what: &'static str,
        /// Where, from 1.
        place: usize,
        /// The number.
        value: f64,
    },
    /// A covariance that is not positive definite.
    #[error(
        "the covariance of the guess is not positive definite; every unknown needs a deviation above zero"
    )]
    Covariance,
    /// Physically impossible parameters.
    #[error(
        "the initial parameters are physically impossible: the mass matrix is not positive definite at {pose}; start from physically consistent values, such as those of the description"
    )]
    Infeasible {
        /// A pose that shows it.
        pose: String,
    },
    /// A robot with more operations than are recorded.
    #[error(
        "a robot of {joints} joints is too large for a filter of its motion; use a method that needs no filter, such as `rls`"
    )]
    TooLarge {
        /// Its joints.
        joints: usize,
    },
    /// A log of another robot.
    #[error("log `{log}` has {found} joints, the robot {joints} driven ones")]
    Joints {
        /// The log.
        log: String,
        /// Its joints.
        found: usize,
        /// The robot's.
        joints: usize,
    },
}
