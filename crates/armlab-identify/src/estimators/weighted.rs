//! Weighted least squares: each joint's rows over its own noise, which is taken
//! from the residuals of the last round (Gautier 1997).

use crate::data::{Data, WEIGHTING_ROUNDS, noise_weights_after};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use armlab_settings::{Method, Range, method, settings};

settings! {
    /// Least squares with each joint's own noise.
    pub struct Weighted {
        /// Rounds in which the weights follow from the residuals of the last round.
        rounds: usize = WEIGHTING_ROUNDS, "", Range::between(1.0, 100.0);
    }
}
method!(
    Weighted,
    "wls",
    "Weighted least squares: each joint's rows are divided by its noise, estimated from the \
     residuals. Best as a fast general method for clean logs."
);

impl Estimator for Weighted {
    fn capabilities(&self) -> Capabilities {
        Capabilities::STREAMS
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = noise_weights_after(data, self.rounds)?;
        let triangle = data.reduced.whole(&weights);
        let fit = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}
