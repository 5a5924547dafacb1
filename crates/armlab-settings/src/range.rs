//! The values that a number may have.

use serde::{Serialize, Serializer};
use std::fmt;

/// An interval, its ends included or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    least: f64,
    most: f64,
    least_included: bool,
    most_included: bool,
}

impl Range {
    /// Every finite number.
    pub const ANY: Self = Self::new(f64::NEG_INFINITY, f64::INFINITY, false, false);
    /// Above zero.
    pub const POSITIVE: Self = Self::new(0.0, f64::INFINITY, false, false);
    /// Above 0, up to and including 1.
    pub const FRACTION: Self = Self::new(0.0, 1.0, false, true);

    const fn new(least: f64, most: f64, least_included: bool, most_included: bool) -> Self {
        Self { least, most, least_included, most_included }
    }
    /// `least` and above.
    pub const fn at_least(least: f64) -> Self {
        Self::new(least, f64::INFINITY, true, false)
    }
    /// Above `least`.
    pub const fn above(least: f64) -> Self {
        Self::new(least, f64::INFINITY, false, false)
    }
    /// From `least` to `most`, both included.
    pub const fn between(least: f64, most: f64) -> Self {
        Self::new(least, most, true, true)
    }
    /// Between `least` and `most`, both excluded.
    pub const fn within(least: f64, most: f64) -> Self {
        Self::new(least, most, false, false)
    }
    /// Whether a number is finite and in the interval.
    pub fn contains(&self, x: f64) -> bool {
        let above = if self.least_included { x >= self.least } else { x > self.least };
        let below = if self.most_included { x <= self.most } else { x < self.most };
        x.is_finite() && above && below
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let number = crate::value::number;
        let least = if self.least_included { "≥" } else { ">" };
        let most = if self.most_included { "≤" } else { "<" };
        match (self.least.is_finite(), self.most.is_finite()) {
            (false, false) => f.write_str("any number"),
            (true, false) => write!(f, "{least} {}", number(self.least)),
            (false, true) => write!(f, "{most} {}", number(self.most)),
            (true, true) => {
                write!(f, "{least} {} and {most} {}", number(self.least), number(self.most))
            }
        }
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
