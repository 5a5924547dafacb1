//! An identification from logs to evaluated estimates.

use super::builder::{Identification, MOST_DRAWS};
use super::corrected::CorrectedDescription;
use super::identified::Identified;
use super::methods::{MethodResult, MethodResults};
use super::parts::PartsPlan;
use super::payload::GainsAndLogs;
use super::problem::{IdentificationProblem, ProblemSettings};
use super::recommend::{Recommendation, recommended};
use super::repeated::{Printed, parts_used_once, unseen, unseen_by_parts, used_once};
use super::report::{IdentificationReport, ReferenceReport, UncertaintyReport};
use super::uncertainty::UncertaintySettings;
use super::warm_up::friction_changes;
use crate::diagnosis::Diagnosis;
use crate::error::{Error, Hint, Result};
use crate::identify::RawRecording;
use crate::identify::estimators::{ClosedLoops, Estimator, ExperimentLoops};
use crate::identify::long::{LongRecording, ReducedPart};
use crate::identify::uncertainty::sampled_models;
use crate::log_check::{CheckedStream, LogCheck, check_streams, read_checked, row_prints};
use crate::motion::Trajectory;
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::recordings::{LogSource, are_large};
use crate::simulate::controller::ComputedTorque;

/// An error of the description this many times that of the result is worth a diagnosis, …
const TIMES: f64 = 1.5;
/// … of one joint where it is so many points of percent more.
const BEYOND: f64 = 10.0;

/// Receives results of an identification while it runs, from any thread.
pub trait ResultObserver: Sync {
    /// The logs are conditioned, and the unknowns known.
    fn prepared(&self, _problem: &IdentificationProblem) {}
    /// A method has a result.
    fn result(&self, _result: &MethodResult) {}
}

impl ResultObserver for () {}

