//! When the solver stops.

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SemidefiniteSettings {
    /// Relative gap, stationarity and violation to be reached.
    pub tolerance: f64,
    /// Most Newton steps.
    pub iterations: usize,
}

impl Default for SemidefiniteSettings {
    fn default() -> Self {
        Self { tolerance: 1e-10, iterations: 80 }
    }
}
