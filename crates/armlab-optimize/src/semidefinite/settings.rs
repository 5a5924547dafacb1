//! When the solver stops.

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SemidefiniteSettings {
    /// Relative gap, stationarity and violation to be reached.
    pub tolerance: f64,
    /// Most Newton steps.
    pub iterations: usize,
    /// Size of the objective that matters: gaps are relative to the objective or to
    /// this, whichever is larger. Zero takes a millionth of `½‖b‖²`, which suits rows
    /// of measurements; a distance in standard deviations has 1.
    pub scale: f64,
}

impl Default for SemidefiniteSettings {
    fn default() -> Self {
        Self { tolerance: 1e-10, iterations: 80, scale: 0.0 }
    }
}
