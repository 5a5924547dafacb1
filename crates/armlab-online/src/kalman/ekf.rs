//! The extended Kalman filter (Smith, Schmidt & McGee 1962; Jazwinski 1970), and
//! with noise learnt on the way the adaptive one.
//!
//! ```text
//! x⁻ = f(x, u)       P⁻ = F P Fᵀ + Q       then the update of joseph.rs
//! ```

use super::adaptive::Memory;
use super::covariance_filter::{CovarianceFilter, Prediction};
use super::system::Dimensions;
use armlab_dense::Aligned;
use armlab_dense::small::padded;

/// The extended Kalman filter.
pub fn ekf(sizes: Dimensions) -> CovarianceFilter {
    CovarianceFilter::new("ekf", sizes, slopes(sizes))
}

/// The extended Kalman filter that adapts the noise.
pub fn aekf(sizes: Dimensions, memory: Memory) -> CovarianceFilter {
    CovarianceFilter::new("aekf", sizes, slopes(sizes)).adaptive(memory)
}

fn slopes(sizes: Dimensions) -> Prediction {
    let (n, moving) = (sizes.states, sizes.moving());
    Prediction::Slopes(vec![0.0; moving * n], Aligned::zeros(n * padded(moving)))
}
