//! The unscented Kalman filter (Julier & Uhlmann 1997; Wan & van der Merwe 2000).
//!
//! With `λ = α²(L + κ) − L` the points lie at `√(L + λ)` columns of the factor, and
//! the usual weights are
//!
//! ```text
//! W₀ᵐ = λ/(L + λ)     W₀ᶜ = W₀ᵐ + 1 − α² + β     Wᵢ = 1/(2(L + λ))
//! ```
//!
//! Put into sums and differences of pairs ([`armlab_dense::small`]) they become `b = Wᵢ/2` and
//! `d = β − α²`.

use super::adaptive::Memory;
use super::covariance_filter::CovarianceFilter;
use super::system::Dimensions;
use armlab_dense::small::PairRule;

/// Settings of the unscented transform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unscented {
    /// Spread of the points; with a wide prior a large one puts points where no
    /// system could exist.
    pub alpha: f64,
    /// 2 is best for normal distributions.
    pub beta: f64,
    /// Further spread.
    pub kappa: f64,
}

impl Default for Unscented {
    fn default() -> Self {
        Self { alpha: 0.1, beta: 2.0, kappa: 0.0 }
    }
}

/// The weights as books print them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnscentedWeights {
    /// `λ`
    pub lambda: f64,
    /// Of the middle point in means.
    pub mean_middle: f64,
    /// Of the middle point in covariances.
    pub covariance_middle: f64,
    /// Of every other point.
    pub other: f64,
}

impl Unscented {
    /// Weights for `states` states.
    pub fn weights(&self, states: usize) -> UnscentedWeights {
        let count = states as f64;
        let spread = self.alpha * self.alpha * (count + self.kappa);
        let lambda = spread - count;
        let mean_middle = lambda / spread;
        UnscentedWeights {
            lambda,
            mean_middle,
            covariance_middle: mean_middle + 1.0 - self.alpha * self.alpha + self.beta,
            other: 0.5 / spread,
        }
    }
    /// The same as sums and differences of pairs.
    pub fn rule(&self, states: usize) -> PairRule {
        let spread = self.alpha * self.alpha * (states as f64 + self.kappa);
        PairRule {
            distance: spread.sqrt(),
            curvature: 0.25 / spread,
            shift: self.beta - self.alpha * self.alpha,
        }
    }
}

/// The unscented filter.
pub fn ukf(sizes: Dimensions, unscented: Unscented) -> CovarianceFilter {
    CovarianceFilter::by_points("ukf", sizes, unscented.rule(sizes.states))
}

/// The unscented filter that learns the noise.
pub fn aukf(sizes: Dimensions, unscented: Unscented, memory: Memory) -> CovarianceFilter {
    CovarianceFilter::by_points("aukf", sizes, unscented.rule(sizes.states)).adaptive(memory)
}
