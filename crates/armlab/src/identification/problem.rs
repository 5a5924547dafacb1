//! From logs to rows: choices first, then the rows' triangles.

use crate::error::Error;
use crate::identify::estimators::{ClosedLoops, Data, EstimationError};
use crate::identify::long::{LongError, LongProblem, LongRecording, ReducedPart};
use crate::identify::parallel::{RowPlan, RowSet, RowSettings};
use crate::identify::{
    Choice, Coupling, Decided, FrictionModel, Knowledge, Model, MotionFilter, RawRecording,
    Recording, RecordingError, Reduced, SelectionError, check_temperatures, choose,
};
use crate::validation::{BaselineScores, ErrorLimits, EvaluationRows, baseline_scores};
use armlab_engine::base::{BaseError, base_parameters};
use armlab_engine::robot::Robot;
use armlab_progress::Progress;
use std::sync::OnceLock;
use thiserror::Error;

/// Why a problem could not begin.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PreparationError {
    /// The description.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// A choice.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// A log.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A long log.
    #[error(transparent)]
    Long(#[from] LongError),
    /// The rows.
    #[error(transparent)]
    Estimation(#[from] EstimationError),
}

impl From<PreparationError> for Error {
    fn from(error: PreparationError) -> Self {
        match error {
            PreparationError::Base(error) => error.into(),
            PreparationError::Selection(error) => error.into(),
            PreparationError::Recording(error) => error.into(),
            PreparationError::Long(error) => error.into(),
            PreparationError::Estimation(error) => error.into(),
        }
    }
}

/// What a person has decided; the rest is chosen on the data.
#[derive(Clone, Debug, Default)]
pub struct ProblemSettings {
    /// The motion's cut-off, Hz.
    pub cutoff: Option<f64>,
    /// The friction.
    pub shape: Option<FrictionModel>,
    /// Turns of the motors for one turn of the joints; 0 or nothing where that is not known.
    pub gear_ratios: Vec<f64>,
    /// Joints whose motors turn together.
    pub couplings: Vec<Coupling>,
    /// What is known of the bodies beforehand.
    pub knowledge: Knowledge,
    /// Errors that a person allows.
    pub limits: ErrorLimits,
    /// Seed of everything that is plotted.
    pub seed: u64,
}

impl ProblemSettings {
    /// What is not chosen.
    pub(super) fn decided(&self, judged: &[RawRecording]) -> Decided {
        let (shape, gear_ratios) = (self.shape.clone(), self.gear_ratios.clone());
        // A model that depends on temperatures predicts nothing of logs that have none.
        let without_temperatures = !judged.iter().all(RawRecording::has_temperatures);
        Decided { cutoff: self.cutoff, shape, gear_ratios, without_temperatures }
    }
}

/// Logs made ready for methods.
pub struct IdentificationProblem<'r> {
    /// The robot.
    pub robot: &'r Robot,
    /// The unknowns.
    pub model: Model<'r>,
    /// Recordings to learn from.
    pub recordings: Vec<Recording>,
    /// The recordings as they were measured, where they are filtered.
    pub measured: Vec<Recording>,
    /// Recordings that are not learnt from.
    pub validation: Vec<Recording>,
    /// Every row of the logs that are learnt from.
    pub fit_rows: EvaluationRows,
    /// Every row of the validation logs; none means judging by the others.
    pub unseen_rows: EvaluationRows,
    /// Their rows, reduced, where they are long enough for any.
    pub validation_rows: Option<Reduced>,
    /// What was chosen, and why.
    pub choice: Choice,
    /// Rows of the recordings, filtered in parallel; none of logs that are read in
    /// parts.
    pub rows: Option<RowSet>,
    /// The same, reduced.
    pub reduced: Reduced,
    /// What was decided beforehand.
    pub decisions: ProblemSettings,
    /// What methods have to beat, once it was asked for.
    baselines: OnceLock<BaselineScores>,
}

