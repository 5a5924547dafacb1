//! One estimator on a growing log, with its history and its present error.

use super::super::history::History;
use super::super::incoming::Logged;
use super::super::kalman::KalmanEstimator;
use super::super::rows::{RowEstimator, SampleRows};
use super::super::{
    Divergence, OnlineEstimator, OnlineInput, OnlineMethod, ResumeError, Sample, SampleOutcome,
    Saved,
};
use super::{LiveError, LiveSettings, NoiseEstimate};
use crate::problem::Model;

/// Samples at the beginning that count as transient, in noise windows.
const TRANSIENT: f64 = 2.0;

/// One error counts at most as this many times the usual effort.
const MOST: f64 = 3.0;

enum Kind<'m, 'r> {
    Rows(Box<RowEstimator<'m, 'r>>),
    Filter(Box<KalmanEstimator<'r>>),
}

/// An estimator that follows.
pub struct LiveLearner<'m, 'r> {
    kind: Kind<'m, 'r>,
    history: History,
    learnt: u64,
    skipped: u64,
    diverged: Option<(f64, Divergence)>,
    /// The last finite estimate.
    good: Vec<f64>,
    last: f64,
    /// Squares of errors and efforts, forgotten over a window.
    squares: [f64; 2],
    forgetting: f64,
    /// For instants whose speeds are not logged.
    zeros: Vec<f64>,
}

impl<'m, 'r> LiveLearner<'m, 'r> {
    pub(super) fn new(
        model: &'m Model<'r>,
        method: &dyn OnlineMethod,
        noise: &NoiseEstimate,
        settings: &LiveSettings,
    ) -> Result<Self, LiveError> {
        let failed = |why: String| LiveError::Method { method: method.name(), why };
        let kind = match method.input() {
            OnlineInput::Rows(method) => {
                let weights = if method.is_flow() { &noise.flow } else { &noise.weights };
                let rows = SampleRows::new(model)?.weighted(weights);
                let settle = TRANSIENT * settings.noise_window;
                let made = method.estimator(rows, noise.step, settle);
                Kind::Rows(Box::new(made.map_err(|e| failed(e.to_string()))?))
            }
            OnlineInput::Samples(method) => {
                let Some((levels, guess)) = noise.filters.clone() else {
                    let why = "the noise window is too short to estimate the noise; make it longer";
                    return Err(failed(why.into()));
                };
                let settings = method.kalman_settings(levels, guess);
                let made = KalmanEstimator::new(model, settings);
                Kind::Filter(Box::new(made.map_err(|e| failed(e.to_string()))?))
            }
        };
        let samples = (settings.window / noise.step.max(1e-9)).max(1.0);
        Ok(Self {
            kind,
            history: History::new(model.unknowns(), settings.points),
            learnt: 0,
            skipped: 0,
            diverged: None,
            good: vec![0.0; model.unknowns()],
            last: 0.0,
            squares: [0.0; 2],
            forgetting: 1.0 - 1.0 / samples,
            zeros: vec![0.0; model.joints()],
        })
    }

