//! The central-difference filter of second order (Nørgaard, Poulsen & Ravn 2000;
//! Ito & Xiong 2000): Stirling's interpolation over a step of `h` columns of the
//! Cholesky factor,
//!
//! ```text
//! mean = Y₀ + 1/(2h²) Σ sᵢ      P = 1/(4h²) Σ fᵢ fᵢᵀ + (h² − 1)/(4h⁴) Σ sᵢ sᵢᵀ
//! ```
//!
//! `h² = 3` matches the fourth moment of a normal distribution, and is what the
//! authors recommend; it may not be below 1.

use super::covariance_filter::CovarianceFilter;
use super::system::Dimensions;
use armlab_dense::small::PairRule;

/// The rule of a step `h`; steps below 1 count as 1, where nothing is learnt of
/// curvature but the mean's shift.
pub fn central_difference(h: f64) -> PairRule {
    let h2 = (h * h).max(1.0);
    PairRule { distance: h2.sqrt(), curvature: 0.25 * (h2 - 1.0) / (h2 * h2), shift: 0.0 }
}

/// The central-difference filter.
pub fn cdkf(sizes: Dimensions, h: f64) -> CovarianceFilter {
    CovarianceFilter::by_points("cdkf", sizes, central_difference(h))
}