impl<'r> IdentificationProblem<'r> {
    /// Chooses what is left to the data, conditions the logs, reduces their rows.
    pub fn prepare(
        robot: &'r Robot,
        own: &[RawRecording],
        validation: &[RawRecording],
        decisions: ProblemSettings,
        progress: &Progress,
    ) -> Result<Self, PreparationError> {
        let decided = decisions.decided(validation);
        let base = base_parameters(robot)?;
        let (choice, rows) = choose(robot, &base, &decisions.couplings, own, decided, progress)?;
        let recordings = choice.motion.apply(own)?;
        let unseen = validation;
        let validation = choice.motion.apply(unseen)?;
        let fit_rows = EvaluationRows::new(choice.motion.all_rows(own)?);
        let unseen_rows = EvaluationRows::new(choice.motion.all_rows(unseen)?);
        let filtered = own.iter().any(|r| !r.is_complete());
        let measured = if filtered { MotionFilter::NONE.apply(own)? } else { Vec::new() };
        let model = choice.shape.model(robot, base);
        check_temperatures(robot, unseen, &temperature_joints(&model))?;
        let reduced = rows.reduce()?;
        let validation_rows = reduced_validation(&model, unseen, choice.cutoff);
        let rows = Some(rows);
        Ok(Self {
            robot,
            model,
            recordings,
            measured,
            validation,
            fit_rows,
            unseen_rows,
            validation_rows,
            choice,
            rows,
            reduced,
            decisions,
            baselines: OnceLock::new(),
        })
    }

    /// The same from logs of any length, which are read in parts: choices are made
    /// on windows spread over them, and these windows stand for the recordings
    /// where methods are judged sample by sample. Methods that go through rows
    /// again and again (those without the capability `streams`) cannot be used.
    pub fn prepare_long(
        robot: &'r Robot,
        own: &[LongRecording],
        validation: &[RawRecording],
        decisions: ProblemSettings,
        progress: &Progress,
    ) -> Result<Self, PreparationError> {
        let decided = decisions.decided(validation);
        let base = base_parameters(robot)?;
        let long = LongProblem::of(robot, base, &decisions.couplings, own, decided, progress)?;
        Self::of_long(robot, long, (own, validation), decisions)
    }

    /// The same from merged parts; `own` are the logs that their plan was made on.
    pub fn prepare_parts(
        robot: &'r Robot,
        own: &[LongRecording],
        validation: &[RawRecording],
        decisions: ProblemSettings,
        (plan, part): (&RowPlan, ReducedPart),
        progress: &Progress,
    ) -> Result<Self, PreparationError> {
        let decided = decisions.decided(validation);
        let (base, couplings) = (base_parameters(robot)?, &decisions.couplings);
        let remark = format!(
            "{} rows of {} logs were reduced in parts and all count; scores are of windows of {} \
             of the logs",
            part.rows(),
            part.logs(),
            own.len()
        );
        let mut long =
            LongProblem::of_parts(robot, base, couplings, own, decided, plan, part, progress)?;
        if let Some(first) = long.selection.first_mut() {
            first.notes.push(remark);
        }
        Self::of_long(robot, long, (own, validation), decisions)
    }

    fn of_long(
        robot: &'r Robot,
        long: LongProblem<'r>,
        (own, validation): (&[LongRecording], &[RawRecording]),
        decisions: ProblemSettings,
    ) -> Result<Self, PreparationError> {
        let LongProblem { model, reduced, choice, selection, summaries } = long;
        check_temperatures(robot, validation, &temperature_joints(&model))?;
        let validation_rows = reduced_validation(&model, validation, choice.cutoff);
        let windows: Vec<RawRecording> =
            own.iter().flat_map(|log| log.selection().iter().cloned()).collect();
        let fit_rows = EvaluationRows::of_windows(choice.motion.all_rows(&windows)?);
        drop(windows);
        let unseen_rows = EvaluationRows::new(choice.motion.all_rows(validation)?);
        let validation = choice.motion.apply(validation)?;
        let mut recordings = selection;
        for (recording, summary) in recordings.iter_mut().zip(&summaries) {
            recording.notes.extend(summary.notes.iter().cloned());
            recording.notes.push(format!(
                "{} rows were read in parts and all count; scores are of windows spread over them",
                summary.rows
            ));
        }
        let (measured, rows) = (Vec::new(), None);
        Ok(Self {
            robot,
            model,
            recordings,
            measured,
            validation,
            fit_rows,
            unseen_rows,
            validation_rows,
            choice,
            rows,
            reduced,
            decisions,
            baselines: OnceLock::new(),
        })
    }

