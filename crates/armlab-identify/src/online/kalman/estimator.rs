//! A Kalman filter as an estimator that learns from samples of a log.

use super::augmented::AugmentedArm;
use super::settings::{KalmanError, KalmanSettings};
use crate::Model;
use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::{Estimate, Fit};
use crate::online::{OnlineEstimator, Sample};
use crate::solve;
use armlab_dense::Matrix;
use armlab_online::kalman::{Consistency, Innovation, SmoothError, Smoothed, System, Tracker};
use armlab_online::{Divergence, ResumeError, SampleOutcome, Saved};

/// A filter that estimates a robot's motion and parameters together.
pub struct KalmanEstimator<'r> {
    tracker: Tracker<AugmentedArm<'r>>,
    guess: Vec<f64>,
    joints: usize,
    z: Vec<f64>,
}

impl<'r> KalmanEstimator<'r> {
    /// A filter for the unknowns of a model.
    pub fn new(model: &Model<'r>, settings: KalmanSettings) -> Result<Self, KalmanError> {
        let guess = settings.guess.values.clone();
        let (kind, tuning) = (settings.kind, settings.tuning);
        let arm = AugmentedArm::new(model, settings)?;
        let sizes = arm.dimensions();
        let filter = kind.build(sizes, &tuning);
        Ok(Self {
            tracker: Tracker::new(arm, filter, model.joints()),
            guess,
            joints: model.joints(),
            z: vec![0.0; sizes.measurements],
        })
    }
    /// The same, keeping what smoothing needs: two covariances per sample.
    pub fn for_smoothing(mut self) -> Self {
        self.tracker = self.tracker.for_smoothing();
        self
    }
    /// Positions, speeds and unknowns as the filter sees them; meaningless before
    /// the first sample.
    pub fn state(&self) -> &[f64] {
        self.tracker.state()
    }
    /// Their covariance, row after row.
    pub fn covariance(&self, out: &mut [f64]) {
        self.tracker.covariance(out);
    }
    /// The settings.
    pub fn settings(&self) -> &KalmanSettings {
        self.tracker.system().settings()
    }
    /// Samples seen, skipped ones included.
    pub fn samples(&self) -> u64 {
        self.tracker.samples()
    }
    /// Samples that could not be used.
    pub fn skipped(&self) -> u64 {
        self.tracker.skipped()
    }
    /// Gaps in time.
    pub fn gaps(&self) -> u64 {
        self.tracker.gaps()
    }
    /// How often a step was halved to stay with robots that could exist.
    pub fn halvings(&self) -> u64 {
        self.tracker.halvings()
    }
    /// What the last sample showed.
    pub fn innovation(&self) -> Innovation {
        self.tracker.innovation()
    }
    /// How the innovations fit the filter's uncertainty.
    pub fn consistency(&self) -> &Consistency {
        self.tracker.consistency()
    }
    /// Positions and speeds with hindsight, if samples were kept for smoothing.
    pub fn smooth(&self) -> Option<Result<Smoothed, SmoothError>> {
        self.tracker.smooth()
    }
    /// The next sample begins another log: time may start again, and the robot
    /// may be elsewhere. What was learnt of the unknowns stays.
    pub fn interrupt(&mut self) {
        self.tracker.interrupt();
    }

    /// The result as an estimate. An unknown whose variance did not fall below half of
    /// the guess's was not excited.
    pub fn to_estimate(
        &self,
        data: &Data,
        notes: Vec<String>,
    ) -> Result<Estimate, EstimationError> {
        let (first, count) = (2 * self.joints, self.guess.len());
        let states = first + count;
        let mut all = vec![0.0; states * states];
        self.tracker.covariance(&mut all);
        let covariance =
            Matrix::from_fn(count, count, |i, j| all[(first + i) * states + first + j]);
        let deviations = self.settings().guess.deviations();
        let seen: Vec<f64> = (0..count)
            .map(|k| (1.0 - covariance.at(k, k) / deviations[k].powi(2)).clamp(0.0, 1.0))
            .collect();
        let solution = solve(&data.reduced.whole(&noise_weights(data)?), &data.prior)?;
        let fit = Fit {
            x: self.estimate().to_vec(),
            covariance,
            rank: solution.rank,
            condition: solution.condition,
            scaled_condition: solution.scaled_condition,
            seen,
            freedom: None,
            link_values: None,
            notes,
        };
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

impl OnlineEstimator for KalmanEstimator<'_> {
    fn name(&self) -> &'static str {
        self.tracker.name()
    }
    /// Positions and, where their noise is known, speeds are measurements, efforts
    /// are input until the next sample; accelerations are not looked at.
    ///
    /// # Panics
    /// If a slice has not one entry per driven joint.
    fn update(&mut self, sample: &Sample) -> Result<SampleOutcome, Divergence> {
        let n = self.joints;
        self.z[..n].copy_from_slice(sample.q);
        if self.z.len() > n {
            self.z[n..].copy_from_slice(sample.qd);
        }
        self.tracker.take(sample.t, sample.effort, &self.z)
    }
    fn estimate(&self) -> &[f64] {
        if self.tracker.begun() { &self.tracker.state()[2 * self.joints..] } else { &self.guess }
    }
    fn variances(&self, out: &mut [f64]) -> bool {
        if !self.tracker.begun() {
            let (guess, n) = (&self.settings().guess, self.guess.len());
            out.iter_mut().enumerate().for_each(|(i, v)| *v = guess.covariance[i * n + i]);
            return true;
        }
        out.copy_from_slice(&self.tracker.variances()[2 * self.joints..]);
        true
    }
    fn save(&self) -> Saved {
        self.tracker.save()
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        self.tracker.resume(saved)
    }
}
