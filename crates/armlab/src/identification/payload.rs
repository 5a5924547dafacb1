//! Payloads, and drive gains from logs with a payload.

use super::builder::Identification;
use super::options::unknown_link;
use super::problem::{IdentificationProblem, ProblemSettings};
use super::report::{GainReport, PayloadReport};
use crate::error::{Error, Hint, Result};
use crate::identify::parallel::RowSettings;
use crate::identify::payload::{
    DriveGain, KnownLoad, Payload, drive_gains, estimate_payload, estimate_payload_beyond,
    estimate_payload_of_logs, holding_link,
};
use crate::identify::{Estimate, FrictionModel, RawRecording};
use crate::log_check::LogCheck;
use crate::progress::{CancelToken, Observer, Progress};
use crate::validation::predict_described;
use serde::Serialize;

/// Logs in memory, with gains applied.
pub(super) struct GainsAndLogs {
    pub own: Vec<RawRecording>,
    pub loaded: Vec<RawRecording>,
    pub validation: Vec<RawRecording>,
    pub gains: Vec<GainReport>,
    pub checks: Vec<LogCheck>,
}

/// A payload estimated with the arm as it is described.
#[derive(Clone, Serialize)]
pub struct PayloadIdentificationReport {
    /// The robot's name.
    pub robot: String,
    /// What was chosen by cross-validation.
    pub choices: Vec<String>,
    /// How the logs were processed.
    pub notes: Vec<String>,
    /// The payload.
    pub payload: PayloadReport,
}

/// Notes, and what of the log check was overridden.
pub(super) fn noted(mut notes: Vec<String>, checks: &[LogCheck]) -> Vec<String> {
    notes.extend(checks.iter().flat_map(LogCheck::overridden));
    notes
}

impl Identification<'_> {
    /// Estimates a payload from logs of the loaded robot alone, with the arm as it is
    /// described.
    ///
    /// # Errors
    /// If the description has no inertial parameters, or a log cannot be used.
    pub fn run_payload(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<PayloadIdentificationReport> {
        let (robot, progress) = (self.robot, Progress::new(observer, cancel));
        if robot.links().iter().all(|l| l.inertia.is_none()) {
            let hint = "identify the arm without the payload first and give the corrected \
                        description, or give logs without and with the payload";
            return Err(Error::new("the description has no inertial parameters")
                .hint(Hint::Text(hint.into())));
        }
        progress.start("reading logs");
        let mut checks = Vec::new();
        let own = self.read(&self.logs, &mut checks)?;
        let settings = self.settings()?;
        progress.start("choosing filter and friction");
        let problem = IdentificationProblem::prepare(robot, &own, &[], settings, &progress)?;
        let arm = problem.recordings.iter().map(|r| predict_described(robot, r));
        let arm = arm.collect::<Result<Vec<_>, _>>()?;
        let link = self.holding_link()?;
        let recordings = &problem.recordings;
        let payload = estimate_payload_beyond(&problem.model, &arm, recordings, link, self.seed)?;
        Ok(PayloadIdentificationReport {
            robot: robot.name().into(),
            choices: problem.choice.reasons.clone(),
            notes: noted(problem.notes(), &checks),
            payload: self.payload_report(&payload),
        })
    }

    /// The payload of the loaded logs, with the arm as identified.
    pub(super) fn payload_with(
        &self,
        problem: &IdentificationProblem,
        estimate: &Estimate,
        loaded: &[RawRecording],
    ) -> Result<Option<PayloadReport>> {
        if loaded.is_empty() {
            return Ok(None);
        }
        let (model, link) = (&problem.model, self.holding_link()?);
        let payload = match &problem.rows {
            Some(rows) => {
                let (cutoff, delay) = (problem.choice.cutoff, Some(rows.delay()));
                let settings = RowSettings { cutoff, delay };
                estimate_payload_of_logs(model, estimate, loaded, &settings, link)?
            }
            None => {
                let recordings = problem.choice.motion.apply(loaded)?;
                estimate_payload(model, &estimate.values(), &recordings, link, self.seed)?
            }
        };
        Ok(Some(self.payload_report(&payload)))
    }

    fn payload_report(&self, payload: &Payload) -> PayloadReport {
        let mut report = PayloadReport::of(payload);
        let (mass, deviation) = payload.mass;
        if let Some(known) = self.payload.mass
            && (mass - known).abs() > 3.0 * deviation + 0.02 * known.abs()
        {
            report.notes.push(format!(
                "the estimated mass is {mass:.3} ± {deviation:.3} kg, the given one {known} kg: \
                 check the drive gains"
            ));
        }
        report
    }

    fn holding_link(&self) -> Result<usize> {
        let name = self.payload.link.as_deref();
        holding_link(self.robot, name).map_err(|links| match name {
            Some(name) => unknown_link(self.robot, name),
            None => Error::new(format_args!("the robot has {} end links", links.len()))
                .hint(Hint::GivePayloadLink(links)),
        })
    }

    /// Identifies unknown gains from logs without and with a payload of known mass,
    /// and applies them.
    pub(super) fn with_gains(
        &self,
        logs: GainsAndLogs,
        settings: &ProblemSettings,
        progress: &Progress,
    ) -> Result<GainsAndLogs> {
        let Some(given) = self.log_options.unknown_gains(self.robot)? else { return Ok(logs) };
        if logs.loaded.is_empty() {
            let message = "drive gains cannot be identified from currents alone";
            return Err(Error::new(message).hint(Hint::GivePayload));
        }
        progress.start("drive gains");
        // Laws cannot be told apart on efforts whose scale is not known.
        let mut settings = settings.clone();
        settings.shape.get_or_insert_with(FrictionModel::standard);
        let (own, loaded) = (&logs.own, &logs.loaded);
        let problem = IdentificationProblem::prepare(self.robot, own, loaded, settings, progress)?;
        let link = self.holding_link()?;
        let load = KnownLoad { mass: self.payload.mass, centre: self.payload.centre };
        let (own, loaded) = (&problem.recordings, &problem.validation);
        let found = drive_gains(&problem.model, own, loaded, link, &load, &given, self.seed)?;
        let shown = |g: &DriveGain| format!("{} {:.4} ± {:.4}", g.joint, g.value, g.deviation);
        let refused: Vec<String> = found.refused().map(shown).collect();
        if !refused.is_empty() {
            let good = found.gains.iter().filter(|g| g.separable && !g.given).map(shown);
            let good: Vec<String> = good.collect();
            let good = if good.is_empty() { "none".into() } else { good.join(", ") };
            let hint = format!("give these gains, and ? for the others (identified: {good})");
            let message = format!("the logs do not determine the gains of {}", refused.join(", "));
            return Err(Error::new(message).hint(Hint::Text(hint)));
        }
        // Efforts with given gains are efforts already.
        let factors: Vec<f64> =
            found.gains.iter().map(|g| if g.given { 1.0 } else { g.value }).collect();
        let scaled = |logs: Vec<RawRecording>| -> Vec<RawRecording> {
            logs.into_iter().map(|r| r.with_efforts_times(&factors)).collect()
        };
        Ok(GainsAndLogs {
            own: scaled(logs.own),
            loaded: scaled(logs.loaded),
            validation: scaled(logs.validation),
            gains: GainReport::all(&found),
            checks: logs.checks,
        })
    }
}
