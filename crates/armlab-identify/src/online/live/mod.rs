//! Estimators on a log that is still being written.
//!
//! The first seconds are held back to estimate the noise ([`NoiseEstimate`]); then
//! every estimator goes through them and on with what follows. Row learners get
//! motion from the window of [`Incoming`]; Kalman filters get what was logged,
//! since they smooth by themselves. All that is needed to go on another day can
//! be saved ([`LiveState`]), and going on gives the same numbers to the last bit
//! as never having stopped.

mod learner;
mod noise_window;

use super::incoming::{Incoming, IncomingState, Logged};
use super::{OnlineMethod, ResumeError, SampleRows, Saved};
use crate::problem::Model;
use armlab_engine::kinematics::loops::LoopError;
use armlab_progress::CancelToken;
pub use learner::LiveLearner;
pub use noise_window::{NoiseEstimate, NoiseWindow};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long the samples of the noise window may still be processed when the work is cancelled.
const AFTER_CANCELLING: Duration = Duration::from_millis(50);

/// How a log is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiveSettings {
    /// Seconds at the beginning from which the noise is estimated.
    pub noise_window: f64,
    /// Most points of a history.
    pub points: usize,
    /// Seconds over which the present error is taken.
    pub window: f64,
}

impl Default for LiveSettings {
    fn default() -> Self {
        Self { noise_window: 2.0, points: 1000, window: 2.0 }
    }
}

/// Why a log cannot be followed, or a saved state not be restored.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LiveError {
    /// The loops of the robot.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// A method that cannot begin.
    #[error("{method}: {why}")]
    Method {
        /// Which.
        method: &'static str,
        /// Why.
        why: String,
    },
    /// A state of other unknowns.
    #[error(
        "the saved state has {found} unknowns that differ from the {expected} of this robot and friction"
    )]
    Unknowns {
        /// Here.
        expected: usize,
        /// There.
        found: usize,
    },
    /// A state without a method.
    #[error("the saved state does not include {0}; it includes {1}")]
    NotSaved(&'static str, String),
    /// A state that does not fit.
    #[error(transparent)]
    Resume(#[from] ResumeError),
}

/// The saved state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LiveState {
    /// The robot's name.
    pub robot: String,
    /// Names of the unknowns.
    pub unknowns: Vec<String>,
    /// The noise as estimated.
    pub noise: NoiseEstimate,
    /// The window of samples that wait.
    pub incoming: IncomingState,
    /// The last stamp, s.
    pub last: f64,
    /// Instants taken.
    pub taken: u64,
    /// Each estimator.
    pub learners: Vec<Saved>,
}

/// Estimators that follow a log.
pub struct Live<'m, 'r> {
    model: &'m Model<'r>,
    methods: Vec<&'m dyn OnlineMethod>,
    settings: LiveSettings,
    /// Until the noise is estimated.
    window: NoiseWindow,
    noise: Option<NoiseEstimate>,
    incoming: Incoming,
    /// For errors of prediction.
    rows: SampleRows<'m, 'r>,
    learners: Vec<LiveLearner<'m, 'r>>,
    last: f64,
    taken: u64,
    cancel: CancelToken,
}

