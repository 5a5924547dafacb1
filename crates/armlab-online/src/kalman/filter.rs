//! What all filters have in common.

use super::system::{Dimensions, NoPrediction, System};
use crate::{ResumeError, Saved};
use armlab_dense::Aligned;
use armlab_dense::small::padded;
use thiserror::Error;

/// Why a filter cannot go on.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Failure {
    /// The system cannot be predicted from where the filter thinks it is.
    #[error(transparent)]
    NoPrediction(#[from] NoPrediction),
    /// A covariance lost its positive variances.
    #[error("the {0} is not positive definite any more")]
    NotPositive(&'static str),
    /// Numbers that are none.
    #[error("the state holds numbers that are not finite")]
    NotFinite,
    /// Measurements that the filter thinks impossible.
    #[error(
        "the measurement is off the prediction by {deviations:.1e} standard deviations: the filter has lost the system"
    )]
    Lost {
        /// Root mean square of the normalised innovation.
        deviations: f64,
    },
}

/// What an update showed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Innovation {
    /// `νᵀ S⁻¹ ν`: chi-square distributed with one degree per measurement, if the
    /// filter is right about its uncertainty.
    pub nis: f64,
    /// How often the step of the constants was halved to stay feasible.
    pub halvings: u32,
}

/// A Kalman filter. `start` comes first; then predictions and updates in turn.
pub trait Filter<S: System> {
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// Begins at a state with this covariance, row after row.
    fn start(&mut self, x: &[f64], covariance: &[f64]) -> Result<(), Failure>;
    /// Begins anew with the moving states, after a gap in time; what is known of
    /// the constants stays.
    fn restart(&mut self, moving: &[f64], variances: &[f64]) -> Result<(), Failure>;
    /// Advances by `dt` under the input `u`.
    fn predict(&mut self, system: &mut S, u: &[f64], dt: f64) -> Result<(), Failure>;
    /// Learns from a measurement.
    fn update(&mut self, system: &mut S, z: &[f64]) -> Result<Innovation, Failure>;
    /// The present state.
    fn state(&self) -> &[f64];
    /// Its variances.
    fn variances(&self, out: &mut [f64]);
    /// Its covariance, row after row.
    fn covariance(&self, out: &mut [f64]);
    /// Covariance of the moving states after the last prediction with all states
    /// before it (`moving × states`), for smoothing, and the length of its rows, which may be
    /// padded; `None` where the filter keeps none.
    fn cross_covariance(&self) -> Option<(&[f64], usize)>;
    /// Adds what the filter needs to go on later.
    fn save(&self, into: Saved) -> Saved;
    /// Goes on from what was saved.
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError>;
}

/// Mean and covariance.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    pub(super) sizes: Dimensions,
    pub(super) x: Aligned,
    /// Symmetric, in rows of `stride` numbers, which are padded with zeros.
    pub(super) p: Aligned,
    pub(super) stride: usize,
}

impl Belief {
    pub(super) fn new(sizes: Dimensions) -> Self {
        let (n, stride) = (sizes.states, padded(sizes.states));
        Self { sizes, x: Aligned::zeros(stride), p: Aligned::zeros(n * stride), stride }
    }
    /// The mean without its padding.
    pub(super) fn state(&self) -> &[f64] {
        &self.x[..self.sizes.states]
    }
    pub(super) fn start(&mut self, x: &[f64], covariance: &[f64]) {
        let n = self.sizes.states;
        self.x[..n].copy_from_slice(x);
        for (to, from) in self.p.chunks_exact_mut(self.stride).zip(covariance.chunks_exact(n)) {
            to[..n].copy_from_slice(from);
        }
    }
    pub(super) fn restart(&mut self, moving: &[f64], variances: &[f64]) {
        let (n, m) = (self.sizes.states, self.sizes.moving());
        self.x[..m].copy_from_slice(moving);
        for i in 0..n {
            for j in 0..n {
                if i.min(j) < m {
                    self.p[i * self.stride + j] = if i == j { variances[i] } else { 0.0 };
                }
            }
        }
    }
    pub(super) fn variances(&self, out: &mut [f64]) {
        out.iter_mut().enumerate().for_each(|(i, v)| *v = self.p[i * (self.stride + 1)]);
    }
    pub(super) fn covariance(&self, out: &mut [f64]) {
        let n = self.sizes.states;
        for (to, from) in out.chunks_exact_mut(n).zip(self.p.chunks_exact(self.stride)) {
            to.copy_from_slice(&from[..n]);
        }
    }
    /// Takes the lower half for the upper one: they are equal but for rounding.
    pub(super) fn mirror(&mut self) {
        let stride = self.stride;
        for i in 1..self.sizes.states {
            let (above, rest) = self.p.split_at_mut(i * stride);
            for (above, entry) in above.chunks_exact_mut(stride).zip(&*rest) {
                above[i] = *entry;
            }
        }
    }
    pub(super) fn save(&self, into: Saved) -> Saved {
        let n = self.sizes.states;
        let mut covariance = vec![0.0; n * n];
        self.covariance(&mut covariance);
        into.with("state", self.state()).with("covariance", &covariance)
    }
    pub(super) fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        let n = self.sizes.states;
        let (mut x, mut covariance) = (vec![0.0; n], vec![0.0; n * n]);
        saved.restore("state", &mut x)?;
        saved.restore("covariance", &mut covariance)?;
        self.start(&x, &covariance);
        Ok(())
    }
}

/// Halvings after which a step is given up.
const MOST_HALVINGS: u32 = 50;

/// Halves the step of the constants from `before` until the system could exist;
/// returns how often. A system that could not even exist before stays as it was.
pub(super) fn keep_feasible<S: System>(system: &mut S, before: &[f64], x: &mut [f64]) -> u32 {
    let first = system.dimensions().moving();
    let mut halvings = 0;
    while !system.feasible(x) {
        if halvings == MOST_HALVINGS {
            x[first..].copy_from_slice(&before[first..]);
            break;
        }
        for (x, before) in x[first..].iter_mut().zip(&before[first..]) {
            *x = before + 0.5 * (*x - before);
        }
        halvings += 1;
    }
    halvings
}
