//! Choices that data make better than people: the filter's cut-off and the shape
//! of friction, by how well a model from one part of the log predicts the rest.
//!
//! Candidates are compared on the same rows, those of the lowest cut-off for
//! cut-offs, those of the chosen cut-off for friction, and another one is taken only
//! if it predicts better by more than the standard error of the difference over
//! segments of the log. Among the cut-offs that predict as well as the best one, that
//! with the least deviations of the unknowns is taken: a low one loses rows around
//! standstill, a high one lets noise of the accelerations in.

use super::coupling::Coupling;
use super::parallel::{BaseRows, RowSet, highest_cutoff, lowest_cutoff};
use super::problem::Model;
use super::recording::{RawRecording, Recording, RecordingError};
use super::reduced::{Reduced, residual_square};
use super::solve::solve;
use super::uncertainty::deviation_factors;
use crate::error::EstimationError;
use armlab_engine::base::BaseParameters;
use armlab_engine::friction::FrictionModel;
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use armlab_progress::{Cancelled, Progress};
use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

/// Parts into which segments are dealt out.
const FOLDS: usize = 5;
/// Another shape of friction must predict better by this part to be taken.
const CLEARLY: f64 = 0.01;
/// A further friction term must predict better by this part.
const WORTH_A_TERM: f64 = 0.04;
/// Cut-offs that are tried, as multiples of the one that the motion's band suggests.
const CUTOFFS: [f64; 7] = [0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0];
/// Deviations that exceed the least by this factor are as good.
const AS_GOOD: f64 = 1.03;
/// Lowest cut-off that is tried, Hz.
const LOWEST: f64 = 0.4;
/// Fewest rows of a joint in a log, by which the lowest cut-off is limited.
const FEWEST_ROWS: usize = 60;

/// Why a choice could not be made.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SelectionError {
    /// A recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// An estimate.
    #[error(transparent)]
    Estimation(#[from] EstimationError),
    /// Cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Segments to learn from and to be tested on, several times over.
pub fn folds(segments: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let count = FOLDS.min(segments);
    (0..count).map(|fold| (0..segments).partition(|s| count < 2 || s % count != fold)).collect()
}

/// Part of the efforts that is not predicted, over segments that were not
/// learnt from.
pub fn unpredicted(reduced: &Reduced, prior: &[f64]) -> Result<f64, EstimationError> {
    let joints = reduced.joints();
    let efforts = reduced.effort_squares(0..reduced.segments());
    let weights = vec![1.0; joints];
    let mut missed = 0.0;
    for (train, test) in folds(reduced.segments()) {
        let x = solve(&reduced.combine(&weights, train.into_iter()), prior)?.x;
        let squares = reduced.squares(&x, test.into_iter());
        missed += squares.iter().sum::<f64>();
    }
    let total = efforts.iter().sum::<f64>();
    Ok((missed / total.max(f64::MIN_POSITIVE)).sqrt())
}

/// One cut-off that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CutoffTrial {
    /// The cut-off, Hz.
    pub cutoff: f64,
    /// What a model from rows at this cut-off leaves unpredicted of left-out rows,
    /// over what the best one leaves, in units of the rows' noise.
    pub error: f64,
    /// Standard error of the difference to the best one.
    pub standard_error: f64,
    /// Typical deviation of the unknowns, over that of the best one.
    pub deviation: f64,
}

/// What was chosen, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Cut-off of each recording's motion, for methods that work on samples, Hz;
    /// `None` where accelerations are logged.
    pub cutoffs: Vec<Option<f64>>,
    /// Cut-off of the rows' filter, Hz.
    pub rows_cutoff: f64,
    /// Friction.
    pub shape: FrictionModel,
    /// Cut-offs that were tried, ascending; empty if it was decided beforehand.
    pub curve: Vec<CutoffTrial>,
    /// Reasons, for people.
    pub reasons: Vec<String>,
}

impl Choice {
    /// The cut-off of recordings that are filtered, Hz.
    pub fn cutoff(&self) -> Option<f64> {
        self.cutoffs.iter().copied().flatten().next()
    }
}

