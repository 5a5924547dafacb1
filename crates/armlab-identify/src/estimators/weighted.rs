//! Weighted least squares: each joint's rows over its own noise, which is taken
//! from the residuals of the last round (Gautier 1997).

use super::ordinary;
use super::{Data, EstimationError, Estimator};
use crate::estimate::Estimate;
use crate::reduced::Reduced;
use crate::solve::solve;

/// Rounds of weighting; three change nothing that shows.
const ROUNDS: usize = 4;

/// Least squares with each joint's own noise.
pub struct Weighted;

impl Estimator for Weighted {
    fn name(&self) -> &'static str {
        "wls"
    }
    fn summary(&self) -> &'static str {
        "weighted least squares: each joint counts by its own noise, found from the residuals"
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = noise_weights(data)?;
        let triangle = data.reduced.whole(&weights);
        let fit = ordinary::fit(&triangle, data, Vec::new())?;
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

/// One over each joint's noise.
pub fn noise_weights(data: &Data) -> Result<Vec<f64>, EstimationError> {
    let reduced: &Reduced = data.reduced;
    let mut weights = vec![1.0; reduced.joints()];
    for _ in 0..ROUNDS {
        let solution = solve(&reduced.whole(&weights), &data.prior)?;
        let squares = reduced.squares(&solution.x, 0..reduced.segments());
        let efforts = reduced.effort_squares(0..reduced.segments());
        for j in 0..weights.len() {
            let rows = reduced.rows(j).max(1) as f64;
            // A joint that is fitted exactly must not outweigh all others.
            let floor = 1e-12 * (efforts[j] / rows).sqrt();
            let noise = (squares[j] / rows).sqrt().max(floor);
            weights[j] = if noise > 0.0 { 1.0 / noise } else { 1.0 };
        }
        // Ordinary size, so that numbers stay readable.
        let largest = weights.iter().fold(0.0_f64, |a, w| a.max(*w));
        weights.iter_mut().for_each(|w| *w /= largest);
    }
    Ok(weights)
}
