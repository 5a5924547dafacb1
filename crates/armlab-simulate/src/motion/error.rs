//! What can be wrong with a trajectory before it moves anything.

use armlab_engine::kinematics::inverse::InverseError;
use armlab_signal::SignalError;
use thiserror::Error;

/// Why something is not a trajectory, and what to do about it.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MotionError {
    /// A list of the wrong length. `what` is the key of a trajectory file.
    #[error("`{what}` has {got} entries; {wanted}")]
    Dimension {
        /// Which list.
        what: &'static str,
        /// Its length.
        got: usize,
        /// What would be right.
        wanted: String,
    },
    /// A value that makes no sense. `what` is the key of a trajectory file.
    #[error("`{what}` cannot be {value}; {hint}")]
    Setting {
        /// Which value.
        what: &'static str,
        /// What it is.
        value: String,
        /// What would be right.
        hint: String,
    },
    /// A cell of a movement table.
    #[error("joint {joint}, movement {movement}, {cell}: {problem}")]
    Cell {
        /// The joint, from 1.
        joint: usize,
        /// Its movement, from 1.
        movement: usize,
        /// The column: value, TI, TF or TR.
        cell: &'static str,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// A place in a pasted table.
    #[error("line {line}, column {column}: {problem}")]
    Paste {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// A point of a path that the arm does not reach.
    #[error(
        "at {time:.4} s the path asks for ({x:.4}, {y:.4}, {z:.4}) m, which the arm misses by {distance:.2e} m{turned} ({count} of {points} points are out of reach); move or shrink the path, or begin elsewhere",
        x = point[0], y = point[1], z = point[2], turned = turned(*angle)
    )]
    Unreachable {
        /// When, seconds.
        time: f64,
        /// Where, metres.
        point: [f64; 3],
        /// How far the nearest pose found is from it, metres.
        distance: f64,
        /// How far it is turned from the wanted orientation, radians; 0 where that is free.
        angle: f64,
        /// Points out of reach.
        count: usize,
        /// Points of the path.
        points: usize,
    },
    /// A point of a path that is only reached by changing the arm's posture at once.
    #[error(
        "at {time:.4} s, ({x:.4}, {y:.4}, {z:.4}) m, the arm would have to jump to another posture; begin in that posture, or lead the path around",
        x = point[0], y = point[1], z = point[2]
    )]
    Jump {
        /// When, seconds.
        time: f64,
        /// Where, metres.
        point: [f64; 3],
    },
    /// Inverse kinematics could not begin.
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// Sampled values that make no curve.
    #[error(transparent)]
    Signal(#[from] SignalError),
}

impl MotionError {
    pub(super) fn setting(
        what: &'static str,
        value: impl std::fmt::Display,
        hint: impl Into<String>,
    ) -> Self {
        Self::Setting { what, value: value.to_string(), hint: hint.into() }
    }

    /// Fails unless a list has a length.
    pub(super) fn check_length(
        what: &'static str,
        got: usize,
        wanted: usize,
        why: &str,
    ) -> Result<(), Self> {
        if got == wanted {
            return Ok(());
        }
        Err(Self::Dimension { what, got, wanted: format!("there must be {wanted}, {why}") })
    }

    /// Fails unless all numbers are finite.
    pub(super) fn check_finite(what: &'static str, numbers: &[f64]) -> Result<(), Self> {
        match numbers.iter().find(|x| !x.is_finite()) {
            None => Ok(()),
            Some(x) => Err(Self::setting(what, x, "give finite numbers")),
        }
    }

    /// Fails unless a number is positive and finite.
    pub(super) fn check_positive(what: &'static str, x: f64) -> Result<(), Self> {
        if x.is_finite() && x > 0.0 {
            return Ok(());
        }
        Err(Self::setting(what, x, "give a positive number"))
    }
}

fn turned(angle: f64) -> String {
    if angle > 0.0 { format!(" and {angle:.2e} rad") } else { String::new() }
}
