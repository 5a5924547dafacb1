//! What can be wrong with a signal or with what is asked of it.

use thiserror::Error;

/// Why a signal cannot be processed, and what to change.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SignalError {
    /// Fewer samples than the operation needs.
    #[error("{what} needs at least {needed} samples and has {got}; {hint}")]
    TooShort {
        /// Which operation.
        what: String,
        /// Samples needed.
        needed: usize,
        /// Samples there are.
        got: usize,
        /// What would help.
        hint: &'static str,
    },
    /// A sample that is infinite or NaN.
    #[error(
        "{what}: sample {index} (from 0) is {value}, not a finite number; remove or interpolate it first"
    )]
    NotFinite {
        /// Which signal.
        what: String,
        /// Which sample, from 0.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// Time stamps that stand still or run backwards.
    #[error(
        "time stamp {index} (from 0) is {time} s after {before} s; stamps must increase: sort the rows and drop repeated ones"
    )]
    NotIncreasing {
        /// Which stamp, from 0.
        index: usize,
        /// The stamp.
        time: f64,
        /// The stamp before.
        before: f64,
    },
    /// Columns of different lengths.
    #[error("{what} has {got} samples where {wanted} were expected; columns must be equally long")]
    Length {
        /// Which column.
        what: String,
        /// Its length.
        got: usize,
        /// The length of the others.
        wanted: usize,
    },
    /// A setting that makes no sense.
    #[error("{what} cannot be {value}; {hint}")]
    Setting {
        /// Which setting.
        what: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        hint: String,
    },
}

impl SignalError {
    /// A setting that makes no sense.
    pub fn setting(
        what: &'static str,
        value: impl std::fmt::Display,
        hint: impl Into<String>,
    ) -> Self {
        Self::Setting { what, value: value.to_string(), hint: hint.into() }
    }
}

/// Fails at the first sample that is not finite; `what` is what the error calls the signal.
pub fn check_finite(what: &str, samples: &[f64]) -> Result<(), SignalError> {
    match samples.iter().position(|x| !x.is_finite()) {
        None => Ok(()),
        Some(index) => {
            let value = samples.get(index).copied().unwrap_or(f64::NAN);
            Err(SignalError::NotFinite { what: what.into(), index, value })
        }
    }
}

/// Fails at the first time stamp that is not finite or not after the one before.
pub fn check_stamps(stamps: &[f64]) -> Result<(), SignalError> {
    check_finite("time", stamps)?;
    for (i, pair) in stamps.windows(2).enumerate() {
        if let [before, time] = *pair
            && !(time > before)
        {
            return Err(SignalError::NotIncreasing { index: i + 1, time, before });
        }
    }
    Ok(())
}

/// Fails where two columns differ in length.
pub(crate) fn check_length(what: &str, got: usize, wanted: usize) -> Result<(), SignalError> {
    if got == wanted {
        return Ok(());
    }
    Err(SignalError::Length { what: what.into(), got, wanted })
}

/// Fails unless a sampling interval is positive and finite.
pub(crate) fn check_step(dt: f64) -> Result<(), SignalError> {
    if dt.is_finite() && dt > 0.0 {
        return Ok(());
    }
    Err(SignalError::setting(
        "the sampling interval",
        format_args!("{dt} s"),
        "give a positive number of seconds",
    ))
}
