//! Colour of residuals: how the noise of a joint's rows goes on from row to row.
//!
//! An autoregressive model `Σ aₘ e₍ₖ₋ₘ₎ = innovation` is found from the residuals'
//! autocovariances by Levinson's recursion (Durbin 1960), its order by Schwarz's
//! criterion. The recursion passes through the models of all lower orders, which
//! serve the first rows after a gap, so that whitening loses no row.

use serde::Serialize;

/// Highest order.
const MOST: usize = 8;
/// Rows for each order that is tried, at least.
const ROWS: usize = 12;
/// A reflection coefficient beyond this is as good as a random walk.
const STABLE: f64 = 0.995;

/// The colour of one joint's rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Colour {
    /// Prediction-error filters of order 0, 1, …; each begins with 1.
    #[serde(skip)]
    filters: Vec<Vec<f64>>,
    /// Deviation of the innovations over that of the highest order's.
    #[serde(skip)]
    scales: Vec<f64>,
    /// Order of the model; 0 means white.
    pub order: usize,
    /// Correlation of neighbouring residuals.
    pub correlation: f64,
}

impl Colour {
    /// Rows as they are.
    pub fn white() -> Self {
        Self { filters: vec![vec![1.0]], scales: vec![1.0], order: 0, correlation: 0.0 }
    }

    /// From residuals, row after row; `None` where a row was left out and between
    /// stretches.
    pub(crate) fn of(residuals: &[Option<f64>]) -> Self {
        let count = residuals.iter().flatten().count();
        let most = MOST.min(count / ROWS);
        let covariance: Vec<f64> = (0..=most).map(|lag| autocovariance(residuals, lag)).collect();
        if !(covariance[0] > 0.0) {
            return Self::white();
        }
        let (mut filter, mut variance) = (vec![1.0], covariance[0]);
        let (mut filters, mut variances) = (vec![filter.clone()], vec![variance]);
        for m in 1..=most {
            let ahead: f64 = filter.iter().enumerate().map(|(i, a)| a * covariance[m - i]).sum();
            let reflection = -ahead / variance;
            if !(reflection.abs() < STABLE) {
                break;
            }
            let mut next = filter.clone();
            next.push(0.0);
            for (i, a) in filter.iter().enumerate() {
                next[m - i] += reflection * a;
            }
            variance *= 1.0 - reflection * reflection;
            filter = next;
            filters.push(filter.clone());
            variances.push(variance);
        }
        let rows = count as f64;
        let cost = |m: usize| rows * variances[m].ln() + m as f64 * rows.ln();
        let order = (0..filters.len()).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(0);
        filters.truncate(order + 1);
        let scales = (0..=order).map(|m| (variances[m] / variances[order]).sqrt()).collect();
        let correlation = covariance.get(1).map_or(0.0, |c| c / covariance[0]);
        Self { filters, scales, order, correlation }
    }

    /// Weights of a row and those before it, `run` of which follow each other
    /// without a gap. Innovations have the same deviation after all of them.
    pub(crate) fn weights(&self, run: usize) -> impl Iterator<Item = f64> {
        let order = run.min(self.order);
        let scale = 1.0 / self.scales[order];
        self.filters[order].iter().map(move |a| scale * a)
    }
}

/// Mean product of residuals `lag` rows apart.
fn autocovariance(residuals: &[Option<f64>], lag: usize) -> f64 {
    let (mut sum, mut count) = (0.0, 0_usize);
    for (k, early) in residuals.iter().enumerate() {
        if let (Some(early), Some(Some(late))) = (early, residuals.get(k + lag)) {
            sum += early * late;
            count += 1;
        }
    }
    sum / count.max(1) as f64
}
