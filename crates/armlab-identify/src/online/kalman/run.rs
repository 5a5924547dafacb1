//! A filter over whole recordings, with its estimates over time.

use super::estimator::KalmanEstimator;
use super::settings::KalmanError;
use crate::Recording;
use crate::online::{OnlineEstimator, Sample};
use armlab_online::kalman::Consistency;
use armlab_online::{Divergence, SampleOutcome};
use std::ops::ControlFlow;

/// Most points of a history.
const MOST_POINTS: usize = 2000;

/// Estimates over time, thinned out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Unknowns per point.
    pub unknowns: usize,
    /// Samples, counted over all recordings.
    pub samples: Vec<u64>,
    /// Times, s, as in the recordings.
    pub times: Vec<f64>,
    /// Values, point after point.
    pub values: Vec<f64>,
    /// Standard deviations, point after point.
    pub deviations: Vec<f64>,
    /// Normalised innovation squared.
    pub nis: Vec<f64>,
}

impl History {
    /// Number of points.
    pub fn points(&self) -> usize {
        self.samples.len()
    }
    /// Values at a point.
    ///
    /// # Panics
    /// If there is no such point.
    pub fn values_at(&self, point: usize) -> &[f64] {
        &self.values[point * self.unknowns..(point + 1) * self.unknowns]
    }
    /// Sample from which on every unknown stays within this part of its last value,
    /// or within twice its last standard deviation where that is more; as exact as
    /// the history has points. `None` for an empty history.
    pub fn settled(&self, part: f64) -> Option<u64> {
        let last = self.points().checked_sub(1)?;
        let end = self.values_at(last);
        let deviations = &self.deviations[last * self.unknowns..];
        let away = |point: usize| {
            let values = self.values_at(point).iter().zip(end).zip(deviations);
            values
                .into_iter()
                .any(|((v, e), sd)| !((v - e).abs() <= (part * e.abs()).max(2.0 * sd)))
        };
        let first = (0..=last).rev().find(|&point| away(point)).map_or(0, |point| point + 1);
        self.samples.get(first).copied()
    }
    fn note(&mut self, sample: u64, time: f64, estimator: &KalmanEstimator) {
        self.samples.push(sample);
        self.times.push(time);
        self.values.extend_from_slice(estimator.estimate());
        let from = self.deviations.len();
        self.deviations.resize(from + self.unknowns, 0.0);
        estimator.variances(&mut self.deviations[from..]);
        self.deviations[from..].iter_mut().for_each(|v| *v = v.max(0.0).sqrt());
        self.nis.push(estimator.innovation().nis);
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum RunEnd {
    /// All samples were processed.
    Finished,
    /// The filter could not go on.
    Diverged(Divergence),
    /// Cancelled.
    Cancelled,
}

/// A filter's run over recordings.
#[derive(Clone, Debug)]
pub struct KalmanRun {
    /// The filter.
    pub method: &'static str,
    /// How it ended.
    pub end: RunEnd,
    /// Estimates over time, up to where it ended.
    pub history: History,
    /// Unknowns at the end.
    pub values: Vec<f64>,
    /// Their standard deviations.
    pub deviations: Vec<f64>,
    /// Samples seen.
    pub samples: u64,
    /// Samples that could not be used.
    pub skipped: u64,
    /// Gaps in time.
    pub gaps: u64,
    /// Steps halved to keep the mass matrix positive definite.
    pub halvings: u64,
    /// How the innovations fit the filter's uncertainty.
    pub consistency: Consistency,
}

impl KalmanRun {
    /// Notes on the run, a sentence each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match &self.end {
            RunEnd::Finished => {}
            RunEnd::Diverged(divergence) => notes.push(divergence.to_string()),
            RunEnd::Cancelled => notes.push(format!("stopped after {} samples", self.samples)),
        }
        if let Some(sample) = self.history.settled(0.01) {
            notes.push(format!(
                "converged at sample {sample} of {}: from there on all parameters stay within 1 % or two standard deviations of their last values",
                self.samples
            ));
        }
        notes.push(self.consistency.words());
        let counts = [
            (
                self.skipped,
                "samples skipped: a number that is not finite, or time that does not increase",
            ),
            (
                self.gaps,
                "gaps in time, after which positions and velocities were initialised again",
            ),
            (self.halvings, "halvings of steps towards physically impossible parameters"),
        ];
        let counted = counts.iter().filter(|(count, _)| *count > 0);
        notes.extend(counted.map(|(count, what)| format!("{count} {what}")));
        notes
    }
}

/// Progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunProgress<'a> {
    /// Samples seen.
    pub sample: u64,
    /// Samples in all.
    pub of: u64,
    /// Time in the recording, s.
    pub at: f64,
    /// At a point of the history: the present estimate and its standard deviations.
    pub point: Option<(&'a [f64], &'a [f64])>,
}

/// Feeds recordings to a filter, one after another. `watch` is called after every
/// sample and may stop the run.
pub fn run(
    estimator: &mut KalmanEstimator,
    recordings: &[Recording],
    watch: &mut dyn FnMut(RunProgress) -> ControlFlow<()>,
) -> Result<KalmanRun, KalmanError> {
    let joints = estimator.settings().noise.position.len();
    for recording in recordings {
        let columns = [&recording.q, &recording.qd, &recording.qdd, &recording.effort];
        if let Some(found) = columns.iter().map(|c| c.len()).find(|found| *found != joints) {
            return Err(KalmanError::Joints { log: recording.name.clone(), found, joints });
        }
    }
    let of: usize = recordings.iter().map(Recording::samples).sum();
    let stride = of.div_ceil(MOST_POINTS).max(1);
    let unknowns = estimator.estimate().len();
    let mut history = History { unknowns, ..History::default() };
    let mut end = RunEnd::Finished;
    let mut seen = 0_usize;
    let mut rows = [(); 4].map(|()| vec![0.0; joints]);
    'all: for recording in recordings {
        estimator.interrupt();
        for k in 0..recording.samples() {
            let columns = [&recording.q, &recording.qd, &recording.qdd, &recording.effort];
            for (row, columns) in rows.iter_mut().zip(columns) {
                // Columns of a recording that was put together by hand may be short.
                let value = |c: &Vec<f64>| c.get(k).copied().unwrap_or(f64::NAN);
                row.iter_mut().zip(columns).for_each(|(x, c)| *x = value(c));
            }
            let [q, qd, qdd, effort] = &rows;
            let t = recording.time[k];
            let taken = estimator.update(&Sample { t, q, qd, qdd, effort });
            seen += 1;
            match taken {
                Err(divergence) => {
                    end = RunEnd::Diverged(divergence);
                    break 'all;
                }
                Ok(SampleOutcome::Skipped) if seen < of => continue,
                _ => {}
            }
            let point = if (seen - 1).is_multiple_of(stride) || seen == of {
                history.note(seen as u64 - 1, t, estimator);
                let deviations = &history.deviations[history.deviations.len() - unknowns..];
                Some((estimator.estimate(), deviations))
            } else {
                None
            };
            let (sample, of) = (seen as u64, of as u64);
            if watch(RunProgress { sample, of, at: t, point }).is_break() {
                end = RunEnd::Cancelled;
                break 'all;
            }
        }
    }
    let mut deviations = vec![0.0; unknowns];
    estimator.variances(&mut deviations);
    deviations.iter_mut().for_each(|v| *v = v.max(0.0).sqrt());
    Ok(KalmanRun {
        method: estimator.name(),
        end,
        history,
        values: estimator.estimate().to_vec(),
        deviations,
        samples: estimator.samples(),
        skipped: estimator.skipped(),
        gaps: estimator.gaps(),
        halvings: estimator.halvings(),
        consistency: *estimator.consistency(),
    })
}