impl<'m, 'r> Live<'m, 'r> {
    /// Estimators of a model's unknowns, at the beginning of a log.
    pub fn new(
        model: &'m Model<'r>,
        methods: &[&'m dyn OnlineMethod],
        settings: LiveSettings,
    ) -> Result<Self, LiveError> {
        Ok(Self {
            model,
            methods: methods.to_vec(),
            settings,
            window: NoiseWindow::default(),
            noise: None,
            incoming: Incoming::new(model.joints()),
            rows: SampleRows::new(model)?,
            learners: Vec::new(),
            last: f64::NEG_INFINITY,
            taken: 0,
            cancel: CancelToken::new(),
        })
    }

    /// Ends the work by this token: the samples of the noise window that are not processed by then count as not taken.
    pub fn cancelled_by(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }
    /// Whether nothing more is to be taken: the work was cancelled, or all estimators have diverged.
    pub fn has_ended(&self) -> bool {
        let diverged = self.diverged();
        self.cancel.is_cancelled() || diverged > 0 && diverged == self.learners.len()
    }

    /// Restores a saved state.
    pub fn resume(
        model: &'m Model<'r>,
        methods: &[&'m dyn OnlineMethod],
        settings: LiveSettings,
        state: &LiveState,
    ) -> Result<Self, LiveError> {
        let (expected, found) = (model.unknowns(), state.unknowns.len());
        if model.names() != state.unknowns {
            return Err(LiveError::Unknowns { expected, found });
        }
        let mut live = Self::new(model, methods, settings)?;
        state.noise.check(model.joints())?;
        live.incoming.restore(&state.incoming)?;
        live.begin(state.noise.clone())?;
        for learner in &mut live.learners {
            let Some(saved) = state.learners.iter().find(|s| s.method == learner.name()) else {
                let there: Vec<&str> = state.learners.iter().map(|s| s.method.as_str()).collect();
                return Err(LiveError::NotSaved(learner.name(), there.join(", ")));
            };
            learner.resume(saved)?;
        }
        (live.last, live.taken) = (state.last, state.taken);
        Ok(live)
    }

    /// All that is needed to go on; none before the noise is estimated, and none once
    /// an estimator has diverged: what was saved before is its last good state.
    pub fn save(&self) -> Option<LiveState> {
        if self.diverged() > 0 {
            return None;
        }
        Some(LiveState {
            robot: self.model.robot().name().into(),
            unknowns: self.model.names(),
            noise: self.noise.clone()?,
            incoming: self.incoming.save(),
            last: self.last,
            taken: self.taken,
            learners: self.learners.iter().map(LiveLearner::save).collect(),
        })
    }

    /// The estimators; none before the noise is estimated.
    pub fn learners(&self) -> &[LiveLearner<'m, 'r>] {
        &self.learners
    }
    /// How many estimators have diverged.
    pub fn diverged(&self) -> usize {
        self.learners.iter().filter(|l| l.diverged().is_some()).count()
    }
    /// The last stamp, s.
    pub fn last(&self) -> f64 {
        self.last
    }
    /// Instants taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }
    /// Instants that were dropped for a number that is not finite or absurdly large, or
    /// for coming out of order; and gaps in the stamps.
    pub fn dropped(&self) -> (u64, u64) {
        (self.incoming.dropped(), self.incoming.gaps())
    }

    /// Takes an instant. Estimators that diverge stop, and say so.
    pub fn take(&mut self, logged: &Logged) -> Result<(), LiveError> {
        self.taken += 1;
        if logged.t.is_finite() {
            self.last = logged.t;
        }
        if self.noise.is_some() {
            self.feed(logged);
            return Ok(());
        }
        self.window.push(logged);
        if self.window.seconds() >= self.settings.noise_window {
            return self.estimate_noise();
        }
        Ok(())
    }

    /// The log has ended: samples still in the noise window are processed, too.
    pub fn finish(&mut self) -> Result<(), LiveError> {
        if self.noise.is_none() && !self.window.is_empty() {
            self.estimate_noise()?;
        }
        self.learners.iter_mut().for_each(LiveLearner::close);
        Ok(())
    }

    fn estimate_noise(&mut self) -> Result<(), LiveError> {
        self.begin(NoiseEstimate::new(self.model, &self.window, &self.methods))?;
        let window = std::mem::take(&mut self.window);
        let began = Instant::now();
        for (k, logged) in window.iter().enumerate() {
            if k > 0 && self.cancel.is_cancelled() && began.elapsed() > AFTER_CANCELLING {
                self.taken = self.taken.saturating_sub((window.len() - k) as u64);
                break;
            }
            self.feed(&logged);
            if logged.t.is_finite() {
                self.last = logged.t;
            }
        }
        Ok(())
    }

    fn begin(&mut self, noise: NoiseEstimate) -> Result<(), LiveError> {
        for &method in &self.methods {
            self.learners.push(LiveLearner::new(self.model, method, &noise, &self.settings)?);
        }
        self.noise = Some(noise);
        Ok(())
    }

    fn feed(&mut self, logged: &Logged) {
        if logged.is_usable(self.model.joints()) {
            self.learners.iter_mut().for_each(|learner| learner.take_logged(logged));
        }
        let Some(sample) = self.incoming.push(logged) else { return };
        let row = self.rows.fill(&sample).ok();
        for learner in &mut self.learners {
            learner.take_sample(&sample, row);
        }
    }
}