impl<'r> Identification<'r> {
    /// Runs it.
    ///
    /// # Errors
    /// If a log or an option cannot be used, or no method has a result.
    pub fn run(&self) -> Result<Identified<'r>> {
        self.run_with_observer(&Silent, CancelToken::new())
    }

    /// Runs it with an observer, which receives an event as each method starts, ends
    /// or fails, and their intermediate estimates. The token cancels the whole,
    /// [`Observer::cancels`] single methods; results that are complete are kept.
    ///
    /// # Errors
    /// As [`run`](Self::run); also if it is cancelled before any method has a result.
    pub fn run_with_observer(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<Identified<'r>> {
        self.run_with(&Progress::new(observer, cancel), &())
    }

    /// The same; `results` receives the problem and each method's result as soon as
    /// they are ready.
    ///
    /// # Errors
    /// As [`run_with_observer`](Self::run_with_observer).
    pub fn run_with(
        &self,
        progress: &Progress,
        results: &dyn ResultObserver,
    ) -> Result<Identified<'r>> {
        self.run_on(progress, results, None)
    }

    /// The same, from parts of the logs where they were reduced before.
    pub(super) fn run_on(
        &self,
        progress: &Progress,
        results: &dyn ResultObserver,
        parts: Option<(&PartsPlan, ReducedPart)>,
    ) -> Result<Identified<'r>> {
        if self.needs_load_friction() {
            let message = "load-dependent friction is identified by `run_load_friction`";
            return Err(Error::new(message));
        }
        if self.logs.is_empty() {
            return Err(Error::new("there is no log to identify from").hint(Hint::GiveLog));
        }
        for (what, draws) in [("bootstrap draws", self.bootstrap), ("sampled robots", self.models)]
        {
            if draws > MOST_DRAWS {
                let hint = format!("at most {MOST_DRAWS}");
                return Err(
                    Error::new(format_args!("{draws} {what} are too many")).hint(Hint::Text(hint))
                );
            }
        }
        let mut methods = self.registry.select(&self.methods)?;
        let mut notes = Vec::new();
        progress.start("reading logs");
        let streams = self.payload.logs.is_empty()
            && self.log_options.unknown_gains(self.robot)?.is_none()
            && methods.iter().all(|m| m.capabilities().streams);
        let in_parts = parts.is_some() || self.in_parts || are_large(&self.logs, streams);
        if in_parts {
            notes.extend(self.keep_streaming(&mut methods)?);
        }
        let (mut checks, mut repeated) = (Vec::new(), Vec::new());
        let (mut own, mut long) = (Vec::new(), Vec::new());
        let mut validation = self.validation.clone();
        // Every part was checked when it was reduced.
        if parts.is_none() && in_parts {
            let printed = self.check_parts(&mut checks, progress)?;
            let used = parts_used_once(printed, &mut repeated);
            validation = unseen_by_parts(self.printed(validation)?, &used, &mut repeated);
            long = used.into_iter().map(|printed| printed.log).collect();
        } else if parts.is_none() {
            own = self.read(&self.logs, &mut checks)?;
        }
        let logs = GainsAndLogs {
            own,
            loaded: self.read(&self.payload.logs, &mut checks)?,
            validation: self.read(&validation, &mut checks)?,
            gains: Vec::new(),
            checks,
        };
        let settings = self.settings()?;
        let logs = self.with_gains(logs, &settings, &progress.part(0.02..0.1))?;
        let mut logs = logs;
        let own = used_once(logs.own, &mut repeated);
        logs.validation = unseen(logs.validation, &own, &mut repeated);
        logs.own = own;
        let part = progress.part(0.1..0.3);
        let problem = match parts {
            Some(parts) => self.prepare_parts(&logs.validation, settings, parts, &part)?,
            None => self.prepare(&logs, &long, settings, &part)?,
        };
        let usual = ComputedTorque::default();
        let loops = self.loops(&usual)?;
        let loops = loops.as_ref().map(|l| l as &dyn ClosedLoops);
        results.prepared(&problem);
        let done = |result: &MethodResult| results.result(result);
        let mut found = problem.run(&methods, loops, &progress.part(0.3..0.9), &done)?;
        for result in &mut found.complete {
            let overridden = logs.checks.iter().flat_map(LogCheck::overridden);
            let remarks = overridden.chain(repeated.iter().cloned());
            remarks.for_each(|text| result.verdict.remark(text));
            let limits = logs.checks.iter().flat_map(LogCheck::limits);
            limits.for_each(|text| result.verdict.limit(text));
        }
        self.conclude(problem, found, logs, notes, loops.is_some(), &progress.part(0.9..1.0))
    }

    /// Reads logs that pass the log check, or all with `force`.
    pub(super) fn read(
        &self,
        logs: &[LogSource],
        checks: &mut Vec<LogCheck>,
    ) -> Result<Vec<RawRecording>> {
        let read = read_checked(&self.log_options, self.robot, logs, self.force)?;
        checks.extend(read.checks);
        Ok(read.recordings)
    }

    /// Only methods that work on reduced rows can use logs that are read in parts.
    fn keep_streaming(&self, methods: &mut Vec<&dyn Estimator>) -> Result<Option<String>> {
        let unknown = self.log_options.unknown_gains(self.robot)?.is_some();
        if unknown || !self.payload.logs.is_empty() {
            let hint = "cut a part out of the log for that";
            return Err(Error::new(
                "payloads and unknown gains cannot be identified from logs that are read in parts",
            )
            .hint(Hint::Text(hint.into())));
        }
        let left: Vec<&str> =
            methods.iter().filter(|m| !m.capabilities().streams).map(|m| m.name()).collect();
        let note = format!("left out, since the log is read in parts: {}", left.join(", "));
        let some = !left.is_empty();
        methods.retain(|m| m.capabilities().streams);
        Ok(some.then_some(note))
    }

    /// Checks and surveys logs that are read in parts.
    fn check_parts(
        &self,
        checks: &mut Vec<LogCheck>,
        progress: &Progress,
    ) -> Result<Vec<Printed<LongRecording>>> {
        let (robot, logs, force) = (self.robot, &self.logs, self.force);
        let checked = check_streams(&self.log_options, robot, logs, force, progress)?;
        let one = |CheckedStream { check, prints, recording }| {
            checks.push(check);
            Printed { name: recording.name().into(), log: recording, prints }
        };
        Ok(checked.into_iter().map(one).collect())
    }

    /// Logs with the rows by which copies are known.
    fn printed(&self, logs: Vec<LogSource>) -> Result<Vec<Printed<LogSource>>> {
        let one = |log: LogSource| {
            let prints = row_prints(&self.log_options, self.robot, &log)?;
            Ok(Printed { name: log.name().into(), log, prints })
        };
        logs.into_iter().map(one).collect()
    }

    /// From logs in memory, or from `long` ones that are read in parts.
    fn prepare(
        &self,
        logs: &GainsAndLogs,
        long: &[LongRecording],
        settings: ProblemSettings,
        progress: &Progress,
    ) -> Result<IdentificationProblem<'r>> {
        let problem = if !long.is_empty() {
            progress.start("choosing filter and friction");
            let validation = &logs.validation;
            IdentificationProblem::prepare_long(self.robot, long, validation, settings, progress)
        } else {
            progress.start("choosing filter and friction");
            let (own, validation) = (&logs.own, &logs.validation);
            IdentificationProblem::prepare(self.robot, own, validation, settings, progress)
        }?;
        Ok(problem)
    }

    /// The closed loop that made the logs.
    fn loops<'a>(&'a self, usual: &'a ComputedTorque) -> Result<Option<ExperimentLoops<'a>>> {
        let Some(file) = &self.experiment else { return Ok(None) };
        let hint = Hint::Text("give a trajectory in the coordinates of the driven joints".into());
        match &file.trajectory {
            Some(trajectory) if !file.platform => Ok(Some(ExperimentLoops {
                model: self.robot,
                trajectory: trajectory as &(dyn Trajectory + Sync),
                law: file.law.as_deref().unwrap_or(usual),
                settings: &file.settings,
            })),
            Some(_) => Err(Error::new("the experiment's reference is a platform's").hint(hint)),
            None => Err(Error::new("the experiment states no trajectory").hint(hint)),
        }
    }

    fn conclude(
        &self,
        problem: IdentificationProblem<'r>,
        results: MethodResults,
        logs: GainsAndLogs,
        mut notes: Vec<String>,
        controller: bool,
        progress: &Progress,
    ) -> Result<Identified<'r>> {
        let failed: Vec<String> = results.failed.iter().map(ToString::to_string).collect();
        let Some(Recommendation { best, reason }) = recommended(&results.complete, &problem) else {
            progress.check()?;
            let reasons =
                if failed.is_empty() { "none was asked for".into() } else { failed.join("; ") };
            return Err(
                Error::new(format_args!("no method has a result: {reasons}")).hint(Hint::CheckLog)
            );
        };
        let mut complete = results.complete;
        let corrected = CorrectedDescription::new(&problem, &complete[best]);
        corrected.remark_on(problem.robot, &mut complete[best].verdict);
        if !progress.is_cancelled() && self.is_suspicious(&problem, &complete[best]) {
            progress.start("diagnosis");
            let diagnosis = Diagnosis::with(self.robot, &self.logs, &self.log_options);
            match diagnosis.explanations(progress) {
                Ok(found) => {
                    complete.iter_mut().for_each(|result| result.verdict.explain(found.clone()));
                }
                // Methods that are done are kept.
                Err(error) if error.is_cancelled() => {}
                Err(error) => return Err(error),
            }
        }
        let estimate = &complete[best].estimate;
        let payload = self.payload_with(&problem, estimate, &logs.loaded)?;
        progress.start("uncertainty");
        let settings = UncertaintySettings { resamples: self.bootstrap, ranges: self.ranges };
        let uncertainty = problem.uncertainty(estimate, &logs.own, &settings, progress);
        let mut report = IdentificationReport::new(&problem, &complete, best);
        report.recommendation = reason;
        report.gravity = self.gravity.clone();
        report.notes.extend(self.gravity.iter().map(ToString::to_string));
        report.notes.append(&mut notes);
        report.notes.extend(friction_changes(&problem, estimate));
        report.skipped = failed;
        report.gains = logs.gains;
        report.log_checks = logs.checks;
        report.payload = payload;
        report.reasons = problem.data_notes(&complete, best, &uncertainty, controller);
        report.trust = Some(UncertaintyReport::new(&uncertainty));
        if let Some(truth) = self.truth {
            report.reference = Some(self.reference(truth, &problem)?);
        }
        report.export = Some(corrected.report.clone());
        let models = if self.models == 0 {
            Vec::new()
        } else {
            let drawn = sampled_models(&problem.model, estimate, self.models, self.seed);
            let hint = Hint::Text("include the method `physical`".into());
            let drawn = drawn.map_err(|e| Error::from_source(e).hint(hint))?;
            report.notes.extend(drawn.sentences);
            drawn.robots
        };
        Ok(Identified {
            problem,
            results: complete,
            failed: results.failed,
            best,
            corrected,
            uncertainty,
            models,
            report,
            command: self.command.clone(),
            accepted: self.accepted,
            cancelled: progress.is_cancelled(),
        })
    }

    /// Whether it is worth looking for faults of log or description: the result does not pass,
    /// or the description is far worse.
    fn is_suspicious(&self, problem: &IdentificationProblem, best: &MethodResult) -> bool {
        let known = self.log_options.unknown_gains(self.robot).is_ok_and(|g| g.is_none());
        let own = best.evaluated();
        let far = problem.baseline_scores().described.as_ref().is_some_and(|described| {
            let far = |d: f64, own: f64, beyond: f64| d > TIMES * own + beyond;
            let mut joints = described.joints.iter().zip(&own.joints);
            far(described.relative, own.relative, 0.0)
                || joints.any(|(d, own)| far(d.relative, own.relative, BEYOND))
        });
        let in_memory = problem.rows.is_some();
        known && in_memory && (far || !best.verdict.pass)
    }

    /// True values of the unknowns.
    fn reference(
        &self,
        truth: &crate::robot::Robot,
        problem: &IdentificationProblem,
    ) -> Result<ReferenceReport> {
        match problem.model.values_of(truth) {
            Some(values) => Ok(ReferenceReport { kind: "truth", values }),
            None => {
                let message = format_args!("`{}` describes another robot", truth.name());
                let hint = "give a description with the same links and joints";
                Err(Error::new(message).hint(Hint::Text(hint.into())))
            }
        }
    }
}