/// What a person has decided already.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// The cut-off, Hz.
    pub cutoff: Option<f64>,
    /// The friction.
    pub shape: Option<FrictionModel>,
}

/// Chooses cut-off and friction.
pub fn choose(
    robot: &Robot,
    base: &BaseParameters,
    couplings: &[Coupling],
    recordings: &[RawRecording],
    decided: Decided,
    progress: &Progress,
) -> Result<Choice, SelectionError> {
    let trials = Trials { robot, base, couplings, recordings, progress };
    let mut shape = decided.shape.clone().unwrap_or_else(FrictionModel::standard);
    let mut reasons = Vec::new();
    let (mut cutoff, mut curve) = match decided.cutoff {
        Some(cutoff) => (cutoff, Vec::new()),
        None => trials.cutoff(&shape)?,
    };
    if decided.shape.is_none() {
        let (chosen, reason) = trials.friction(cutoff)?;
        reasons.push(reason);
        if chosen != shape && decided.cutoff.is_none() {
            (cutoff, curve) = trials.cutoff(&chosen)?;
        }
        shape = chosen;
    }
    if let Some(trial) = curve.iter().find(|t| t.cutoff == cutoff) {
        let best = curve.iter().min_by(|a, b| a.error.total_cmp(&b.error)).unwrap_or(trial);
        let why = if best.cutoff == cutoff {
            format!("of {} that were tried it predicts left-out parts of the log best", curve.len())
        } else {
            format!(
                "of {} that were tried it leaves the least deviations among those that predict \
                 left-out parts of the log as well as the best",
                curve.len()
            )
        };
        reasons.insert(0, format!("cut-off {} Hz: {why}", significant(cutoff, 3)));
    }
    let of = |r: &RawRecording| (!r.is_complete()).then_some(cutoff);
    let cutoffs = recordings.iter().map(of).collect();
    Ok(Choice { cutoffs, rows_cutoff: cutoff, shape, curve, reasons })
}

/// What candidates have in common.
struct Trials<'a> {
    robot: &'a Robot,
    base: &'a BaseParameters,
    couplings: &'a [Coupling],
    recordings: &'a [RawRecording],
    progress: &'a Progress<'a>,
}

