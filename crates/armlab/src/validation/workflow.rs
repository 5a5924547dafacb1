//! How well a description predicts logs.

use super::conditioned::{Conditioned, conditioned};
use super::page::page;
use super::predict::with_fitted_friction;
use super::{
    BaselineScores, DescribedEvidence, ErrorLimit, ErrorLimits, EvaluationRows, Level, LogEvidence,
    MASS_POSES, Scope, Scores, ValidationReport, Verdict, check_mass_matrix, effort_noise,
    joint_metrics, judge_described, mean_scores, predict_described, related_to_motion,
    residual_whiteness, scores, with_distinct_names,
};
use crate::diagnosis::Diagnosis;
use crate::error::{Error, Hint, Result};
use crate::identify::{Recording, consistency};
use crate::log::mapping::Instructions;
use crate::log_check::{LogCheck, read_checked};
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::recordings::{Gains, IntoLog, LogOptions, LogSource};
use crate::report::html::Page;
use crate::robot::Robot;
use crate::saving;
use std::fmt;
use std::path::{Path, PathBuf};

/// Evaluates a robot's description, with its friction, on logs.
///
/// ```no_run
/// use armlab::prelude::*;
/// # fn main() -> armlab::Result<()> {
/// let robot = Robot::from_file("arm-identified.urdf")?;
/// let checked = Validation::new(&robot).log("other.csv")?.run()?;
/// println!("{}", checked.summary());
/// # Ok(())
/// # }
/// ```
pub struct Validation<'r> {
    robot: &'r Robot,
    logs: Vec<LogSource>,
    log_options: LogOptions,
    cutoff: Option<f64>,
    force: bool,
    limits: ErrorLimits,
    accepted: Level,
    seed: u64,
    command: Option<String>,
}

/// What a validation found.
pub struct Validated<'r> {
    robot: &'r Robot,
    rows: EvaluationRows,
    predicted: Vec<Vec<Vec<f64>>>,
    report: ValidationReport,
    accepted: bool,
    command: Option<String>,
}

