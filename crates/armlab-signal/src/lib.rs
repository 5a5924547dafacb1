//! Conditioning of sampled signals: smoothing, derivatives, zero-phase filters,
//! resampling, decimation, and the choice of a cut-off.
//!
//! Signals are plain slices, one per column; nothing here depends on robots.
//! Every call checks its input once: slices that are too short, stamps that do
//! not increase and numbers that are not finite come back as a [`SignalError`]
//! that says what to change.

mod butterworth;
mod cutoff;
mod decimate;
mod difference;
mod dot;
mod error;
mod filter;
mod fir;
mod gaussian;
pub mod interpolate;
mod mask;
mod orthogonal;
mod parallel;
mod resample;
mod savitzky_golay;
mod sections;
mod smoothing_spline;
mod spectrum;
mod stamped;

pub use butterworth::{Band, Butterworth};
pub use cutoff::{Cutoff, CutoffRule, choose_cutoff};
pub use decimate::{decimate, decimate_columns};
pub use difference::{
    first_difference, first_difference_at, second_difference, second_difference_at,
};
pub use error::{SignalError, check_finite, check_stamps};
pub use filter::{Derivatives, Filter};
pub use fir::LowPassFir;
pub use gaussian::Gaussian;
pub use mask::{Reversals, mask_slow};
pub use orthogonal::OrthonormalPolynomials;
pub use parallel::ParallelDecimator;
pub use resample::{Gap, Method, Resampled, Resampler, uniform_step};
pub use savitzky_golay::{Edge, SavitzkyGolay};
pub use sections::{Section, Sections};
pub use smoothing_spline::{Sampled, Smoothing, SmoothingSplines};
pub use spectrum::{Spectrum, power_spectrum};
