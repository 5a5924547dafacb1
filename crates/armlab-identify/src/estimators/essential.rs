//! Essential parameters (Pham & Gautier 1991): unknowns whose relative standard
//! deviation is largest are left out, one by one, as long as that does not make
//! the fit worse than chance would (an F test), so that what is left is known.

use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use crate::solve::{Solution, solve};
use armlab_dense::{Matrix, Rows, Triangle, Tsqr};
use armlab_settings::{Method, Range, method, settings};

settings! {
    /// Least squares on the unknowns that matter.
    pub struct Essential {
        /// Relative standard deviation above which an unknown is a candidate to be
        /// removed.
        relative_deviation: f64 = 0.3, "", Range::POSITIVE;
        /// Threshold of the F test: removing one unknown may increase the residual by
        /// this many variances (10.8 is the 99.9 % point).
        f_threshold: f64 = 10.8, "", Range::POSITIVE;
    }
}
method!(
    Essential,
    "essential",
    "Essential parameters: unknowns that the fit does not need are set to zero, one by one. Best for \
     a small model that predicts well."
);

impl Estimator for Essential {
    fn capabilities(&self) -> Capabilities {
        Capabilities::STREAMS
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = noise_weights(data)?;
        let triangle = data.reduced.whole(&weights);
        let n = triangle.unknowns();
        let mut kept: Vec<usize> = (0..n).collect();
        let square = |t: &Triangle, s: &Solution| crate::residual_square(t, &s.x);
        let mut current = part(&triangle, &kept);
        let mut solution = solve(&current, &vec![0.0; kept.len()])?;
        let freedom = data.row_count().saturating_sub(n as u64).max(1) as f64;
        let variance = square(&current, &solution) / freedom;
        loop {
            let uncertainty = |k: usize| {
                let deviation = (variance * solution.covariance.at(k, k)).sqrt();
                deviation / solution.x[k].abs().max(f64::MIN_POSITIVE)
            };
            let worst = (0..kept.len()).max_by(|&a, &b| uncertainty(a).total_cmp(&uncertainty(b)));
            let Some(k) =
                worst.filter(|&k| kept.len() > 1 && uncertainty(k) > self.relative_deviation)
            else {
                break;
            };
            let mut fewer = kept.clone();
            fewer.remove(k);
            let next = part(&triangle, &fewer);
            let next_solution = solve(&next, &vec![0.0; fewer.len()])?;
            let before = square(&current, &solution);
            if square(&next, &next_solution) - before > self.f_threshold * variance {
                break;
            }
            (kept, current, solution) = (fewer, next, next_solution);
        }
        let dropped = n - kept.len();
        let mut fit = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        fit.notes.push(format!("{dropped} of {n} unknowns are not needed and set to zero"));
        fit.x = vec![0.0; n];
        fit.covariance = Matrix::zeros(n, n);
        fit.rank = solution.rank;
        for (a, &i) in kept.iter().enumerate() {
            fit.x[i] = solution.x[a];
            for (b, &j) in kept.iter().enumerate() {
                fit.covariance.set(i, j, variance * solution.covariance.at(a, b));
            }
        }
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

/// The triangle of some columns and the right-hand side.
fn part(triangle: &Triangle, kept: &[usize]) -> Triangle {
    let whole = triangle.matrix();
    let columns: Vec<&[f64]> =
        kept.iter().map(|&j| whole.column(j)).chain([whole.column(triangle.unknowns())]).collect();
    let mut sum = Tsqr::new(kept.len(), 1);
    let _ =
        sum.push_rows(&Rows { columns: &columns, rows: 0..whole.rows(), used: &[], weight: 1.0 });
    sum.finish()
}
