//! Why an excitation could not be designed, and what to do about it.

use crate::motion::MotionError;
use armlab_engine::base::BaseError;
use armlab_engine::kinematics::loops::LoopError;
use armlab_files::FileError;
use thiserror::Error;

/// Why a motion could not be designed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ExciteError {
    /// A limit without which there is no best motion.
    #[error(
        "{of} has no {what} limit, and without one the best motion is unbounded; state it in {}:\n[[{table}]]\nname = \"{of}\"\n{example}",
        stated_in(table)
    )]
    NoLimit {
        /// The joint or coordinate.
        of: String,
        /// Which limit.
        what: &'static str,
        /// Table of a limits file that states it.
        table: &'static str,
        /// What to write in it.
        example: &'static str,
    },
    /// A limit that excludes everything.
    #[error("{what} of {of} must lie between {lower} and {upper}, which leaves no room; {hint}")]
    EmptyRange {
        /// What is limited.
        what: &'static str,
        /// Of what.
        of: String,
        /// From.
        lower: f64,
        /// To.
        upper: f64,
        /// What to do.
        hint: &'static str,
    },
    /// No pose within the limits.
    #[error("none of {tries} random poses keeps all limits at rest: {worst}; {advice}")]
    NoPose {
        /// Poses tried.
        tries: usize,
        /// The limit that the best of them breaks most, with numbers.
        worst: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// Poses within the limits, but no motion about them.
    #[error("no motion within the limits was found, however small: {worst}; {advice}")]
    NoMotion {
        /// The limit that is violated least of all motions tried, with numbers.
        worst: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// The time was over, or the design cancelled, before there was any motion.
    #[error(
        "stopped before any motion within the limits was found; the limit in the way is {worst}; widen it, or allow more time"
    )]
    NoStart {
        /// The limit, with numbers.
        worst: String,
    },
    /// The best motion found violates a limit, and shrinking it does not help.
    #[error(
        "no motion within the limits was found: {worst}; widen that limit, or take more starts"
    )]
    Infeasible {
        /// The limit, with numbers.
        worst: String,
    },
    /// An invalid setting.
    #[error("{what} cannot be {value}; {hint}")]
    Setting {
        /// Which setting.
        what: &'static str,
        /// What it is.
        value: String,
        /// What would be right.
        hint: String,
    },
    /// A name that is no parameter's.
    #[error("there is no parameter `{name}`; there are: {known}")]
    UnknownParameter {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// No motion makes all parameters identifiable.
    #[error(
        "none of {tries} motions makes all parameters identifiable; take more harmonics or pieces, or choose fewer parameters"
    )]
    Unidentifiable {
        /// Motions tried.
        tries: usize,
    },
    /// A log that does not fit the robot.
    #[error("an earlier log {problem}")]
    Log {
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A file of limits that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The basis cannot be as asked.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// The loops cannot be assembled.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// There are no base parameters.
    #[error(transparent)]
    Base(#[from] BaseError),
}

impl ExciteError {
    pub(super) fn setting(
        what: &'static str,
        value: impl std::fmt::Display,
        hint: impl Into<String>,
    ) -> Self {
        Self::Setting { what, value: value.to_string(), hint: hint.into() }
    }
}

/// Where a limit can be stated: a platform's coordinates are in no description.
fn stated_in(table: &str) -> &'static str {
    match table {
        "joint" => "the robot's description or in a limits file",
        _ => "a limits file",
    }
}
