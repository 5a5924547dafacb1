//! Choices that data make better than people: the filter's cut-off and the shape
//! of friction, by how well a model from one part of the log predicts the rest.
//!
//! Candidates are compared on the same rows, those of the lowest cut-off for cut-offs,
//! those of the chosen cut-off for friction and then again for cut-offs, and another one is
//! taken only if it predicts better by more than the standard error of the difference over
//! segments of the log. Friction is chosen joint by joint (`joint_friction.rs`), and then
//! the cut-off again. Long recordings stand aside for windows of them until both are chosen
//! (`windows.rs`). Among the cut-offs that predict as well as the best one and have
//! deviations about as small as the least, that nearest to the one which the motion's band
//! suggests is taken: a low one loses rows around standstill, a high one lets noise of the
//! accelerations in. Taking the very least would choose deviations that are too small by
//! chance; intervals held the truth in 93 instead of 96 of 100 cases.

mod bordered;
mod comparison;
mod joint_friction;
mod losses;
mod motion;
mod ripple;
mod shape;
mod transmitted;
mod trials;
mod waves;
mod windows;

pub use losses::{folds, paired, unpredicted};
pub use shape::ModelShape;
pub use trials::CutoffTrial;

use crate::coupling::Coupling;
use crate::error::EstimationError;
use crate::motion_filter::MotionFilter;
use crate::parallel::RowSet;
use crate::recording::{RawRecording, RecordingError};
use crate::temperature::at_reference;
use armlab_engine::base::BaseParameters;
use armlab_engine::friction::{FrictionModel, FrictionModels};
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use armlab_progress::{Cancelled, Progress};
use ripple::FoundRipple;
use thiserror::Error;
use trials::Trials;
use windows::windows_of;

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

/// What was chosen, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Cut-off of the rows' filter, Hz.
    pub cutoff: f64,
    /// Filter of the motion along which efforts are predicted, sample by sample.
    pub motion: MotionFilter,
    /// Friction and couplings.
    pub shape: ModelShape,
    /// Cut-offs that were tried, ascending; empty if it was decided beforehand.
    pub curve: Vec<CutoffTrial>,
    /// Reasons, for people.
    pub reasons: Vec<String>,
}

/// What a person has decided already.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// The cut-off, Hz.
    pub cutoff: Option<f64>,
    /// The friction.
    pub shape: Option<FrictionModel>,
    /// Turns of the motors for one turn of the joints, joint by joint; 0 or nothing where that is
    /// not known.
    pub gear_ratios: Vec<f64>,
    /// True if friction must not depend on temperatures unless it was decided so: logs that are
    /// judged have none.
    pub without_temperatures: bool,
}

/// Chooses cut-off and friction; with the rows that follow from them.
pub fn choose(
    robot: &Robot,
    base: &BaseParameters,
    couplings: &[Coupling],
    recordings: &[RawRecording],
    decided: Decided,
    progress: &Progress,
) -> Result<(Choice, RowSet), SelectionError> {
    let warm = !decided.without_temperatures;
    let given = decided.shape.clone().unwrap_or_else(FrictionModel::standard);
    let given = at_reference(given, robot, recordings)?;
    let trials = Trials::new(robot, base, recordings, progress, warm);
    let on_windows = on_windows(&trials, &given, couplings, &decided)?;
    // What windows are too short for is chosen on the whole.
    let found = on_windows.map_or_else(|| chosen(&trials, &given, couplings, &decided), Ok)?;
    let Chosen { mut shape, cutoff, curve, mut reasons } = found;
    let open = |name: &str| given.open_laws().iter().any(|law| law.name() == name);
    if let Some(trial) = curve.iter().find(|t| t.cutoff == cutoff) {
        let best = curve.iter().min_by(|a, b| a.error.total_cmp(&b.error)).unwrap_or(trial);
        let why = if best.cutoff == cutoff {
            format!("smallest cross-validation error of {} candidates", curve.len())
        } else {
            format!(
                "nearest the motion's band among those of {} candidates whose cross-validation error \
                 is within one standard error of the smallest and whose deviations are small",
                curve.len()
            )
        };
        reasons.insert(0, format!("cut-off {} Hz: {why}", significant(cutoff, 3)));
    }
    let (mut model, mut rows, rounds) = trials.settled(&mut shape, cutoff)?;
    reasons.extend(rounds);
    let x = trials.unknowns_of_rows(&rows)?;
    let motion = match decided.cutoff {
        Some(cutoff) => MotionFilter { cutoff: Some(cutoff), delay: rows.delay() },
        None => trials.motion(&model, &rows, &x)?,
    };
    if decided.shape.is_none() || open("ripple") {
        let found = trials.ripples(&model, &x, &motion, &decided.gear_ratios)?;
        let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        let asked = open("ripple");
        for FoundRipple { joint, order, delay, falls } in &found {
            let model = shape.friction.of(*joint).with_ripple(*order, *delay);
            // Its amplitude may differ from log to log, so that it is modelled if it is asked for.
            let option = if asked { "" } else { " (`--friction ripple` models it)" };
            reasons.push(format!(
                "ripple of {}: {} waves a turn stand out of the residual's spectrum; the error of \
                 samples would fall by {} %{option}",
                names[*joint],
                significant(*order, 4),
                significant(100.0 * falls, 2)
            ));
            if asked {
                shape.friction.set(*joint, model);
            }
        }
        if found.is_empty() && open("ripple") {
            reasons.push("ripple: no order stands out of the residual's spectrum".into());
        }
        if asked && !found.is_empty() {
            (model, rows, _) = trials.settled(&mut shape, cutoff)?;
        }
    }
    trials.widen(&mut rows, &model, &shape, &motion)?;
    rows.compare_periods(recordings);
    Ok((Choice { cutoff, motion, shape, curve, reasons }, rows))
}