impl<'a> Trials<'a> {
    fn model(&self, shape: &FrictionModel) -> Model<'a> {
        Model::with_base(self.robot, self.base.clone(), shape.clone(), self.couplings)
    }

    /// The cut-off that the motion's band suggests, and the range that is possible.
    fn suggested(&self) -> Result<(f64, [f64; 2]), SelectionError> {
        let mut suggested = 0.0_f64;
        let (mut lowest, mut highest) = (LOWEST, f64::INFINITY);
        for recording in self.recordings {
            suggested = suggested.max(recording.cutoff()?.frequency);
            highest = highest.min(highest_cutoff(recording.step()));
            let longest = recording.stretches().iter().map(|s| s.len()).max().unwrap_or(0);
            lowest = lowest.max(lowest_cutoff(recording.step(), longest, FEWEST_ROWS));
        }
        Ok((suggested.clamp(lowest.min(highest), highest), [lowest.min(highest), highest]))
    }

    /// Tries cut-offs.
    fn cutoff(&self, shape: &FrictionModel) -> Result<(f64, Vec<CutoffTrial>), SelectionError> {
        let (suggested, [lowest, highest]) = self.suggested()?;
        let mut tried: Vec<f64> =
            CUTOFFS.iter().map(|f| (f * suggested).clamp(lowest, highest)).collect();
        tried.dedup_by(|a, b| (*a / *b - 1.0).abs() < 0.05);
        let model = self.model(shape);
        let sets = tried
            .par_iter()
            .map(|&f| {
                self.progress.check()?;
                let base = BaseRows::new(&model, self.recordings, f)?;
                Ok(RowSet::with_base(&model, &base, None)?)
            })
            .collect::<Result<Vec<_>, SelectionError>>()?;
        let Some(lowest) = sets.first() else { return Ok((suggested, Vec::new())) };
        let test = lowest.plain();
        let weights = noise_of(&test)?;
        let losses = sets
            .iter()
            .map(|set| losses(set, &test, &weights))
            .collect::<Result<Vec<_>, EstimationError>>()?;
        let deviations =
            sets.par_iter().map(typical_deviation).collect::<Result<Vec<_>, EstimationError>>()?;
        let total = |k: usize| losses[k].iter().sum::<f64>();
        let best = (0..tried.len()).min_by(|&a, &b| total(a).total_cmp(&total(b))).unwrap_or(0);
        let curve: Vec<CutoffTrial> = (0..tried.len())
            .map(|k| {
                let (difference, error) = paired(&losses[k], &losses[best]);
                let scale = total(best).max(f64::MIN_POSITIVE);
                CutoffTrial {
                    cutoff: tried[k],
                    deviation: deviations[k] / deviations[best],
                    error: 1.0 + difference / scale,
                    standard_error: error / scale,
                }
            })
            .collect();
        let fits = |k: &usize| curve[*k].error - 1.0 <= curve[*k].standard_error;
        let least = (0..tried.len()).filter(fits).map(|k| curve[k].deviation);
        let least = least.fold(f64::INFINITY, f64::min);
        let as_good = |k: &usize| fits(k) && curve[*k].deviation <= AS_GOOD * least;
        let chosen = (0..tried.len()).find(as_good).unwrap_or(best);
        Ok((tried[chosen], curve))
    }

    /// Tries shapes of friction.
    fn friction(&self, cutoff: f64) -> Result<(FrictionModel, String), SelectionError> {
        let standard = self.model(&FrictionModel::standard());
        let base = BaseRows::new(&standard, self.recordings, cutoff)?;
        let own = RowSet::with_base(&standard, &base, None)?;
        let delays = own.delays();
        let weights = noise_of(&own.plain())?;
        let loss = |shape: &FrictionModel| -> Result<Vec<f64>, SelectionError> {
            self.progress.check()?;
            let set = RowSet::with_base(&self.model(shape), &base, Some(&delays))?;
            Ok(losses(&set, &set.plain(), &weights)?)
        };
        let mut chosen = FrictionModel::standard();
        let mut least = loss(&chosen)?;
        let first: f64 = least.iter().sum();
        for law in FrictionModel::selectable_laws() {
            for candidate in chosen.refinements(law) {
                let found = loss(&candidate)?;
                let (gain, error) = paired(&least, &found);
                let more = candidate.columns().len() > chosen.columns().len();
                let worth = if more { WORTH_A_TERM } else { CLEARLY };
                // Errors are roots of losses: twice the part.
                if gain > error && gain > 2.0 * worth * least.iter().sum::<f64>() {
                    (least, chosen) = (found, candidate);
                }
            }
        }
        let last: f64 = least.iter().sum();
        let reason = if chosen == FrictionModel::standard() {
            format!(
                "friction: {}; no other shape predicts left-out parts clearly better",
                chosen.words()
            )
        } else {
            format!(
                "friction: {}, which leaves {} % less of left-out parts unpredicted than the \
                 standard one",
                chosen.words(),
                significant(100.0 * (1.0 - (last / first.max(f64::MIN_POSITIVE)).sqrt()), 2)
            )
        };
        Ok((chosen, reason))
    }
}

/// One over the variance of each joint's rows, as they are.
fn noise_of(set: &RowSet) -> Result<Vec<f64>, EstimationError> {
    let reduced = set.reduce()?;
    let unknowns = reduced.unknowns();
    let mut weights = vec![1.0; reduced.joints()];
    for _ in 0..3 {
        let roots: Vec<f64> = weights.iter().map(|w: &f64| w.sqrt()).collect();
        let x = solve(&reduced.whole(&roots), &vec![0.0; unknowns])?.x;
        let squares = reduced.squares(&x, 0..reduced.segments());
        let efforts = reduced.effort_squares(0..reduced.segments());
        for (j, weight) in weights.iter_mut().enumerate() {
            let rows = reduced.rows(j).max(1) as f64;
            let variance = (squares[j] / rows).max(1e-24 * efforts[j] / rows);
            *weight = if variance > 0.0 { 1.0 / variance } else { 1.0 };
        }
        let largest = weights.iter().fold(0.0_f64, |a, w| a.max(*w));
        weights.iter_mut().for_each(|w| *w /= largest);
    }
    Ok(weights)
}

