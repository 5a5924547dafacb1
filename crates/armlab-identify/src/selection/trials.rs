//! Cut-offs and shapes of friction, tried on equal rows.

use super::SelectionError;
use super::comparison::{Compared, Comparison, Losses};
use super::losses::{losses, paired, segments_of, typical_deviation, weights_of};
use super::shape::ModelShape;
use crate::error::EstimationError;
use crate::parallel::{
    BaseRows, CandidateRows, FOLDS, MotionPlans, RowSet, highest_cutoff, lowest_cutoff,
};
use crate::problem::Model;
use crate::recording::RawRecording;
use armlab_engine::base::BaseParameters;
use armlab_engine::friction::{FrictionLaw, FrictionModel, FrictionModels};
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use armlab_progress::Progress;
use armlab_signal::Gaussian;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::OnceLock;

/// Rows of a joint on which friction is compared, at least, if the cut-off need not be
/// raised by more than a factor.
const ENOUGH_ROWS: usize = 400;
const HIGHER: f64 = 3.0;
/// Segments of all logs on which friction is compared.
const SEGMENTS: usize = 40;
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
    pub recordings: &'a [RawRecording],
    pub progress: &'a Progress<'a>,
    /// Whether friction may depend on temperatures, where all logs have them.
    pub warm: bool,
    /// Cut-offs that the motions' bands suggest, log by log, once they were asked for.
    bands: OnceLock<Vec<f64>>,
    /// How the logs' motion is read, as far as it was asked for.
    plans: MotionPlans,
}

impl<'a> Trials<'a> {
    /// Nothing tried yet.
    pub fn new(
        robot: &'a Robot,
        base: &'a BaseParameters,
        recordings: &'a [RawRecording],
        progress: &'a Progress<'a>,
        warm: bool,
    ) -> Self {
        Self {
            robot,
            base,
            recordings,
            progress,
            warm,
            bands: OnceLock::new(),
            plans: MotionPlans::default(),
        }
    }

