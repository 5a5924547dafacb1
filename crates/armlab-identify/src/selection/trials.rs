//! Cut-offs and shapes of friction, tried on equal rows.

use super::SelectionError;
use super::losses::{losses, paired, typical_deviation, weights_of};
use crate::coupling::Coupling;
use crate::error::EstimationError;
use crate::parallel::{BaseRows, RowSet, highest_cutoff, lowest_cutoff};
use crate::problem::Model;
use crate::recording::RawRecording;
use armlab_engine::base::BaseParameters;
use armlab_engine::friction::FrictionModel;
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use armlab_progress::Progress;
use rayon::prelude::*;
use serde::Serialize;

/// Another shape of friction must predict better by this part to be taken.
const CLEARLY: f64 = 0.01;
/// A further friction term must predict better by this part.
const WORTH_A_TERM: f64 = 0.04;
/// Cut-offs that are tried: from this multiple of the one that the motion's band
/// suggests, or from this frequency (Hz) if that is lower, …
const FROM: (f64, f64) = (0.5, 4.0);
/// … to this multiple, each so many times the one before, …
const TO: f64 = 4.0;
const RATIO: f64 = std::f64::consts::SQRT_2;
/// … but no more than these.
const MOST_CUTOFFS: usize = 8;
/// Deviations that exceed the least by this factor are as good: they are known no better,
/// and the least of several would be too small by chance.
const AS_GOOD: f64 = 1.1;
/// Lowest cut-off that is tried, Hz.
const LOWEST: f64 = 0.4;
/// Fewest rows of a joint in a log, by which the lowest cut-off is limited.
const FEWEST_ROWS: usize = 60;

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

/// What candidates have in common.
pub(super) struct Trials<'a> {
    pub robot: &'a Robot,
    pub base: &'a BaseParameters,
    pub couplings: &'a [Coupling],
    pub recordings: &'a [RawRecording],
    pub progress: &'a Progress<'a>,
}

impl<'a> Trials<'a> {
    pub fn model(&self, shape: &FrictionModel) -> Model<'a> {
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
    pub fn cutoff(&self, shape: &FrictionModel) -> Result<(f64, Vec<CutoffTrial>), SelectionError> {
        let (suggested, [lowest, highest]) = self.suggested()?;
        let from = (FROM.0 * suggested).min(FROM.1).clamp(lowest, highest);
        let tried = geometric(from, (TO * suggested).clamp(from, highest));
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
        let weights = weights_of(&test.reduce()?)?;
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
        let away = |k: &usize| (tried[*k] / suggested).ln().abs();
        let near = |a: &usize, b: &usize| away(a).total_cmp(&away(b));
        let chosen = (0..tried.len()).filter(as_good).min_by(near).unwrap_or(best);
        Ok((tried[chosen], curve))
    }

    /// Tries shapes of friction.
    pub fn friction(&self, cutoff: f64) -> Result<(FrictionModel, String), SelectionError> {
        let standard = self.model(&FrictionModel::standard());
        let base = BaseRows::new(&standard, self.recordings, cutoff)?;
        let own = RowSet::with_base(&standard, &base, None)?;
        let delays = own.delays();
        let weights = weights_of(&own.plain().reduce()?)?;
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

/// Frequencies between two of them, evenly apart on a logarithmic scale.
fn geometric(from: f64, to: f64) -> Vec<f64> {
    let octaves = (to / from).ln() / RATIO.ln();
    let steps = (octaves.round() as usize).min(MOST_CUTOFFS - 1);
    let at = |k: usize| from * (to / from).powf(k as f64 / steps.max(1) as f64);
    (0..=steps).map(at).collect()
}
