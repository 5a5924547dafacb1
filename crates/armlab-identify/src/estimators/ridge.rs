//! Ridge regression (Hoerl & Kennard 1970): what the data do not settle stays
//! near the description,
//!
//! `x = argmin ‖W(Y x − τ)‖² + λ ‖D(x − x₀)‖²`, `D` the columns' lengths,
//!
//! with `λ` from cross-validation over segments of the log.

use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use crate::selection::folds;
use crate::solve::unknowns_of;
use armlab_dense::{Rows, Triangle, Tsqr};
use armlab_settings::{Method, Range, method, settings};

settings! {
    /// Least squares with a penalty on the distance from the description.
    pub struct Ridge {
        /// Weight λ of the penalty; auto chooses a power of ten by cross-validation.
        weight: Option<f64> = None, "", Range::POSITIVE;
        /// Smallest weight tried, as a power of ten.
        smallest: i32 = -10, "", Range::between(-300.0, 300.0);
        /// Largest weight tried, as a power of ten.
        largest: i32 = -1, "", Range::between(-300.0, 300.0);
    }
}
method!(
    Ridge,
    "ridge",
    "Ridge regression: weakly excited parameters stay near the description's values. Best for short \
     or poorly exciting logs of a well described robot."
);

impl Estimator for Ridge {
    fn capabilities(&self) -> Capabilities {
        Capabilities::STREAMS
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = noise_weights(data)?;
        let mut best = (f64::INFINITY, 0.0);
        let tried: Vec<f64> = match self.weight {
            Some(_) => Vec::new(),
            None => (self.smallest..=self.largest).map(|e| 10_f64.powi(e)).collect(),
        };
        for lambda in tried {
            let mut error = 0.0;
            for (train, test) in folds(data.reduced.segments()) {
                let triangle = data.reduced.combine(&weights, train.into_iter());
                let x = unknowns_of(&penalised(&triangle, lambda, &data.prior), &data.prior)?;
                let squares = data.reduced.squares(&x, test.into_iter());
                error += squares.iter().zip(&weights).map(|(s, w)| s * w * w).sum::<f64>();
            }
            if error < best.0 {
                best = (error, lambda);
            }
        }
        let (lambda, origin) = match self.weight {
            Some(weight) => (weight, "given"),
            None => (best.1, "by cross-validation"),
        };
        let triangle = penalised(&data.reduced.whole(&weights), lambda, &data.prior);
        let note = format!("penalty on the distance from the description: {lambda:.0e} ({origin})");
        let fit = least_squares_fit(&triangle, data, &weights, vec![note])?;
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

/// A triangle with rows `√λ D (x − x₀) = 0` added.
fn penalised(triangle: &Triangle, lambda: f64, prior: &[f64]) -> Triangle {
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
