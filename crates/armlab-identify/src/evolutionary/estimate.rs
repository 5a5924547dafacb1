//! A search as an estimator.

use super::search::{Evolved, Options, SearchMethod};
use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::trace::Trace;

/// Points of the history.
const POINTS: usize = 600;

/// Estimates the unknowns by a search, rows weighted by their noise; error bars are
/// those of weighted least squares.
///
/// # Errors
/// If the rows have no least-squares fit.
pub fn estimate_by_search(
    method: &dyn SearchMethod,
    data: &Data,
) -> Result<Estimate, EstimationError> {
    let weights = noise_weights(data)?;
    let options = Options { seed: data.seed, weights: Some(weights.clone()), ..Options::default() };
    let mut stopped = false;
    let found: Evolved = method.run(data, &options, &mut |generation, cost| {
        let next = data.report_cost(method.name(), generation, cost);
        stopped |= next.is_break();
        next
    });
    let mut notes = vec![format!(
        "{} evaluations; mean squared residual {:.4} times the least one; error bars are those \
         of weighted least squares",
        found.evaluations,
        found.mean_square / found.least.max(f64::MIN_POSITIVE)
    )];
    if stopped {
        notes.push("stopped before its last generation".into());
    }
    let names = data.model.names();
    let on_bounds: Vec<&str> = found.on_bounds.iter().map(|&k| names[k].as_str()).collect();
    if !on_bounds.is_empty() {
        notes.push(format!("on the bounds of the search: {}", on_bounds.join(", ")));
    }
    let mut fit = least_squares_fit(&data.reduced.whole(&weights), data, &weights, notes)?;
    fit.x = found.x;
    let mut estimate = Estimate::of(data.model, data.reduced, method.name(), fit);
    estimate.trace = Some(Trace::over_generations(&found.history, POINTS));
    Ok(estimate)
}
