//! Kalman filters that estimate the motion and the parameters of any robot.
//!
//! A robot becomes a system whose state holds positions, speeds and the model's
//! unknowns ([`AugmentedArm`]); a filter of [`FILTERS`] estimates it
//! ([`KalmanEstimator`]), sample by sample or over whole recordings ([`run`]).
//!
//! Recordings should not have been low-passed: a filter does that by itself, and
//! takes what is left for noise that is independent from sample to sample.

mod augmented;
mod estimator;
mod friction_effort;
mod guess;
mod looped_arm;
mod noise;
mod quiet;
mod run;
mod settings;
mod taped;
mod tree_arm;
mod tree_pivots;
mod tree_tapes;

pub use armlab_online::kalman::{
    Consistency, FILTERS, FilterKind, Learns, Memory, Particles, Smoothed, Tuning, Unscented,
};
pub use augmented::AugmentedArm;
pub use estimator::KalmanEstimator;
pub use quiet::quiet_efforts;
pub use run::{History, KalmanRun, RunEnd, RunProgress, run};
pub use settings::{
    Begin, Guess, Integration, KalmanError, KalmanSettings, NoiseLevels, ProcessNoise,
};
