//! Savitzky–Golay on real time stamps: a local polynomial fit for jittered logs.
//!
//! As [`savitzky_golay`](crate::SavitzkyGolay), but the polynomial is fitted in
//! time, not in sample numbers: at every sample to the `window` samples around
//! it with their own stamps, at the ends to the first or last window. Jitter
//! then is no noise. Costs a fit per sample: `O(n · window · order)`.

use crate::dot::dot;
use crate::error::{SignalError, check_finite, check_length, check_stamps};
use crate::orthogonal::OrthonormalPolynomials;
use crate::savitzky_golay::SavitzkyGolay;

impl SavitzkyGolay {
    /// The `derivative`-th derivative of a signal with its time stamps, seconds.
    pub fn derivative_at(
        &self,
        stamps: &[f64],
        samples: &[f64],
        derivative: usize,
    ) -> Result<Vec<f64>, SignalError> {
        let mut out = self.derivatives_at(stamps, &[samples], &[derivative])?;
        Ok(out.pop().unwrap_or_default())
    }

    /// Several derivatives of several columns over the same stamps, with one fit
    /// per sample for all: for each column in turn, all its derivatives.
    pub fn derivatives_at(
        &self,
        stamps: &[f64],
        columns: &[&[f64]],
        derivatives: &[usize],
    ) -> Result<Vec<Vec<f64>>, SignalError> {
        check_stamps(stamps)?;
        let (n, window) = (stamps.len(), self.window());
        for (i, column) in columns.iter().enumerate() {
            check_length(&format!("column {i} (from 0)"), column.len(), n)?;
            check_finite(&format!("column {i} (from 0)"), column)?;
        }
        if n < window {
            let what = format!("a Savitzky–Golay window of {window}");
            let hint = "take a shorter window or a longer record";
            return Err(SignalError::TooShort { what, needed: window, got: n, hint });
        }
        let mut out = vec![vec![0.0; n]; columns.len() * derivatives.len()];
        let mut fit = OrthonormalPolynomials::default();
        let mut weights = vec![0.0; window];
        let mut fitted = None;
        for i in 0..n {
            let start = i.saturating_sub(window / 2).min(n - window);
            if fitted != Some(start) {
                fit.rebuild(&stamps[start..start + window], self.order())?;
                fitted = Some(start);
            }
            for (d, &derivative) in derivatives.iter().enumerate() {
                fit.weights(stamps[i], derivative, &mut weights);
                for (c, column) in columns.iter().enumerate() {
                    let around = &column[start..start + window];
                    out[c * derivatives.len() + d][i] = dot(&weights, around);
                }
            }
        }
        Ok(out)
    }
}
