//! Whether a residual is noise: its autocorrelation.
//!
//! ```text
//! r_k = Σ_i e_i e_{i+k} / Σ_i e_i²,     Q = n (n+2) Σ_{k=1..L} r_k² / (n−k)
//! ```
//!
//! For white noise each `r_k` lies within ±1.96/√n nineteen times out of twenty,
//! and `Q` is about `L ± √(2L)` (Ljung & Box 1978). A residual that is not white
//! holds something the model has not: friction of another shape, a flexible
//! gear, a filter in the drive. Measured residuals are hardly ever white, and
//! standard deviations of parameters are then too small.

use armlab_dense::dot;
use serde::Serialize;

/// Most lags looked at.
const LAGS: usize = 50;
/// Share of correlations outside the band that noise may have.
const SHARE: f64 = 0.10;

/// How much one joint's residual resembles white noise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Whiteness {
    /// True if it does.
    pub white: bool,
    /// Share of the autocorrelations outside the 95 % band.
    pub outside: f64,
    /// Autocorrelation at the first lag.
    pub first: f64,
    /// Ljung and Box's statistic.
    pub ljung_box: f64,
    /// Number of lags.
    pub lags: usize,
}

/// Examines a residual; `None` if it is too short or constant.
pub fn whiteness(residual: &[f64]) -> Option<Whiteness> {
    let n = residual.len();
    let lags = LAGS.min(n / 4);
    let mean = residual.iter().sum::<f64>() / n.max(1) as f64;
    let e: Vec<f64> = residual.iter().map(|r| r - mean).collect();
    let power: f64 = e.iter().map(|x| x * x).sum();
    if lags < 5 || !(power > 0.0 && power.is_finite()) {
        return None;
    }
    let correlation = |k: usize| dot(&e[..n - k], &e[k..]) / power;
    let band = 1.96 / (n as f64).sqrt();
    let r: Vec<f64> = (1..=lags).map(correlation).collect();
    let outside = r.iter().filter(|r| r.abs() > band).count() as f64 / lags as f64;
    let terms = r.iter().enumerate().map(|(i, r)| r * r / (n - i - 1) as f64);
    let ljung_box = n as f64 * (n as f64 + 2.0) * terms.sum::<f64>();
    let usual = lags as f64 + 3.0 * (2.0 * lags as f64).sqrt();
    let white = outside <= SHARE && ljung_box <= usual;
    Some(Whiteness { white, outside, first: r[0], ljung_box, lags })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn noise(n: usize) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        (0..n).map(|_| rng.random::<f64>() - 0.5).collect()
    }

    #[test]
    fn noise_is_white_and_a_running_mean_of_it_is_not() {
        let noise = noise(4000);
        assert!(whiteness(&noise).unwrap().white);
        let smooth: Vec<f64> = noise.windows(4).map(|w| w.iter().sum::<f64>()).collect();
        let seen = whiteness(&smooth).unwrap();
        assert!(!seen.white);
        // Three of four samples are shared with the neighbour.
        assert!((seen.first - 0.75).abs() < 0.03, "{seen:?}");
    }

    #[test]
    fn an_alternating_residual_has_the_correlation_computed_by_hand() {
        let residual: Vec<f64> = (0..40).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let seen = whiteness(&residual).unwrap();
        assert!((seen.first + 39.0 / 40.0).abs() < 1e-15);
        assert_eq!((seen.outside, seen.lags, seen.white), (1.0, 10, false));
    }

    #[test]
    fn nothing_is_said_of_short_constant_or_broken_residuals() {
        assert_eq!(whiteness(&[]), None);
        assert_eq!(whiteness(&noise(19)), None);
        assert_eq!(whiteness(&[1.0; 100]), None);
        assert_eq!(whiteness(&[f64::NAN; 100]), None);
    }
}