    /// What estimators see.
    pub fn data<'a>(
        &'a self,
        loops: Option<&'a dyn ClosedLoops>,
    ) -> Result<Data<'a, 'r>, EstimationError> {
        let mut data = Data::new(&self.model, &self.recordings, &self.reduced)?;
        data.rows = self.rows.as_ref();
        data.knowledge = self.decisions.knowledge.clone();
        data.seed = self.decisions.seed;
        data.measured = (!self.measured.is_empty()).then_some(self.measured.as_slice());
        data.loops = loops;
        Ok(data)
    }

    /// The rows that methods are evaluated on: all of the validation logs, or of the
    /// others where there are none.
    pub fn evaluation_recordings(&self) -> &[Recording] {
        let unseen = &self.unseen_rows.recordings;
        if unseen.is_empty() { &self.fit_rows.recordings } else { unseen }
    }

    /// The rows that methods are compared by.
    pub fn judging_rows(&self) -> &Reduced {
        self.validation_rows.as_ref().unwrap_or(&self.reduced)
    }

    /// What of each joint's efforts differs between periods of the logs that are judged by, in
    /// percent; the least of several logs, and nothing if one does not repeat or others are judged
    /// by.
    pub(super) fn unrepeated(&self) -> Vec<f64> {
        let logs = match &self.rows {
            Some(rows) if self.validation.is_empty() => &rows.report().logs[..],
            _ => &[],
        };
        let parts: Option<Vec<&Vec<f64>>> =
            logs.iter().map(|l| l.unrepeated.as_ref().map(|u| &u.joints)).collect();
        let parts = parts.unwrap_or_default();
        let least = |j: usize| parts.iter().map(|p| p[j]).fold(f64::INFINITY, f64::min);
        (0..parts.first().map_or(0, |p| p.len())).map(least).collect()
    }

    /// What methods have to beat.
    pub fn baseline_scores(&self) -> &BaselineScores {
        let found = || baseline_scores(self.robot, &self.model, self.evaluation_recordings());
        self.baselines.get_or_init(found)
    }

    /// What was done to the logs, for people.
    pub fn notes(&self) -> Vec<String> {
        let of = |r: &Recording| -> Vec<String> {
            r.notes.iter().map(|n| format!("{}: {n}", r.name)).collect()
        };
        let mut notes: Vec<String> = self.recordings.iter().flat_map(of).collect();
        if let Some(rows) = &self.rows {
            let joints: Vec<String> = self.robot.driven_joints().map(|j| j.name.clone()).collect();
            let own = rows.report().notes(&joints).into_iter();
            notes.extend(own.map(|(log, note)| format!("{log}: {note}")));
        }
        notes
    }
}

/// Joints whose friction depends on temperatures.
fn temperature_joints(model: &Model) -> Vec<usize> {
    let depends = |j: &usize| {
        let terms = model.friction_models().of(*j).terms();
        terms.iter().any(|t| t.law().needs_temperature())
    };
    (0..model.joints()).filter(depends).collect()
}

/// Rows of validation logs; none if they are too short for any.
fn reduced_validation(model: &Model, logs: &[RawRecording], cutoff: f64) -> Option<Reduced> {
    if logs.is_empty() {
        return None;
    }
    RowSet::new(model, logs, &RowSettings { cutoff, delay: None }).ok()?.reduce().ok()
}