    /// The same on other recordings.
    pub fn on<'b>(&self, recordings: &'b [RawRecording]) -> Trials<'b>
    where
        'a: 'b,
    {
        Trials::new(self.robot, self.base, recordings, self.progress, self.warm)
    }

    pub fn model(&self, shape: &ModelShape) -> Model<'a> {
        shape.model(self.robot, self.base.clone())
    }

    /// Rows at a cut-off before friction is chosen.
    pub(super) fn base_rows(
        &self,
        model: &Model,
        cutoff: f64,
    ) -> Result<BaseRows, EstimationError> {
        BaseRows::with_plans(model, self.recordings, cutoff, &self.plans)
    }

    /// The cut-off that each log's band suggests.
    fn bands(&self) -> Result<&[f64], SelectionError> {
        if let Some(known) = self.bands.get() {
            return Ok(known);
        }
        let of = |r: &RawRecording| Ok(r.cutoff()?.frequency);
        let found = self.recordings.par_iter().map(of).collect::<Result<_, SelectionError>>()?;
        Ok(self.bands.get_or_init(|| found))
    }

    /// The cut-off that the motion's band suggests, and the range that is possible.
    fn suggested(&self) -> Result<(f64, [f64; 2]), SelectionError> {
        let bands = self.bands()?;
        let suggested = bands.iter().copied().fold(0.0, f64::max);
        let (mut lowest, mut highest) = (LOWEST, f64::INFINITY);
        for recording in self.recordings {
            highest = highest.min(highest_cutoff(recording.step()));
            let longest = recording.stretches().iter().map(|s| s.len()).max().unwrap_or(0);
            lowest = lowest.max(lowest_cutoff(recording.step(), longest, FEWEST_ROWS));
        }
        Ok((suggested.clamp(lowest.min(highest), highest), [lowest.min(highest), highest]))
    }

    /// Tries cut-offs on rows of the one nearest to `at`, or of the lowest.
    pub fn cutoff(
        &self,
        shape: &ModelShape,
        at: Option<f64>,
    ) -> Result<(f64, Vec<CutoffTrial>), SelectionError> {
        let (suggested, [lowest, highest]) = self.suggested()?;
        let from = (FROM.0 * suggested).min(FROM.1).clamp(lowest, highest);
        let tried = geometric(from, (TO * suggested).clamp(from, highest));
        let model = self.model(shape);
        let sets = tried
            .par_iter()
            .map(|&f| {
                self.progress.check()?;
                let base = self.base_rows(&model, f)?;
                Ok(RowSet::with_base(&model, &base, None)?)
            })
            .collect::<Result<Vec<_>, SelectionError>>()?;
        let apart = |k: &usize| at.map_or(tried[*k], |at| (tried[*k] / at).ln().abs());
        let nearest = (0..tried.len()).min_by(|a, b| apart(a).total_cmp(&apart(b)));
        let Some(nearest) = nearest else { return Ok((suggested, Vec::new())) };
        let test = sets[nearest].plain();
        let count = segments_of(&test);
        let weights = weights_of(&test.reduce()?)?;
        let test = test.reduced(None, count)?;
        let found = sets
            .par_iter()
            .map(|set| {
                let reduced = set.reduced(None, count)?;
                let all = reduced.summed();
                let own = weights_of(&all)?;
                let losses = losses(&reduced, &own, &test, &weights)?;
                Ok((losses, typical_deviation(set, &all, &own)?))
            })
            .collect::<Result<Vec<_>, EstimationError>>()?;
        let (losses, deviations): (Vec<Vec<f64>>, Vec<f64>) = found.into_iter().unzip();
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

    /// A cut-off at which there are rows enough to tell laws of friction apart: the given
    /// one, or a higher one.
    pub fn with_rows(&self, cutoff: f64) -> f64 {
        let spacing = |f: f64| 3.0 * Gaussian::sigma_at(f);
        let time: f64 = self.recordings.iter().map(RawRecording::duration).sum();
        let enough = ENOUGH_ROWS as f64 * spacing(1.0) / time.max(f64::MIN_POSITIVE);
        let highest = self.recordings.iter().map(|r| highest_cutoff(r.step()));
        let highest = highest.fold(f64::INFINITY, f64::min);
        cutoff.max(enough.min(HIGHER * cutoff)).min(highest)
    }

    /// Tries friction, joint by joint; with the reason, and those of couplings that were found.
    pub fn friction(
        &self,
        cutoff: f64,
        start: &ModelShape,
    ) -> Result<(ModelShape, String, Vec<String>), SelectionError> {
        self.compared(cutoff, start, |comparison| self.friction_on(comparison, start))
    }

    /// Tries one more law at every joint, as far as it is worth its unknowns there; with the reason.
    pub fn offered(
        &self,
        cutoff: f64,
        start: &ModelShape,
        law: &'static dyn FrictionLaw,
    ) -> Result<(ModelShape, String), SelectionError> {
        let shape = self.compared(cutoff, start, |comparison| self.law(comparison, start, law))?;
        let names: Vec<String> = self.robot.driven_joints().map(|j| j.name.clone()).collect();
        let taken = |j: &usize| shape.friction.of(*j).has(law.name());
        let taken: Vec<&str> = (0..names.len()).filter(taken).map(|j| names[j].as_str()).collect();
        let name = law.name();
        let why = if taken.is_empty() {
            format!("{name}: at no joint does it predict left-out parts clearly better")
        } else {
            let words = shape.friction.words(&names);
            format!(
                "{name}: predicts left-out parts clearly better at {}; friction: {words}",
                taken.join(", ")
            )
        };
        Ok((shape, why))
    }

    /// Rows at a cut-off on which models are compared.
    fn compared<T>(
        &self,
        cutoff: f64,
        start: &ModelShape,
        compare: impl FnOnce(&mut Comparison) -> Result<T, SelectionError>,
    ) -> Result<T, SelectionError> {
        let standard = self.model(start);
        let base = self.base_rows(&standard, cutoff)?;
        let delays = RowSet::with_base(&standard, &base, None)?.delays();
        let plain = self.model(&ModelShape::default());
        let count = (SEGMENTS / delays.len().max(1)).clamp(FOLDS, SEGMENTS / 2);
        let rows = CandidateRows::new(&plain, &base, &delays, count)?;
        let joints = self.robot.driven_joints().collect();
        let mut comparison = Comparison::new(rows, joints, self.base.len());
        comparison.weigh(start);
        compare(&mut comparison)
    }

    fn friction_on(
        &self,
        comparison: &mut Comparison,
        start: &ModelShape,
    ) -> Result<(ModelShape, String, Vec<String>), SelectionError> {
        let couplings = start.couplings.clone();
        let described = self.robot.driven_joints().map(|j| &j.friction);
        let plainest = FrictionModels::from(FrictionModel::standard()).with_described(described);
        let plainest = ModelShape { friction: plainest, couplings, ..ModelShape::default() };
        let first = comparison.losses(&plainest);
        let (shape, least) = self.laws(comparison, start)?;
        let names: Vec<String> = self.robot.driven_joints().map(|j| j.name.clone()).collect();
        let words = shape.friction.words(&names);
        // Both of the rows that the chosen laws describe.
        let described = |losses: &Losses| -> f64 {
            let rows = |j: usize| if shape.near_rest[j] { Compared::All } else { Compared::Moving };
            (0..names.len()).map(|j| losses.of(j, rows(j))).sum()
        };
        let less = 100.0 * (1.0 - (described(&least) / described(&first)).sqrt());
        let reason = if shape.friction == plainest.friction {
            format!("friction: {words}; no other shape predicts left-out parts clearly better")
        } else if less > 0.0 {
            format!(
                "friction: {words}, which leaves {} % less of left-out parts unpredicted than the \
                 standard one",
                significant(less, 2)
            )
        } else {
            format!("friction: {words}, by cross-validation joint by joint")
        };
        let mut coupled = Vec::new();
        for coupling in shape.couplings.iter().filter(|c| !start.couplings.contains(c)) {
            let by = if coupling.opposed { "difference" } else { "sum" };
            let (first, second) = (&names[coupling.first], &names[coupling.second]);
            coupled.push(format!(
                "coupled motors: {first}+{second} (one motor turns with the {by} of both), which \
                 predicts left-out parts clearly better"
            ));
        }
        Ok((shape, reason, coupled))
    }
}

/// Frequencies between two of them, evenly apart on a logarithmic scale.
fn geometric(from: f64, to: f64) -> Vec<f64> {
    let octaves = (to / from).ln() / RATIO.ln();
    let steps = (octaves.round() as usize).min(MOST_CUTOFFS - 1);
    let at = |k: usize| from * (to / from).powf(k as f64 / steps.max(1) as f64);
    (0..=steps).map(at).collect()
}
