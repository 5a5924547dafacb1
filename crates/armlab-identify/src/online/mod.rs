//! Estimators that work sample by sample, for any robot.
//!
//! [`armlab_online`] has the estimators; here a robot's motion and efforts become
//! their rows or measurements.

mod entries;
mod follow;
mod history;
mod incoming;
mod instant;
pub mod kalman;
pub mod live;
mod methods;
mod rows;

pub use armlab_online::{Divergence, ResumeError, SampleOutcome, Saved};
pub use follow::{End, Followed, Following, Step, follow};
pub use history::History;
pub use incoming::{Incoming, IncomingState, Logged};
pub use methods::{
    AdalineMethod, AdalineNetworks, AdaptiveEkf, AdaptiveUkf, CentralDifference, Ekf, FilterMethod,
    HopfieldMethod, ONLINE_METHODS, OnlineInput, OnlineMethod, Particle, RlsMethod, RowMethod,
    Sampling, SquareRootEkf, SquareRootRlsMethod, SquareRootUkf, Ukf, online_methods,
};
pub use rows::{RowEstimator, SampleRows};

use crate::recording::Recording;
use std::ops::Range;

/// One instant of a log, in driven joints.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Time, s.
    pub t: f64,
    /// Positions.
    pub q: &'a [f64],
    /// Speeds.
    pub qd: &'a [f64],
    /// Accelerations.
    pub qdd: &'a [f64],
    /// Efforts.
    pub effort: &'a [f64],
}

/// An estimator that learns from one sample at a time.
pub trait OnlineEstimator {
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// Updates the estimate with a sample.
    fn update(&mut self, sample: &Sample) -> Result<SampleOutcome, Divergence>;
    /// Makes samples ready that come next, where it is cheaper to look at several at once.
    /// False if it is not, and nothing was done: then each is an [`update`](Self::update).
    fn look_ahead(&mut self, _recording: &Recording, _samples: Range<usize>) -> bool {
        false
    }
    /// Updates the estimate with the sample at a place among those that were made ready: the
    /// same as an update with that sample, to the last bit.
    ///
    /// # Panics
    /// If there is no such sample.
    fn update_ahead(&mut self, place: usize) -> Result<SampleOutcome, Divergence> {
        panic!("{}: sample {place} was not made ready", self.name())
    }
    /// The present estimate of the model's unknowns: base parameters, then
    /// friction, as [`super::Model::names`] lists them.
    fn estimate(&self) -> &[f64];
    /// Variances of the unknowns, where the method keeps them.
    fn variances(&self, out: &mut [f64]) -> bool;
    /// All that is needed to go on later.
    fn save(&self) -> Saved;
    /// Goes on from what was saved.
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError>;
}
