//! One method on many draws of the noise: what is the method's doing, and what is luck.

use super::Bench;
use crate::reproduce::ReproduceError;
use armlab::identify::Recording;
use rayon::prelude::*;

/// Means and standard deviations of the four parameters over draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Means.
    pub mean: [f64; 4],
    /// Standard deviations.
    pub deviation: [f64; 4],
    /// Draws.
    pub draws: usize,
}

impl Spread {
    /// Of estimates.
    pub fn of(estimates: &[[f64; 4]]) -> Self {
        let n = estimates.len() as f64;
        let mean: [f64; 4] =
            std::array::from_fn(|k| estimates.iter().map(|e| e[k]).sum::<f64>() / n);
        let square = |k: usize| estimates.iter().map(|e| (e[k] - mean[k]).powi(2)).sum::<f64>();
        let deviation = std::array::from_fn(|k| (square(k) / (n - 1.0).max(1.0)).sqrt());
        Self { mean, deviation, draws: estimates.len() }
    }
}

/// A method on `logs`, one after another or side by side: the numbers do not depend on which.
pub fn spread_of(
    bench: &Bench,
    logs: &[Recording],
    method: impl Fn(&Bench, &Recording) -> Result<[f64; 4], ReproduceError> + Sync,
) -> Result<Spread, ReproduceError> {
    let estimates: Result<Vec<_>, _> = logs.par_iter().map(|log| method(bench, log)).collect();
    Ok(Spread::of(&estimates?))
}

impl Bench {
    /// Noisy logs of consecutive seeds.
    pub fn draws(&self, seed: u64, count: usize) -> Result<Vec<Recording>, ReproduceError> {
        (0..count as u64).into_par_iter().map(|k| self.noisy(seed.wrapping_add(k))).collect()
    }
}
