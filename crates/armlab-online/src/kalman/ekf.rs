//! The extended Kalman filter (Smith, Schmidt & McGee 1962; Jazwinski 1970), and
//! with noise learnt on the way the adaptive one.
//!
//! ```text
//! x⁻ = f(x, u)       P⁻ = F P Fᵀ + Q       then the update of joseph.rs
//! ```

use super::adaptive::Memory;
use super::covariance_filter::CovarianceFilter;
use super::system::Dimensions;

/// The extended Kalman filter.
pub fn ekf(sizes: Dimensions) -> CovarianceFilter {
    CovarianceFilter::by_slopes("ekf", sizes)
}

/// The extended Kalman filter that adapts the noise.
pub fn aekf(sizes: Dimensions, memory: Memory) -> CovarianceFilter {
    CovarianceFilter::by_slopes("aekf", sizes).adaptive(memory)
}
