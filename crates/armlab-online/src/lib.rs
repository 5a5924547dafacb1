//! Estimators that learn sample by sample.
//!
//! Two families. A [`RowLearner`] sees rows of regressor and target (recursive
//! least squares, Adaline, Hopfield); a Kalman filter sees measurements of a
//! system whose state it follows. Neither depends on robots: the caller
//! defines what a row or a state stands for.

mod adaline;
mod counts;
mod hopfield;
pub mod kalman;
mod progress;
mod rls;
mod settings;

pub use adaline::{Adaline, AdalineSettings, Networks, Rates};
pub use hopfield::{Hopfield, HopfieldSettings, Reach};
pub use progress::{Divergence, ResumeError, SampleOutcome, Saved};
pub use rls::{Rls, RlsSettings, SquareRootRls, SquareRootSettings, WindUp};
pub use settings::{InitialCovariance, SettingsError};

/// An estimator that learns from rows `φᵀ p ≈ y`.
pub trait RowLearner {
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// Learns from the rows of one instant: `rows` holds one regressor row after
    /// another, `targets` one number per row. Does not allocate. Rows with a
    /// number that is not finite change nothing and are reported as skipped.
    fn learn(&mut self, rows: &[f64], targets: &[f64]) -> Result<SampleOutcome, Divergence>;
    /// The present estimate.
    fn estimate(&self) -> &[f64];
    /// Writes the covariance of the estimate, row after row; false where the
    /// method keeps none or has none yet.
    ///
    /// # Panics
    /// If `out` is not a matrix of the unknowns.
    fn covariance(&self, out: &mut [f64]) -> bool;
    /// Writes the variances of the estimate; false where there are none.
    ///
    /// # Panics
    /// If `out` is not one number per unknown.
    fn variances(&self, out: &mut [f64]) -> bool;
    /// All that is needed to go on later.
    fn save(&self) -> Saved;
    /// Goes on from what was saved.
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError>;
}
