//! Choices that data make better than people: the motion's cut-off and the shape
//! of friction, by how well a model from one part of the log predicts the rest.

use super::coupling::Coupling;
use super::problem::Model;
use super::recording::{RawRecording, Recording, RecordingError};
use super::reduced::Reduced;
use super::solve::solve;
use crate::error::EstimationError;
use armlab_engine::base::BaseParameters;
use armlab_engine::friction::FrictionModel;
use armlab_engine::robot::Robot;
use armlab_progress::{Cancelled, Progress};
use thiserror::Error;

/// Parts into which segments are dealt out.
const FOLDS: usize = 5;
/// Another shape of friction must predict better by this part to be taken.
const CLEARLY: f64 = 0.01;
/// A further friction term must predict better by this part.
const WORTH_A_TERM: f64 = 0.04;
/// Cut-offs that are tried, Hz. The motion's spectrum would suggest one, but it
/// is the jitter and noise of the log at hand that decide.
const CUTOFFS: [f64; 15] =
    [0.7, 1.0, 1.5, 2.0, 3.0, 4.5, 7.0, 10.0, 15.0, 22.0, 33.0, 50.0, 75.0, 110.0, 160.0];
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

/// What was chosen, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Cut-off of each recording's motion, Hz.
    pub cutoffs: Vec<Option<f64>>,
    /// Friction.
    pub shape: FrictionModel,
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
    let mut reasons = Vec::new();
    let shape = decided.shape.clone().unwrap_or_else(FrictionModel::standard);
    let complete = recordings.iter().all(RawRecording::is_complete);
    let error = |cutoff: &dyn Fn(&RawRecording) -> Option<f64>,
                 shape: &FrictionModel|
     -> Result<f64, SelectionError> {
        progress.check()?;
        let conditioned = conditioned(recordings, cutoff)?;
        let model = Model::with_base(robot, base.clone(), shape.clone(), couplings);
        let reduced = model.reduce(&conditioned).map_err(EstimationError::from)?;
        Ok(unpredicted(&reduced, &vec![0.0; model.unknowns()])?)
    };
    let mut tried = None;
    if !complete && decided.cutoff.is_none() {
        let nyquist = recordings.iter().map(|r| 0.5 / r.step()).fold(f64::INFINITY, f64::min);
        let mut best: Option<(f64, f64)> = None;
        for frequency in CUTOFFS.into_iter().filter(|f| *f < 0.7 * nyquist) {
            let missed = error(&|_| Some(frequency), &shape)?;
            if best.is_none_or(|(least, _)| missed < least) {
                best = Some((missed, frequency));
            }
        }
        if let Some((missed, frequency)) = best {
            tried = Some(frequency);
            reasons.push(format!(
                "cut-off {frequency} Hz: best in cross-validation (cross-validation error {:.2} %)",
                100.0 * missed
            ));
        }
    }
    let cutoff = decided.cutoff.or(tried);
    let of = |recording: &RawRecording| cutoff.filter(|_| !recording.is_complete());
    let mut chosen = shape;
    if decided.shape.is_none() {
        let mut least = error(&of, &chosen)?;
        for law in FrictionModel::selectable_laws() {
            for candidate in chosen.refinements(law) {
                let missed = error(&of, &candidate)?;
                let more = candidate.columns().len() > chosen.columns().len();
                let needed = if more { WORTH_A_TERM } else { CLEARLY };
                if missed < least * (1.0 - needed) {
                    (least, chosen) = (missed, candidate);
                }
            }
        }
        reasons.push(format!(
            "friction: {}: best in cross-validation (cross-validation error {:.2} %)",
            chosen.words(),
            100.0 * least
        ));
    }
    let cutoffs = recordings.iter().map(&of).collect();
    Ok(Choice { cutoffs, shape: chosen, reasons })
}

/// Recordings conditioned with given cut-offs.
pub fn conditioned(
    recordings: &[RawRecording],
    cutoff: &dyn Fn(&RawRecording) -> Option<f64>,
) -> Result<Vec<Recording>, RecordingError> {
    recordings.iter().map(|r| r.condition(cutoff(r))).collect()
}
