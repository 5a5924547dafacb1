//! Why an estimate fails.

use crate::closed_loop::ClosedLoopError;
use crate::knowledge::KnowledgeError;
use crate::problem::ProblemError;
use crate::recording::RecordingError;
use armlab_dense::NoConvergence;
use armlab_optimize::semidefinite::SemidefiniteError;
use armlab_progress::Cancelled;
use armlab_signal::SignalError;
use thiserror::Error;

/// Why an estimator failed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EstimationError {
    /// The rows.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A log.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The singular values.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
    /// Too few rows for the unknowns.
    #[error(
        "{rows} independent rows are too few for {unknowns} unknowns, which need {needed}; record a longer motion, or identify less: `--friction none` has fewer unknowns"
    )]
    Few {
        /// Rows of all joints.
        rows: u64,
        /// Unknowns.
        unknowns: usize,
        /// Rows that are needed.
        needed: u64,
    },
    /// One joint moves at a time, or none.
    #[error(
        "only {moving} of {joints} joints move in these logs; record a motion of all joints together"
    )]
    Standstill {
        /// Joints that move.
        moving: usize,
        /// Driven joints.
        joints: usize,
    },
    /// The direction of gravity.
    #[error(
        "these logs do not determine the direction of gravity; record a motion that turns the links about other axes"
    )]
    Gravity,
    /// The constrained problem.
    #[error("physical consistency: {0}")]
    Semidefinite(#[from] SemidefiniteError),
    /// The instruments' motion.
    #[error("log `{log}`: the motion of the instruments: {source}")]
    Instruments {
        /// The log.
        log: String,
        /// Why.
        source: SignalError,
    },
    /// A simulation under the log's controller.
    #[error(transparent)]
    ClosedLoop(#[from] ClosedLoopError),
    /// A method that simulates, without an experiment to simulate.
    #[error(
        "the controller and the reference of the log are needed; give the experiment, or choose another method"
    )]
    NoController,
    /// An estimator that learns sample by sample.
    #[error("{0}")]
    Online(String),
    /// Friction that an estimator which learns sample by sample cannot learn.
    #[error(
        "methods that learn sample by sample are told neither times nor temperatures, on which the friction `{0}` depends; take wls or physical, or friction without it"
    )]
    SampleBySample(&'static str),
    /// Bounds or priors.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// A prior of bodies that the description does not state.
    #[error(
        "the description of link `{link}` is not physically consistent, so it cannot be a prior; correct it, or leave the prior out"
    )]
    NoPrior {
        /// The link.
        link: String,
    },
    /// Efforts that are all zero.
    #[error("the efforts of all joints are zero; is the effort column the right one?")]
    NoEffort,
    /// Cancelled before it had a result.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