impl<'r> Validation<'r> {
    /// A validation of this robot, with no log yet.
    pub fn new(robot: &'r Robot) -> Self {
        let log_options = LogOptions::default();
        Self {
            robot,
            logs: Vec::new(),
            log_options,
            cutoff: None,
            force: false,
            limits: ErrorLimits::default(),
            accepted: Level::Limited,
            seed: 0,
            command: None,
        }
    }
    /// Adds a log.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn log(mut self, log: impl IntoLog) -> Result<Self> {
        self.logs.push(log.into_log()?);
        Ok(self)
    }
    /// Adds several logs.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn logs<L: IntoLog>(self, logs: impl IntoIterator<Item = L>) -> Result<Self> {
        logs.into_iter().try_fold(self, Self::log)
    }
    /// How logs are read: gains, columns, rate and topic at once.
    pub fn log_options(mut self, options: LogOptions) -> Self {
        self.log_options = options;
        self
    }
    /// Sampling rate of logs without time stamps, Hz.
    pub fn rate(mut self, hertz: f64) -> Self {
        self.log_options.rate = Some(hertz);
        self
    }
    /// Drive gains, for logs of currents.
    pub fn gains(mut self, gains: impl Into<Gains>) -> Self {
        self.log_options.gains = Some(gains.into());
        self
    }
    /// Which column of the logs is which, where names do not say.
    pub fn columns(mut self, columns: Instructions) -> Self {
        self.log_options.columns = columns;
        self
    }
    /// Cut-off frequency of the zero-phase low-pass filter of the motion, Hz; chosen
    /// by cross-validation by default.
    pub fn cutoff(mut self, frequency: f64) -> Self {
        self.cutoff = Some(frequency);
        self
    }
    /// Uses logs in spite of errors that the log check finds; the report says so.
    pub fn force(mut self, yes: bool) -> Self {
        self.force = yes;
        self
    }
    /// A limit of the prediction error, beyond which the model fails: `"5".parse()?` of all
    /// joints, `"joint2=8".parse()?` of one, percent.
    pub fn max_error(mut self, limit: ErrorLimit) -> Self {
        self.limits.add(limit);
        self
    }
    /// The worst verdict that [`Validated::is_accepted`] takes; limited by default.
    pub fn accept(mut self, worst: Level) -> Self {
        self.accepted = worst;
        self
    }
    /// Seed of the poses at which the mass matrix is checked.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
    /// The command that the report names to reproduce it.
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// Runs it.
    ///
    /// # Errors
    /// If the description has no inertial parameters, or a log cannot be used.
    pub fn run(&self) -> Result<Validated<'r>> {
        self.run_with_observer(&Silent, CancelToken::new())
    }

    /// Runs it with an observer and a token that cancels it.
    ///
    /// # Errors
    /// As [`run`](Self::run), or if it is cancelled.
    pub fn run_with_observer(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<Validated<'r>> {
        let (robot, progress) = (self.robot, Progress::new(observer, cancel));
        if robot.links().iter().all(|l| l.inertia.is_none()) {
            let hint = Hint::Text("identify the robot first".into());
            return Err(Error::new("the description has no inertial parameters").hint(hint));
        }
        if self.logs.is_empty() {
            return Err(Error::new("there is no log to validate on").hint(Hint::GiveLog));
        }
        self.limits.check(robot)?;
        if self.log_options.unknown_gains(robot)?.is_some() {
            let message = "a validation needs the drive gains";
            return Err(Error::new(message).hint(Hint::GiveGains));
        }
        progress.start("reading logs");
        let read = read_checked(&self.log_options, robot, &self.logs, self.force)?;
        let Conditioned { rows, reasons, free } =
            conditioned(robot, &read.recordings, self.cutoff, &progress.part(0.1..0.7))?;
        let recordings = &rows.recordings;
        progress.part(0.7..1.0).start("predicting efforts");
        let predicted = recordings.iter().map(|r| {
            progress.check()?;
            Ok(predict_described(robot, r)?)
        });
        let predicted = predicted.collect::<Result<Vec<_>>>()?;
        let mut report = self.evaluate(recordings, &predicted, reasons, free);
        let overridden = read.checks.iter().flat_map(LogCheck::overridden);
        overridden.for_each(|text| report.verdict.remark(text));
        report.log_checks = read.checks;
        if !report.verdict.pass {
            let diagnosis = Diagnosis::with(robot, &self.logs, &self.log_options);
            report.verdict.explain(diagnosis.explanations(&progress)?);
        }
        let (accepted, command) = (report.verdict.status <= self.accepted, self.command.clone());
        Ok(Validated { robot, rows, predicted, report, accepted, command })
    }

    fn evaluate(
        &self,
        recordings: &[Recording],
        predicted: &[Vec<Vec<f64>>],
        choices: Vec<String>,
        free: Option<Scores>,
    ) -> ValidationReport {
        let robot = self.robot;
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let scores = scores(recordings, predicted);
        let mean = mean_scores(recordings);
        let physical = consistency(robot, &robot.parameter_values());
        let frictionless = robot.driven_joints().all(|j| j.friction.is_none());
        let with_friction = frictionless
            .then(|| super::scores(recordings, &with_fitted_friction(recordings, predicted)));
        let mut verdict = judge_described(&DescribedEvidence {
            scores: &scores,
            mean: mean.relative,
            with_friction: with_friction.as_ref(),
            log: &LogEvidence {
                noise: effort_noise(recordings),
                unrepeated: Vec::new(),
                free,
                related: related_to_motion(recordings, predicted),
                still: Scope::of(robot, recordings).still(),
            },
            consistent: physical.consistent,
            joints: &names,
            limits: &self.limits,
        });
        let mass = check_mass_matrix(robot, MASS_POSES, self.seed).ok();
        if let Some(mass) = &mass {
            verdict.consider_mass(mass);
        }
        let whiteness = residual_whiteness(recordings, predicted);
        verdict.consider_whiteness(&names, &whiteness);
        verdict.consider_changes(recordings, predicted, &names);
        let scope = Scope::of(robot, recordings);
        verdict.scope = scope.statements();
        let notes =
            recordings.iter().flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)));
        ValidationReport {
            robot: robot.name().into(),
            joints: names,
            log_checks: Vec::new(),
            notes: choices.into_iter().chain(notes).collect(),
            metrics: joint_metrics(recordings, predicted),
            validation: scores,
            naive: BaselineScores { zero: 100.0, mean, described: None },
            whiteness,
            physical: physical.into(),
            mass_matrix: mass,
            scope,
            verdict,
        }
    }
}

impl Validated<'_> {
    /// Everything as one serialisable document, as it is written to `validation.json`.
    pub fn report(&self) -> &ValidationReport {
        &self.report
    }
    /// The document itself.
    pub fn into_report(self) -> ValidationReport {
        self.report
    }
    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.report.verdict
    }
    /// Whether the verdict is as good as what is [accepted](Validation::accept).
    pub fn is_accepted(&self) -> bool {
        self.accepted
    }
    /// Every row of the logs, with their motion filtered.
    pub fn recordings(&self) -> &[Recording] {
        &self.rows.recordings
    }
    /// Predicted efforts: recording, joint, sample.
    pub fn predicted(&self) -> &[Vec<Vec<f64>>] {
        &self.predicted
    }
    /// The verdict in a few lines.
    pub fn summary(&self) -> String {
        let verdict = &self.report.verdict;
        let word = verdict.status.name();
        let lines = verdict.reasons.iter().map(|r| format!("  {r}\n"));
        format!("{}: {word}\n", self.report.robot) + &lines.collect::<String>()
    }
    /// The report as a page.
    pub fn page(&self) -> Page {
        let command = self.command.as_deref();
        page(&self.report, self.robot, &self.rows.recordings, &self.predicted, command)
    }
    /// Writes `report.html`, `validation.json` and `residuals-<log>.csv` of each log into a
    /// folder; returns the paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let mut files = vec![
            ("report.html".to_string(), self.page().to_html()),
            ("validation.json".into(), saving::json(&self.report)?),
        ];
        let residuals = self.rows.residuals(&self.report.joints, &self.predicted);
        files.extend(with_distinct_names(residuals));
        saving::write_all(folder.as_ref(), &files)
    }
}

impl fmt::Display for Validated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())
    }
}
