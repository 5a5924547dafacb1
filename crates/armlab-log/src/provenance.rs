//! Where a log comes from and what was done to it.

use serde::Serialize;

/// Where a log comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Provenance {
    /// File, or what made the log.
    pub origin: String,
    /// Format, in words.
    pub format: String,
    /// Which column became which channel: `q1 ← theta_1 [deg] × 0.0174…`.
    pub mapping: Vec<String>,
    /// What was done since, or passed over while reading.
    pub notes: Vec<String>,
}
