//! An online estimator over recordings, sample by sample.

use super::OnlineEstimator;
use super::history::History;
use super::instant::Instant;
use crate::recording::Recording;
use armlab_online::{Divergence, SampleOutcome};
use std::ops::ControlFlow;

/// Samples between two calls of the observer.
const WATCHED: u64 = 256;
/// Samples that an estimator may look at before it learns them: so many that lanes are filled, so
/// few that their rows stay in the first- or second-level cache.
const AHEAD: usize = 32;

/// How recordings are processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Following {
    /// Passes through the recordings: for estimators that change little with each
    /// sample.
    pub epochs: usize,
    /// Most points of the history.
    pub points: usize,
}

impl Default for Following {
    fn default() -> Self {
        Self { epochs: 1, points: 2000 }
    }
}

/// Progress, for an observer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<'s> {
    /// Samples so far, over all epochs.
    pub samples: u64,
    /// Samples there will be.
    pub of: u64,
    /// Time of the history, s.
    pub at: f64,
    /// The present estimate.
    pub values: &'s [f64],
    /// Its standard deviations, where the method has them.
    pub deviations: Option<&'s [f64]>,
}

/// Why it ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// All samples were processed.
    Finished,
    /// The observer asked for it.
    Asked,
    /// The estimator cannot go on.
    Diverged(Divergence),
}

/// The result.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// The last estimate.
    pub estimate: Vec<f64>,
    /// Its standard deviations, where the method has them.
    pub deviations: Option<Vec<f64>>,
    /// Estimates over time.
    pub history: History,
    /// Samples used.
    pub learnt: u64,
    /// Samples skipped.
    pub skipped: u64,
    /// Why it ended.
    pub end: End,
}

/// Runs an estimator over recordings. The history's time runs on from recording to
/// recording and epoch to epoch. The observer is called every few hundred samples and
/// may end it.
pub fn follow(
    estimator: &mut dyn OnlineEstimator,
    recordings: &[Recording],
    following: &Following,
    watch: &mut dyn FnMut(&Step) -> ControlFlow<()>,
) -> Followed {
    let unknowns = estimator.estimate().len();
    let joints = recordings.iter().map(|r| r.q.len()).max().unwrap_or(0);
    let mut history = History::new(unknowns, following.points);
    let mut instant = Instant::new(joints);
    let mut variances = vec![0.0; unknowns];
    let total: usize = recordings.iter().map(Recording::samples).sum();
    let of = (total * following.epochs) as u64;
    let (mut learnt, mut skipped, mut end) = (0_u64, 0_u64, End::Finished);
    let (mut elapsed, mut now) = (0.0, 0.0);
    'all: for recording in (0..following.epochs).flat_map(|_| recordings) {
        let first = recording.time.first().copied().unwrap_or(0.0);
        let (mut from, mut ahead) = (0, false);
        for k in 0..recording.samples() {
            if k % AHEAD == 0 {
                from = k;
                let to = (k + AHEAD).min(recording.samples());
                ahead = estimator.look_ahead(recording, from..to);
            }
            let outcome = if ahead {
                estimator.update_ahead(k - from)
            } else {
                estimator.update(&instant.read(recording, k))
            };
            match outcome {
                Ok(SampleOutcome::Used) => learnt += 1,
                Ok(SampleOutcome::Skipped) => skipped += 1,
                Err(divergence) => {
                    end = End::Diverged(divergence);
                    break 'all;
                }
            }
            now = elapsed + recording.time[k] - first;
            history.observe(now, estimator);
            let samples = learnt + skipped;
            if samples.is_multiple_of(WATCHED) {
                let known = estimator.variances(&mut variances);
                variances.iter_mut().for_each(|v| *v = v.max(0.0).sqrt());
                let (values, deviations) = (estimator.estimate(), known.then_some(&variances[..]));
                if watch(&Step { samples, of, at: now, values, deviations }).is_break() {
                    end = End::Asked;
                    break 'all;
                }
            }
        }
        elapsed = now + recording.step;
    }
    if !matches!(end, End::Diverged(_)) && learnt + skipped > 0 {
        history.close(now, estimator);
    }
    let known = estimator.variances(&mut variances);
    let deviations = known.then(|| variances.iter().map(|v| v.max(0.0).sqrt()).collect());
    Followed { estimate: estimator.estimate().to_vec(), deviations, history, learnt, skipped, end }
}
