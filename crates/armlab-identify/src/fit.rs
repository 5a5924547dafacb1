//! The least-squares fit of reduced rows: what most methods begin or end with.

use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Fit;
use crate::reduced::residual_square;
use crate::solve::{Solution, solve};
use crate::uncertainty::{Deviations, Thoroughness, scaled};
use armlab_dense::{Matrix, Triangle};

/// The least-squares fit of a triangle of rows with one common noise, each joint's
/// rows times its weight; deviations hold for coloured residuals.
pub fn least_squares_fit(
    triangle: &Triangle,
    data: &Data,
    weights: &[f64],
    notes: Vec<String>,
) -> Result<Fit, EstimationError> {
    let solution = solve(triangle, &data.prior)?;
    let square = residual_square(triangle, &solution.x);
    let freedom = data.row_count().saturating_sub(solution.rank as u64).max(1);
    let mut fit = of_solution(solution, square / freedom as f64, notes);
    let rows = data.rows.map(|rows| (rows, Thoroughness::Full));
    let deviations = Deviations::of(data.reduced, weights, &data.prior, rows)?;
    fit.covariance = scaled(&fit.covariance, &deviations.factors);
    fit.freedom = Some(deviations.freedom);
    Ok(fit)
}

/// A fit with the noise's variance put in.
fn of_solution(solution: Solution, variance: f64, mut notes: Vec<String>) -> Fit {
    let Solution { x, covariance, rank, condition, scaled_condition, seen } = solution;
    let n = x.len();
    if rank < n {
        notes.push(format!(
            "the log determines {rank} of {n} unknowns; the others keep the description's values"
        ));
    }
    let covariance = Matrix::from_fn(n, n, |i, j| variance * covariance.at(i, j));
    Fit {
        x,
        covariance,
        rank,
        condition,
        scaled_condition,
        seen,
        freedom: None,
        link_values: None,
        notes,
    }
}