    fn estimator(&self) -> &dyn OnlineEstimator {
        match &self.kind {
            Kind::Rows(rows) => &**rows,
            Kind::Filter(filter) => &**filter,
        }
    }
    fn estimator_mut(&mut self) -> &mut dyn OnlineEstimator {
        match &mut self.kind {
            Kind::Rows(rows) => &mut **rows,
            Kind::Filter(filter) => &mut **filter,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.estimator().name()
    }
    /// The present estimate; the last good one if it has diverged.
    pub fn estimate(&self) -> &[f64] {
        if self.diverged.is_some() { &self.good } else { self.estimator().estimate() }
    }
    /// Standard deviations, where it has them and has not diverged.
    pub fn deviations(&self) -> Option<Vec<f64>> {
        if self.diverged.is_some() {
            return None;
        }
        let mut out = vec![0.0; self.estimate().len()];
        let known = self.estimator().variances(&mut out);
        known.then(|| out.iter().map(|v| v.max(0.0).sqrt()).collect())
    }
    /// Estimates over time.
    pub fn history(&self) -> &History {
        &self.history
    }
    /// Samples used, and samples skipped.
    pub fn counts(&self) -> (u64, u64) {
        (self.learnt, self.skipped)
    }
    /// When (s) and why it stopped, if it did.
    pub fn diverged(&self) -> Option<(f64, &Divergence)> {
        self.diverged.as_ref().map(|(t, d)| (*t, d))
    }
    /// Part of the efforts of the last seconds that was not predicted before it
    /// was seen, percent, over all joints; none before the first.
    pub fn error(&self) -> Option<f64> {
        let [error, effort] = self.squares;
        (effort > 0.0).then(|| 100.0 * (error / effort).sqrt())
    }
    /// How innovations fit a filter's uncertainty: the share of samples within
    /// the band, 0 to 1.
    pub fn consistency(&self) -> Option<f64> {
        match &self.kind {
            Kind::Rows(_) => None,
            Kind::Filter(filter) => Some(filter.consistency().inside()),
        }
    }

    pub(super) fn save(&self) -> Saved {
        self.estimator().save()
    }
    pub(super) fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        self.estimator_mut().resume(saved)
    }
    pub(super) fn close(&mut self) {
        if self.diverged.is_none() && self.learnt + self.skipped > 0 {
            let last = self.last;
            let estimator: &dyn OnlineEstimator = match &self.kind {
                Kind::Rows(rows) => &**rows,
                Kind::Filter(filter) => &**filter,
            };
            self.history.close(last, estimator);
        }
    }

    /// An instant as logged: filters learn from it.
    pub(super) fn take_logged(&mut self, logged: &Logged) {
        if !matches!(self.kind, Kind::Filter(_)) {
            return;
        }
        let zeros = std::mem::take(&mut self.zeros);
        let sample = Sample {
            t: logged.t,
            q: logged.q,
            qd: logged.qd.unwrap_or(&zeros),
            qdd: &zeros,
            effort: logged.effort,
        };
        self.learn(&sample);
        self.zeros = zeros;
    }

    /// A sample with smoothed motion and its rows: row learners learn from it,
    /// and everybody's prediction is compared with it first.
    pub(super) fn take_sample(&mut self, sample: &Sample, rows: Option<(&[f64], &[f64])>) {
        if self.diverged.is_none()
            && let Some((rows, targets)) = rows
        {
            let unknowns = self.estimate().len().max(1);
            for (row, target) in rows.chunks_exact(unknowns).zip(targets) {
                let predicted: f64 = row.iter().zip(self.estimate()).map(|(a, b)| a * b).sum();
                if predicted.is_finite() && target.is_finite() {
                    let forgetting = self.forgetting.powf(1.0 / targets.len() as f64);
                    let [error, effort] = &mut self.squares;
                    *effort = forgetting * *effort + target * target;
                    // Before it has seen much, an estimator may predict anything; that
                    // should be forgotten within the window.
                    let most = MOST * MOST * *effort * (1.0 - forgetting);
                    *error = forgetting * *error + (target - predicted).powi(2).min(most);
                }
            }
        }
        if matches!(self.kind, Kind::Rows(_)) {
            self.learn(sample);
        }
    }

    fn learn(&mut self, sample: &Sample) {
        if self.diverged.is_some() {
            return;
        }
        match self.estimator_mut().update(sample) {
            Ok(SampleOutcome::Used) => self.learnt += 1,
            Ok(SampleOutcome::Skipped) => self.skipped += 1,
            Err(divergence) => {
                self.diverged = Some((sample.t, divergence));
                return;
            }
        }
        let (method, samples) = (self.name(), self.learnt + self.skipped);
        let estimate = match &self.kind {
            Kind::Rows(rows) => rows.estimate(),
            Kind::Filter(filter) => filter.estimate(),
        };
        if let Some(k) = estimate.iter().position(|x| !x.is_finite()) {
            let reason = format!("the estimate of unknown {k} is no longer a finite number");
            let sample_number = samples.saturating_sub(1);
            self.diverged = Some((sample.t, Divergence { method, sample: sample_number, reason }));
            return;
        }
        self.good.copy_from_slice(estimate);
        if sample.t.is_finite() {
            self.last = sample.t;
            let estimator: &dyn OnlineEstimator = match &self.kind {
                Kind::Rows(rows) => &**rows,
                Kind::Filter(filter) => &**filter,
            };
            self.history.observe(sample.t, estimator);
        }
    }
}
