//! Robust least squares by iterated weights: rows that do not fit count less.
//!
//! Huber (1964): `w = min(1, k/|r|)`, `k = 1.345`. Tukey's biweight (Beaton &
//! Tukey 1974): `w = (1 − (r/k)²)²` up to `k = 4.685`, zero beyond. Residuals are
//! in units of each joint's robust noise, 1.4826 times the median deviation.

use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use crate::row_weights::RowWeights;
use crate::solve::unknowns_of;
use armlab_settings::{Method, Range, method, settings};

/// Capabilities of both.
const ROBUST: Capabilities = Capabilities { robust_to_outliers: true, ..Capabilities::NONE };

settings! {
    /// Huber's weights.
    pub struct Huber {
        /// Residual beyond which a row counts less, in units of its noise.
        threshold: f64 = 1.345, "", Range::POSITIVE;
        /// Rounds of reweighting at most.
        rounds: usize = 12, "", Range::between(1.0, 1000.0);
        /// Relative change of the unknowns at which the rounds end.
        tolerance: f64 = 1e-9, "", Range::at_least(0.0);
    }
}
method!(
    Huber,
    "huber",
    "Robust least squares with Huber's weights: rows beyond 1.3 standard deviations count less and \
     less. Best for logs with some outliers."
);

impl Estimator for Huber {
    fn capabilities(&self) -> Capabilities {
        ROBUST
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let k = self.threshold;
        let weight = |r: f64| if r.abs() <= k { 1.0 } else { k / r.abs() };
        estimate(data, self.name(), (self.rounds, self.tolerance), weight)
    }
}

settings! {
    /// Tukey's biweight.
    pub struct Tukey {
        /// Residual beyond which a row does not count, in units of its noise.
        threshold: f64 = 4.685, "", Range::POSITIVE;
        /// Rounds of reweighting at most.
        rounds: usize = 12, "", Range::between(1.0, 1000.0);
        /// Relative change of the unknowns at which the rounds end.
        tolerance: f64 = 1e-9, "", Range::at_least(0.0);
    }
}
method!(
    Tukey,
    "tukey",
    "Robust least squares with Tukey's biweight: rows beyond 4.7 standard deviations are ignored. \
     Best for logs with gross outliers."
);

impl Estimator for Tukey {
    fn capabilities(&self) -> Capabilities {
        ROBUST
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weight = |r: f64| {
            let u = r / self.threshold;
            if u.abs() < 1.0 { (1.0 - u * u).powi(2) } else { 0.0 }
        };
        estimate(data, self.name(), (self.rounds, self.tolerance), weight)
    }
}

fn estimate(
    data: &Data,
    method: &'static str,
    (rounds, tolerance): (usize, f64),
    relative: impl Fn(f64) -> f64 + Sync,
) -> Result<Estimate, EstimationError> {
    let joints = data.reduced.joints();
    let weights = noise_weights(data)?;
    let mut x = unknowns_of(&data.reduced.whole(&weights), &data.prior)?;
    let mut fit = None;
    for _ in 0..rounds {
        data.check(method)?;
        let noise = robust_noise(data, &x)?;
        let weight =
            |joint: usize, residual: f64| relative(residual / noise[joint]) / noise[joint].powi(2);
        let rows = RowWeights { unknowns: &x, weight: &weight };
        let reduced = match data.rows {
            Some(filtered) => filtered.reduce_weighted(&rows)?,
            None => data.model.reduce_weighted(data.recordings, Some(&rows))?,
        };
        let triangle = reduced.whole(&vec![1.0; joints]);
        let next = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        let change = x.iter().zip(&next.x).map(|(a, b)| (a - b).abs() / (1.0 + b.abs()));
        let change = change.fold(0.0_f64, f64::max);
        x = next.x.clone();
        fit = Some(next);
        if change < tolerance {
            break;
        }
    }
    match fit {
        Some(fit) => Ok(Estimate::of(data.model, data.reduced, method, fit)),
        None => Err(EstimationError::NoEffort),
    }
}

/// 1.4826 times the median size of each joint's residuals.
fn robust_noise(data: &Data, x: &[f64]) -> Result<Vec<f64>, EstimationError> {
    let mut sizes: Vec<Vec<f64>> = vec![Vec::new(); data.reduced.joints()];
    if let Some(rows) = data.rows {
        sizes = rows.residuals(x);
        sizes.iter_mut().flatten().for_each(|r| *r = r.abs());
    }
    for recording in data.recordings.iter().filter(|_| data.rows.is_none()) {
        let predicted = data.model.predict(recording, x)?;
        for (j, sizes) in sizes.iter_mut().enumerate() {
            let pairs = recording.effort[j].iter().zip(&predicted[j]);
            sizes.extend(pairs.map(|(m, p)| (m - p).abs()));
        }
    }
    let median = |sizes: &mut Vec<f64>| {
        let middle = sizes.len() / 2;
        if sizes.is_empty() {
            return 1.0;
        }
        (1.4826 * *sizes.select_nth_unstable_by(middle, f64::total_cmp).1).max(1e-12)
    };
    Ok(sizes.iter_mut().map(median).collect())
}
