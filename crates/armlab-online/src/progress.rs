//! What happened to a sample, and what is kept between sessions.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// What an estimator did with a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleOutcome {
    /// The estimate was updated.
    Used,
    /// A number in it was not finite; nothing has changed.
    Skipped,
}

/// Why an estimator cannot go on.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{method} diverged at sample {sample}: {reason}")]
pub struct Divergence {
    /// The method.
    pub method: &'static str,
    /// Which sample, from 0.
    pub sample: u64,
    /// Why, in words.
    pub reason: String,
}

/// An estimator's state between sessions: named lists of numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The method it belongs to.
    pub method: String,
    /// Samples seen.
    pub samples: u64,
    /// Its numbers.
    pub numbers: BTreeMap<String, Vec<f64>>,
}

/// Why a saved state does not fit.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ResumeError {
    /// Of another method.
    #[error("the state was saved by `{found}`, not by `{expected}`")]
    Method {
        /// The estimator's.
        expected: String,
        /// The state's.
        found: String,
    },
    /// Numbers are missing or too many.
    #[error("the saved `{name}` has {found} numbers where {expected} are needed")]
    Length {
        /// Which list.
        name: String,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Numbers that are none.
    #[error("the saved `{name}` holds a number that is not finite")]
    NotFinite {
        /// Which list.
        name: String,
    },
}

impl Saved {
    /// An empty state of a method.
    pub fn new(method: &str, samples: u64) -> Self {
        Self { method: method.into(), samples, numbers: BTreeMap::new() }
    }
    /// With a list of numbers.
    pub fn with(mut self, name: &str, numbers: &[f64]) -> Self {
        self.numbers.insert(name.into(), numbers.to_vec());
        self
    }
    /// Checks the method.
    pub fn expect_method(&self, expected: &str) -> Result<(), ResumeError> {
        if self.method == expected {
            return Ok(());
        }
        Err(ResumeError::Method { expected: expected.into(), found: self.method.clone() })
    }
    /// Numbers in a list; none if there is no such list.
    pub fn length(&self, name: &str) -> usize {
        self.numbers.get(name).map_or(0, Vec::len)
    }
    /// Copies a list of numbers into its place.
    pub fn restore(&self, name: &str, into: &mut [f64]) -> Result<(), ResumeError> {
        let numbers = self.numbers.get(name).map_or(&[][..], Vec::as_slice);
        if numbers.len() != into.len() {
            let (expected, found) = (into.len(), numbers.len());
            return Err(ResumeError::Length { name: name.into(), expected, found });
        }
        if numbers.iter().any(|x| !x.is_finite()) {
            return Err(ResumeError::NotFinite { name: name.into() });
        }
        into.copy_from_slice(numbers);
        Ok(())
    }
}
