//! Why a controller has no result.

use armlab_engine::dynamics::frictional::FrictionalError;
use armlab_engine::kinematics::loops::LoopError;
use thiserror::Error;

/// Why a controller has no result.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ControlError {
    /// A number that is none, or a time that does not pass.
    #[error("`{what}` is {value}; {hint}")]
    Value {
        /// What.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What would be right.
        hint: &'static str,
    },
    /// A list of the wrong length.
    #[error("`{what}` has {found} entries, {wanted} are needed; give one per coordinate")]
    Length {
        /// What.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The right one.
        wanted: usize,
    },
    /// The robot cannot be there.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// Its friction has no value there.
    #[error(transparent)]
    Friction(#[from] FrictionalError),
    /// The load of a machine with loops.
    #[error("a machine with loops has no payload estimate; observe its external efforts instead")]
    Looped,
    /// A frame that the robot does not have.
    #[error("the frame `{frame}` is fixed to the base, where a load moves nothing; name a link")]
    FixedFrame {
        /// The frame.
        frame: String,
    },
}

impl ControlError {
    /// An error unless all numbers are finite and their number is right.
    pub(crate) fn check(what: &'static str, x: &[f64], wanted: usize) -> Result<(), Self> {
        if x.len() != wanted {
            return Err(Self::Length { what, found: x.len(), wanted });
        }
        match x.iter().find(|x| !x.is_finite()) {
            None => Ok(()),
            Some(&value) => Err(Self::Value { what, value, hint: "give finite numbers" }),
        }
    }
    /// An error unless a number is finite and positive.
    pub(crate) fn positive(what: &'static str, value: f64, hint: &'static str) -> Result<(), Self> {
        if value > 0.0 && value.is_finite() {
            return Ok(());
        }
        Err(Self::Value { what, value, hint })
    }
}
