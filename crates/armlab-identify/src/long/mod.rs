//! Logs that do not fit into memory: read in parts, reduced part by part.
//!
//! A log is read twice. The first reading, the survey ([`Survey`], which others may
//! share: workflows check the log in the same reading), finds what only the whole
//! log tells (are its stamps even, what is its step), counts rows, and keeps a
//! few windows spread over the log, on which cut-off and friction are chosen.
//! The second cuts the log into parts that overlap so far that a part filtered
//! alone is the part of the whole log filtered, and reduces them to triangles.
//! Neighbouring triangles are merged, so that their number stays bounded. What
//! is held at any time is some parts, whatever the log's length, and the result
//! is that of the log in memory up to rounding.
//!
//! ```no_run
//! use armlab::base::base_parameters;
//! use armlab::identify::estimators::{Data, method};
//! use armlab::identify::long::{LongProblem, LongRecording};
//! use armlab::log::{Input, ReadOptions};
//! use armlab::progress::Progress;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let robot = armlab::robot::library::load("scara").unwrap()?.robot;
//! let (progress, options) = (Progress::none(), ReadOptions::default());
//! let log = LongRecording::open(&Input::path("day.parquet"), "day", &options, 3, None, &progress)?;
//! let base = base_parameters(&robot)?;
//! let problem = LongProblem::of(&robot, base, &[], &[log], Default::default(), &progress)?;
//! let data = Data::new(&problem.model, &[], &problem.reduced)?;
//! let estimate = method("wls").unwrap().estimate(&data)?;
//! let squares = problem.reduced.squares(&estimate.values(), 0..problem.reduced.segments());
//! # Ok(())
//! # }
//! ```

mod grid;
mod growing;
mod overlap;
mod part;
mod parts;
mod problem;
mod recording;
mod reduce;
mod repeats;
mod segments;
mod summary;
mod survey;
mod thinned;
mod usable;
mod windows;

pub use part::{NoPart, ReducedPart};
pub use parts::{Part, Parts};
pub use problem::LongProblem;
pub use recording::{LongRecording, Survey};
pub use reduce::LongReduced;
pub use summary::{JointSummary, Summary};
pub(crate) use windows::spread;

use super::problem::ProblemError;
use super::recording::RecordingError;
use super::selection::SelectionError;
use armlab_engine::base::BaseError;
use armlab_log::LogError;
use armlab_progress::Cancelled;
use thiserror::Error;

/// Why a long log was not reduced.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LongError {
    /// The file.
    #[error(transparent)]
    Log(#[from] LogError),
    /// What is in it.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The rows.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The choice of cut-off and friction.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The robot's base parameters.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// A filter that remembers more than can be held.
    #[error(
        "log `{log}`: a cut-off of {cutoff} Hz reaches over {samples} samples, more than the \
         {most} that are held at a time; take a higher cut-off, or thin out the log"
    )]
    Cutoff {
        /// The log.
        log: String,
        /// The cut-off, Hz.
        cutoff: f64,
        /// Samples over which the filter reaches.
        samples: f64,
        /// Most that are held.
        most: usize,
    },
    /// A stamp that no grid reaches.
    #[error(
        "log `{log}`: the stamps jump from {from} s to {to} s, which no grid of {step} s reaches; \
         correct or remove the rows with wrong stamps"
    )]
    Stamps {
        /// The log.
        log: String,
        /// The last stamp before.
        from: f64,
        /// The stamp.
        to: f64,
        /// The grid's step, s.
        step: f64,
    },
    /// A plan of other logs or options.
    #[error(
        "the logs or the options have changed since the plan of the parts was made; make the plan \
         and the parts anew"
    )]
    OtherPlan,
    /// Cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
