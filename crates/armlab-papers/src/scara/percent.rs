//! Errors in percent.

use armlab::text::significant;

/// Error in percent of the real value, with its sign.
pub fn error_percent(value: f64, truth: f64) -> f64 {
    100.0 * (value / truth - 1.0)
}

/// A percentage for people.
pub fn percent(value: f64) -> String {
    format!("{} %", significant(value, 3))
}