/// Weighted squared residuals of the rows `test`, segment by segment, each with
/// unknowns from the other segments of `learn`.
fn losses(learn: &RowSet, test: &RowSet, weights: &[f64]) -> Result<Vec<f64>, EstimationError> {
    let count = test.rows_of_shortest().clamp(FOLDS, 4 * FOLDS);
    let (learn, test) = (learn.reduced(None, count)?, test.reduced(None, count)?);
    let segments = learn.segments().min(test.segments());
    let prior = vec![0.0; learn.unknowns()];
    let own = noise_roots(&learn, &prior)?;
    let mut losses = vec![0.0; segments];
    for (train, left_out) in folds(segments) {
        let x = solve(&learn.combine(&own, train.into_iter()), &prior)?.x;
        for s in left_out {
            let squares = test.squares(&x, std::iter::once(s));
            losses[s] = squares.iter().zip(weights).map(|(s, w)| s * w).sum();
        }
    }
    Ok(losses)
}

/// One over the deviation of each joint's rows.
fn noise_roots(reduced: &Reduced, prior: &[f64]) -> Result<Vec<f64>, EstimationError> {
    let mut weights = vec![1.0; reduced.joints()];
    for _ in 0..2 {
        let x = solve(&reduced.whole(&weights), prior)?.x;
        let squares = reduced.squares(&x, 0..reduced.segments());
        let efforts = reduced.effort_squares(0..reduced.segments());
        for (j, weight) in weights.iter_mut().enumerate() {
            let square =
                (squares[j].max(1e-24 * efforts[j]) / reduced.rows(j).max(1) as f64).sqrt();
            *weight = if square > 0.0 { 1.0 / square } else { 1.0 };
        }
        let largest = weights.iter().fold(0.0_f64, |a, w| a.max(*w));
        weights.iter_mut().for_each(|w| *w /= largest);
    }
    Ok(weights)
}

/// Geometric mean of the unknowns' deviations.
fn typical_deviation(set: &RowSet) -> Result<f64, EstimationError> {
    let reduced = set.reduce()?;
    let prior = vec![0.0; reduced.unknowns()];
    let weights = noise_roots(&reduced, &prior)?;
    let whole = reduced.whole(&weights);
    let solution = solve(&whole, &prior)?;
    let rows: u64 = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
    let freedom = rows.saturating_sub(solution.rank as u64).max(1) as f64;
    let variance = residual_square(&whole, &solution.x) / freedom;
    let factors = deviation_factors(&reduced, &weights, &prior)?;
    let log = |k: usize| {
        let own = variance * solution.covariance.at(k, k);
        (own > 0.0).then(|| 0.5 * own.ln() + factors[k].ln())
    };
    let logs: Vec<f64> = (0..prior.len()).filter_map(log).collect();
    Ok((logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp())
}

/// By how much the first losses exceed the second, and the standard error of that.
fn paired(first: &[f64], second: &[f64]) -> (f64, f64) {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let count = differences.len() as f64;
    let sum: f64 = differences.iter().sum();
    let square: f64 = differences.iter().map(|d| (d - sum / count).powi(2)).sum();
    (sum, (count / (count - 1.0).max(1.0) * square).sqrt())
}

/// Recordings conditioned with given cut-offs.
pub fn conditioned(
    recordings: &[RawRecording],
    cutoff: &dyn Fn(&RawRecording) -> Option<f64>,
) -> Result<Vec<Recording>, RecordingError> {
    recordings.iter().map(|r| r.condition(cutoff(r))).collect()
}
