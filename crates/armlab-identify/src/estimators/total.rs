//! Total least squares (Golub & Van Loan 1980): errors in the regressor as well
//! as in the efforts. With columns scaled to length one,
//!
//! `[Y τ] = U Σ Vᵀ`, `x = −v_{1..n}/v_{n+1}` of the smallest singular value,
//!
//! which takes all columns as equally uncertain: right where accelerations are
//! differentiated noise, wrong where they are not.

use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use armlab_dense::Matrix;
use armlab_settings::{Method, method, settings};

settings! {
    /// Least squares with errors on both sides.
    pub struct Total {}
}
method!(
    Total,
    "tls",
    "Total least squares: the regressor is taken to be as uncertain as the efforts. Best where \
     accelerations are differentiated noise."
);

impl Estimator for Total {
    fn capabilities(&self) -> Capabilities {
        Capabilities::STREAMS
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = noise_weights(data)?;
        let triangle = data.reduced.whole(&weights);
        let mut fit = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        let whole = triangle.matrix();
        let n = triangle.unknowns();
        let lengths: Vec<f64> =
            (0..=n).map(|j| armlab_dense::norm(whole.column(j)).max(f64::MIN_POSITIVE)).collect();
        let scaled = Matrix::from_fn(whole.rows(), n + 1, |i, j| whole.at(i, j) / lengths[j]);
        let svd = scaled.svd()?;
        let last = n;
        let lead = svd.v.at(n, last);
        if fit.rank < n || lead.abs() < 1e-8 {
            fit.notes
                .push("total least squares has no solution here; least squares is given".into());
        } else {
            fit.x = (0..n).map(|j| -svd.v.at(j, last) / lead * lengths[n] / lengths[j]).collect();
        }
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}
