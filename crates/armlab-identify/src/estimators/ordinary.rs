//! Ordinary least squares: every row counts the same.
//!
//! `x = argmin ‖Y x − τ‖²`, `cov = σ² (YᵀY)⁻¹`, `σ² = RSS/(rows − rank)`.

use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use armlab_settings::{Method, method, settings};

settings! {
    /// Least squares over all joints alike.
    pub struct Ordinary {}
}
method!(
    Ordinary,
    "ls",
    "Ordinary least squares: every sample of every joint has the same weight. Best as a baseline \
     and for joints of similar effort."
);

impl Estimator for Ordinary {
    fn capabilities(&self) -> Capabilities {
        Capabilities::STREAMS
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = vec![1.0; data.reduced.joints()];
        let triangle = data.reduced.whole(&weights);
        let fit = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}
