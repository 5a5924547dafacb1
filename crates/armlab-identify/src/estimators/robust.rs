//! Robust least squares by iterated weights: rows that do not fit count less.
//!
//! Huber (1964): `w = min(1, k/|r|)`, `k = 1.345`. Tukey's biweight (Beaton &
//! Tukey 1974): `w = (1 − (r/k)²)²` up to `k = 4.685`, zero beyond. Residuals are
//! in units of each joint's robust noise, 1.4826 times the median deviation.

use super::ordinary;
use super::weighted::noise_weights;
use super::{Data, EstimationError, Estimator};
use crate::estimate::Estimate;
use crate::row_weights::RowWeights;
use crate::solve::solve;

const ROUNDS: usize = 12;

/// Least squares that outliers cannot pull.
pub struct Robust {
    name: &'static str,
    summary: &'static str,
    weight: fn(f64) -> f64,
}

impl Robust {
    /// Huber's weights.
    pub const HUBER: Self = Self {
        name: "huber",
        summary: "robust least squares: rows beyond 1.3 noise deviations count less and less",
        weight: |r| if r.abs() <= 1.345 { 1.0 } else { 1.345 / r.abs() },
    };
    /// Tukey's weights.
    pub const TUKEY: Self = Self {
        name: "tukey",
        summary: "robust least squares: rows beyond 4.7 noise deviations do not count at all",
        weight: |r| {
            let u = r / 4.685;
            if u.abs() < 1.0 { (1.0 - u * u).powi(2) } else { 0.0 }
        },
    };
}

impl Estimator for Robust {
    fn name(&self) -> &'static str {
        self.name
    }
    fn summary(&self) -> &'static str {
        self.summary
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let joints = data.reduced.joints();
        let mut x = solve(&data.reduced.whole(&noise_weights(data)?), &data.prior)?.x;
        let mut fit = None;
        for _ in 0..ROUNDS {
            data.check(self.name())?;
            let noise = robust_noise(data, &x)?;
            let weight = |joint: usize, residual: f64| {
                (self.weight)(residual / noise[joint]) / noise[joint].powi(2)
            };
            let rows = RowWeights { unknowns: &x, weight: &weight };
            let reduced = data.model.reduce_weighted(data.recordings, Some(&rows))?;
            let triangle = reduced.whole(&vec![1.0; joints]);
            let next = ordinary::fit(&triangle, data, Vec::new())?;
            let change = x.iter().zip(&next.x).map(|(a, b)| (a - b).abs() / (1.0 + b.abs()));
            let change = change.fold(0.0_f64, f64::max);
            x = next.x.clone();
            fit = Some(next);
            if change < 1e-9 {
                break;
            }
        }
        match fit {
            Some(fit) => Ok(Estimate::of(data.model, data.reduced, self.name, fit)),
            None => Err(EstimationError::NoEffort),
        }
    }
}

/// 1.4826 times the median size of each joint's residuals.
fn robust_noise(data: &Data, x: &[f64]) -> Result<Vec<f64>, EstimationError> {
    let mut sizes: Vec<Vec<f64>> = vec![Vec::new(); data.reduced.joints()];
    for recording in data.recordings {
        let predicted = data.model.predict(recording, x)?;
        for (j, sizes) in sizes.iter_mut().enumerate() {
            let pairs = recording.effort[j].iter().zip(&predicted[j]);
            sizes.extend(pairs.map(|(m, p)| (m - p).abs()));
        }
    }
    let median = |sizes: &mut Vec<f64>| {
        let middle = sizes.len() / 2;
        match sizes.is_empty() {
            true => 1.0,
            false => (1.4826 * *sizes.select_nth_unstable_by(middle, f64::total_cmp).1).max(1e-12),
        }
    };
    Ok(sizes.iter_mut().map(median).collect())
}
