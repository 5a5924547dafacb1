//! A stretch beyond the limits.

use serde::Serialize;

/// A stretch in which some joint is beyond its limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alarm {
    /// When it began, s.
    pub start: f64,
    /// When it was over, s.
    pub end: f64,
    /// The joint that was farthest beyond its limit.
    pub joint: String,
    /// Its effort from outside there.
    pub effort: f64,
    /// Its limit there.
    pub limit: f64,
}

impl Alarm {
    /// The effort over its limit.
    pub fn excess(&self) -> f64 {
        self.effort.abs() / self.limit.max(f64::MIN_POSITIVE)
    }
}
