//! Ridge regression (Hoerl & Kennard 1970): what the data do not settle stays
//! near the description,
//!
//! `x = argmin ‖W(Y x − τ)‖² + λ ‖D(x − x₀)‖²`, `D` the columns' lengths,
//!
//! with `λ` from cross-validation over segments of the log.

use super::ordinary;
use super::weighted::noise_weights;
use super::{Data, EstimationError, Estimator};
use crate::estimate::Estimate;
use crate::selection::folds;
use crate::solve::solve;
use armlab_dense::{Rows, Triangle, Tsqr};

/// Least squares drawn towards the description.
pub struct Ridge;

impl Estimator for Ridge {
    fn name(&self) -> &'static str {
        "ridge"
    }
    fn summary(&self) -> &'static str {
        "ridge regression: weakly excited parameters stay near the description's values"
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = noise_weights(data)?;
        let mut best = (f64::INFINITY, 0.0);
        for exponent in -10..=-1 {
            let lambda = 10_f64.powi(exponent);
            let mut error = 0.0;
            for (train, test) in folds(data.reduced.segments()) {
                let triangle = data.reduced.combine(&weights, train.into_iter());
                let x = solve(&drawn(&triangle, lambda, &data.prior), &data.prior)?.x;
                let squares = data.reduced.squares(&x, test.into_iter());
                error += squares.iter().zip(&weights).map(|(s, w)| s * w * w).sum::<f64>();
            }
            if error < best.0 {
                best = (error, lambda);
            }
        }
        let triangle = drawn(&data.reduced.whole(&weights), best.1, &data.prior);
        let note =
            format!("drawn to the description with weight {:.0e} (by cross-validation)", best.1);
        let fit = ordinary::fit(&triangle, data, vec![note])?;
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

/// A triangle with rows `√λ D (x − x₀) = 0` added.
fn drawn(triangle: &Triangle, lambda: f64, prior: &[f64]) -> Triangle {
    let whole = triangle.matrix();
    let n = triangle.unknowns();
    let mut sum = Tsqr::new(n, 1);
    let columns: Vec<&[f64]> = (0..=n).map(|j| whole.column(j)).collect();
    let _ =
        sum.push_rows(&Rows { columns: &columns, rows: 0..whole.rows(), used: &[], weight: 1.0 });
    let mut rows = vec![vec![0.0; n]; n + 1];
    for j in 0..n {
        let length = armlab_dense::norm(&whole.column(j)[..n]);
        rows[j][j] = lambda.sqrt() * length;
        rows[n][j] = lambda.sqrt() * length * prior[j];
    }
    let columns: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
    let _ = sum.push_rows(&Rows::all(&columns));
    sum.finish()
}
