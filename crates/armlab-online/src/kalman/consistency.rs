//! Whether a filter is right about its own uncertainty (Bar-Shalom, Li &
//! Kirubarajan 2001, §5.4).
//!
//! The normalised innovation squared `νᵀ S⁻¹ ν` and, where the truth is known, the
//! normalised estimation error squared `(x − x*)ᵀ P⁻¹ (x − x*)` are chi-square
//! distributed if the filter is consistent. Too many large ones: it trusts itself
//! too much. Too many small ones: too little.

use armlab_dense::dot;
use armlab_dense::small::{cholesky, solve_lower};
use armlab_random::chi_square_quantile;

/// Counts of a chi-square number over time, in a band that holds 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Consistency {
    /// Degrees of freedom.
    pub freedom: usize,
    /// Lower and upper end of the band.
    pub band: [f64; 2],
    /// Numbers seen.
    pub count: u64,
    /// Of these, below the band and above it.
    pub outside: [u64; 2],
    /// Their sum.
    pub sum: f64,
}

impl Consistency {
    /// For numbers with this many degrees of freedom.
    pub fn new(freedom: usize) -> Self {
        let band = [0.025, 0.975].map(|p| chi_square_quantile(p, freedom));
        Self { freedom, band, count: 0, outside: [0; 2], sum: 0.0 }
    }
    /// Counts a number.
    pub fn add(&mut self, square: f64) {
        self.count += 1;
        self.sum += square;
        if square < self.band[0] {
            self.outside[0] += 1;
        } else if !(square <= self.band[1]) {
            self.outside[1] += 1;
        }
    }
    /// Part of the numbers that lie in the band: 0.95 is right.
    pub fn inside(&self) -> f64 {
        let outside = self.outside[0] + self.outside[1];
        1.0 - outside as f64 / self.count.max(1) as f64
    }
    /// Mean over degrees of freedom: 1 is right.
    pub fn ratio(&self) -> f64 {
        self.sum / (self.count.max(1) as f64 * self.freedom.max(1) as f64)
    }
    /// Band that holds the ratio with 95 % if the filter is consistent and its
    /// innovations are independent.
    pub fn ratio_band(&self) -> [f64; 2] {
        // The mean of many is normal: mean 1, variance 2 over all degrees.
        let degrees = self.count.max(1) as f64 * self.freedom.max(1) as f64;
        let width = 1.959963984540054 * (2.0 / degrees).sqrt();
        [1.0 - width, 1.0 + width]
    }
    /// In words.
    pub fn words(&self) -> String {
        let judged = match (self.ratio(), self.ratio_band()) {
            (ratio, [_, high]) if ratio > high.max(1.2) => {
                "it is surer of itself than it should be"
            }
            (ratio, [low, _]) if ratio < low.min(0.8) => "it is less sure than it could be",
            _ => "as it should be",
        };
        format!(
            "{:.1} % of the innovations lie in the band that should hold 95 %, their mean square is {:.2} of what the filter expects: {judged}",
            100.0 * self.inside(),
            self.ratio()
        )
    }
}

/// `(x − truth)ᵀ P⁻¹ (x − truth)` with `covariance` row after row; `None` where it
/// is not positive definite.
///
/// # Panics
/// If the lengths do not fit together.
pub fn estimation_error(x: &[f64], covariance: &[f64], truth: &[f64]) -> Option<f64> {
    let n = x.len();
    assert!(covariance.len() == n * n && truth.len() == n, "a covariance of all states");
    let mut factor = covariance.to_vec();
    if !cholesky(&mut factor, n) {
        return None;
    }
    let mut error: Vec<f64> = x.iter().zip(truth).map(|(x, t)| x - t).collect();
    solve_lower(&factor, n, &mut error);
    Some(dot(&error, &error))
}
