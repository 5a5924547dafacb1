//! How noisy a smooth signal is.
//!
//! Noise shows in high differences: the `k`-th difference of white noise of deviation `σ` has the
//! variance `C(2k, k) σ²`, while that of a motion sampled well above its own frequencies is nearly
//! zero (Gasser, Sroka & Jennen-Steinmetz 1986, of any order). A high percentile stands for the
//! deviation, so that gaps and jumps do not.

use std::sync::OnceLock;

/// Order of the differences.
const ORDER: usize = 6;
/// `C(12, 6)`
const GAIN: f64 = 924.0;
/// Share of differences below the percentile that stands for the deviation, and
/// that percentile of the size of a standard normal variable.
const SHARE: f64 = 0.9;
const PERCENTILE: f64 = 1.6448536269514722;

/// Deviation of the noise of a smooth signal.
pub fn deviation(signal: &[f64]) -> f64 {
    let mut differences = signal.to_vec();
    for _ in 0..ORDER {
        for k in 1..differences.len() {
            differences[k - 1] = differences[k] - differences[k - 1];
        }
        differences.pop();
    }
    if differences.is_empty() {
        return 0.0;
    }
    differences.iter_mut().for_each(|d| *d = d.abs());
    let at = ((SHARE * differences.len() as f64) as usize).min(differences.len() - 1);
    let size = *differences.select_nth_unstable_by(at, f64::total_cmp).1;
    size / (PERCENTILE * GAIN.sqrt())
}

/// Deviations of the noise of some columns, each found once.
#[derive(Clone, Debug)]
pub(crate) struct FoundNoise(Vec<OnceLock<f64>>);

impl FoundNoise {
    /// Of so many columns, none found yet.
    pub fn of(columns: usize) -> Self {
        Self(vec![OnceLock::new(); columns])
    }
    /// That of a column, which is `signal`.
    pub fn get(&self, column: usize, signal: &[f64]) -> f64 {
        *self.0[column].get_or_init(|| deviation(signal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_random::Random;

    #[test]
    fn noise_of_a_smooth_signal_is_found_and_the_signal_is_not_taken_for_it() {
        let mut draws = Random::with_stream(3, 0);
        let clean: Vec<f64> = (0..4000).map(|k| (0.06 * f64::from(k)).sin()).collect();
        assert!(deviation(&clean) < 1e-8);
        let noisy: Vec<f64> = clean.iter().map(|x| x + 0.01 * draws.normal()).collect();
        let found = deviation(&noisy);
        assert!((found / 0.01 - 1.0).abs() < 0.05, "{found}");
        assert_eq!(deviation(&[1.0; 5]), 0.0);
    }
}
