//! A stretch beyond the limits.

use serde::Serialize;

/// A stretch in which some joint is beyond its limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alarm {
    /// When it began, s.
    pub start: f64,
    /// When it was over, s.
    pub end: f64,
    /// The joint that was beyond its limit first.
    pub joint: String,
    /// Its effort from outside, the largest of the stretch.
    pub effort: f64,
    /// Its limit at the beginning.
    pub limit: f64,
}
