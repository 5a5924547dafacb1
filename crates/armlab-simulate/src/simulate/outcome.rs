//! How an experiment ends: with a log, whether it came to its end or not; or before it
//! begins.

use super::controller::ControlError;
use super::effects::EffectError;
use super::integrate::SimulationError;
use super::sizes::WrongLength;
use super::summary::Summary;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::BuildError;
use armlab_log::Log;
use std::fmt;
use thiserror::Error;

/// Why an experiment cannot begin.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ExperimentError {
    /// An invalid value.
    #[error("`{what}` cannot be {value}; {hint}")]
    Setting {
        /// Which.
        what: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        hint: &'static str,
    },
    /// The reference has other coordinates than the robot.
    #[error(
        "the trajectory has {trajectory} coordinates and the robot {robot} driven joints; give one row per driven joint, or state that they are platform coordinates"
    )]
    Dofs {
        /// Of the reference.
        trajectory: usize,
        /// Of the robot.
        robot: usize,
    },
    /// A list that does not fit the robot.
    #[error(transparent)]
    Length(#[from] WrongLength),
    /// The controller cannot work.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// An effect cannot be as stated.
    #[error(transparent)]
    Effect(#[from] EffectError),
    /// The robot cannot be assembled where the motion begins.
    #[error("at the start of the motion: {0}")]
    Loop(#[from] LoopError),
    /// The robot with other friction is none.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// What stopped the motion.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StopCause {
    /// The robot.
    #[error(transparent)]
    Simulation(SimulationError),
    /// The controller.
    #[error("at t = {time} s: {source}")]
    Control {
        /// When.
        time: f64,
        /// Why.
        source: ControlError,
    },
    /// Friction changed so that the machine could not be built again.
    #[error("at t = {time} s: {source}")]
    Setup {
        /// When.
        time: f64,
        /// Why.
        source: Box<ExperimentError>,
    },
}

/// A simulation that stopped early: when, why, and the last state that was sampled.
#[derive(Clone, Debug, PartialEq)]
pub struct EarlyStop {
    /// When it stopped, s.
    pub time: f64,
    /// Why.
    pub cause: StopCause,
    /// Time of the last sample, s.
    pub sampled: f64,
    /// Position there.
    pub q: Vec<f64>,
    /// Velocity there.
    pub qd: Vec<f64>,
}

impl fmt::Display for EarlyStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |x: &[f64]| {
            let numbers: Vec<String> =
                x.iter().map(|x| armlab_engine::text::significant(*x, 6)).collect();
            numbers.join(", ")
        };
        let (q, qd) = (list(&self.q), list(&self.qd));
        write!(f, "{}; at the last sample, {} s, q = ({q}), qd = ({qd})", self.cause, self.sampled)
    }
}

impl std::error::Error for EarlyStop {}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// It ran to its end.
    Finished,
    /// It was cancelled at this time, s.
    Cancelled(f64),
    /// It could not continue.
    StoppedEarly(Box<EarlyStop>),
}

/// A run: its log as far as it came, and how it ended.
#[derive(Clone, Debug)]
pub struct Run {
    /// The log, up to the last sample.
    pub log: Log,
    /// The run in a few numbers.
    pub summary: Summary,
    /// How it ended.
    pub end: End,
}