/// What is chosen before rows are settled.
struct Chosen {
    shape: ModelShape,
    cutoff: f64,
    curve: Vec<CutoffTrial>,
    reasons: Vec<String>,
}

/// Chooses cut-off and friction.
fn chosen(
    trials: &Trials,
    given: &FrictionModel,
    couplings: &[Coupling],
    decided: &Decided,
) -> Result<Chosen, SelectionError> {
    let described = trials.robot.driven_joints().map(|j| &j.friction);
    let friction = FrictionModels::from(given.closed()).with_described(described);
    let mut shape = ModelShape { friction, couplings: couplings.to_vec(), ..ModelShape::default() };
    let mut reasons = Vec::new();
    let (mut cutoff, mut curve) = match decided.cutoff {
        Some(cutoff) => (cutoff, Vec::new()),
        None => trials.cutoff(&shape, None)?,
    };
    if decided.shape.is_none() {
        let compared = trials.with_rows(cutoff);
        let (mut chosen, mut why, coupled) = trials.friction(compared, &shape)?;
        if !coupled.is_empty() {
            // What was chosen with motors that are coupled and were not taken as such is chosen
            // again.
            shape.couplings = chosen.couplings.clone();
            if decided.cutoff.is_none() {
                cutoff = trials.cutoff(&shape, None)?.0;
            }
            let start = ModelShape { friction: chosen.friction, ..shape.clone() };
            (chosen, why, _) = trials.friction(trials.with_rows(cutoff), &start)?;
        }
        reasons.push(why);
        reasons.extend(coupled);
        if chosen.friction != shape.friction && decided.cutoff.is_none() {
            // On rows as they were before: others would favour their own cut-off.
            (cutoff, curve) = trials.cutoff(&chosen, Some(cutoff))?;
        }
        shape = chosen;
    }
    for law in given.open_laws().into_iter().filter(|law| law.name() != "ripple") {
        let (chosen, why) = trials.offered(trials.with_rows(cutoff), &shape, law)?;
        shape = chosen;
        reasons.push(why);
    }
    Ok(Chosen { shape, cutoff, curve, reasons })
}

/// Chooses them on windows of long recordings; nothing if there are no windows that stand for
/// them, or if these are too short.
fn on_windows(
    trials: &Trials,
    given: &FrictionModel,
    couplings: &[Coupling],
    decided: &Decided,
) -> Result<Option<Chosen>, SelectionError> {
    if decided.cutoff.is_some() && decided.shape.is_some() && given.open_laws().is_empty() {
        return Ok(None);
    }
    let Some(windows) = windows_of(trials.recordings) else { return Ok(None) };
    match chosen(&trials.on(&windows), given, couplings, decided) {
        Err(SelectionError::Cancelled(cancelled)) => Err(cancelled.into()),
        Err(_) => Ok(None),
        Ok(mut chosen) => {
            let samples = |all: &[RawRecording]| all.iter().map(|r| r.time().len()).sum::<usize>();
            chosen.reasons.push(format!(
                "choices were made on {} of {} samples, in windows spread over the logs",
                samples(&windows),
                samples(trials.recordings)
            ));
            Ok(Some(chosen))
        }
    }
}
