//! Ordinary least squares: every row counts the same.
//!
//! `x = argmin ‖Y x − τ‖²`, `cov = σ² (YᵀY)⁻¹`, `σ² = RSS/(rows − rank)`.

use super::{Data, EstimationError, Estimator};
use crate::estimate::{Estimate, Fit};
use crate::solve::{Solution, solve};
use armlab_dense::{Matrix, Triangle};

/// Least squares over all joints alike.
pub struct Ordinary;

impl Estimator for Ordinary {
    fn name(&self) -> &'static str {
        "ls"
    }
    fn summary(&self) -> &'static str {
        "ordinary least squares: every sample of every joint counts the same"
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let triangle = data.reduced.whole(&vec![1.0; data.reduced.joints()]);
        let fit = fit(&triangle, data, Vec::new())?;
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

/// The least-squares fit of a triangle of rows with one common noise.
pub(super) fn fit(
    triangle: &Triangle,
    data: &Data,
    notes: Vec<String>,
) -> Result<Fit, EstimationError> {
    let solution = solve(triangle, &data.prior)?;
    let square = crate::residual_square(triangle, &solution.x);
    let freedom = data.rows().saturating_sub(solution.rank as u64).max(1);
    Ok(of_solution(solution, square / freedom as f64, notes))
}

/// A fit with the noise's variance put in.
pub(super) fn of_solution(solution: Solution, variance: f64, mut notes: Vec<String>) -> Fit {
    let Solution { x, covariance, rank, condition, scaled_condition, seen } = solution;
    let n = x.len();
    if rank < n {
        notes.push(format!(
            "the log shows {rank} of {n} unknowns; the others stay at the description's values"
        ));
    }
    let covariance = Matrix::from_fn(n, n, |i, j| variance * covariance.at(i, j));
    Fit { x, covariance, rank, condition, scaled_condition, seen, link_values: None, notes }
}
