//! One method on many draws of the noise: what is the method's doing, and what is luck.

use super::{Bench, Path, Window};
use crate::reproduce::{ReproduceError, Settings};
use armlab::identify::Recording;

/// Estimates of ours, and their deviations about the real values where they were followed over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Estimates.
    pub values: [f64; 4],
    /// See [`Path::deviation_from_truth`].
    pub deviations: Option<[f64; 4]>,
}

impl Found {
    /// Without deviations.
    pub fn of(values: [f64; 4]) -> Self {
        Self { values, deviations: None }
    }
    /// Means over a window; no numbers of a path that broke off.
    pub fn mean(path: &Path, window: Window) -> Self {
        Self { values: path.mean(window), deviations: Some(path.deviation_from_truth(window)) }
            .unless_broken(path)
    }
    /// The last estimate, with the deviations over a window; no numbers of a path that broke off.
    pub fn last(path: &Path, window: Window) -> Self {
        Self { values: path.last(), deviations: Some(path.deviation_from_truth(window)) }
            .unless_broken(path)
    }
    fn unless_broken(self, path: &Path) -> Self {
        match path.broken {
            None => self,
            Some(_) => Self { values: [f64::NAN; 4], deviations: Some([f64::NAN; 4]) },
        }
    }
}

/// Means and standard deviations of the four parameters over draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scatter {
    /// Means.
    pub mean: [f64; 4],
    /// Standard deviations.
    pub deviation: [f64; 4],
}

impl Scatter {
    /// Of estimates.
    pub fn of(found: &[Found]) -> Self {
        let n = found.len() as f64;
        let mean: [f64; 4] =
            std::array::from_fn(|k| found.iter().map(|f| f.values[k]).sum::<f64>() / n);
        let square = |k: usize| found.iter().map(|f| (f.values[k] - mean[k]).powi(2)).sum::<f64>();
        let deviation = std::array::from_fn(|k| (square(k) / (n - 1.0).max(1.0)).sqrt());
        Self { mean, deviation }
    }
}

/// A method on every log, one after another or side by side: the numbers do not depend on which.
pub fn on_each(
    logs: &[Recording],
    settings: &Settings,
    method: impl Fn(usize, &Recording) -> Result<Found, ReproduceError> + Sync,
) -> Result<Vec<Found>, ReproduceError> {
    settings.each(logs, method)
}

impl Bench {
    /// Noisy logs of all redraws; the first is that of the run's own seed.
    pub fn draws(&self, settings: &Settings) -> Result<Vec<Recording>, ReproduceError> {
        settings.redraw(|seed| self.noisy(seed))
    }
}
