//! `Observation`: efforts from outside along a log, collisions, and the load in the hand.

mod alarm;
mod noise;
mod page;
mod report;
mod trials;
mod watch;

pub use alarm::Alarm;
pub use noise::{Calm, Noise, Peak};
pub use report::{JointObservation, LoadReport, ObservationReport};
pub use trials::{CollisionReport, CollisionTrials, usual_noise};
pub use watch::{Watch, Watched, watch};

use crate::control::Thresholds;
use crate::error::{Error, Hint, Result};
use crate::identify::uncertainty::effort_deviations;
use crate::identify::{RawRecording, Recording};
use crate::log::mapping::Instructions;
use crate::log_check::read_checked;
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::recordings::{Gains, IntoLog, LogOptions, LogSource};
use crate::robot::Robot;
use crate::saving;
use crate::text::significant;
use crate::uncertain_model::UncertainModel;
use page::figure;
use std::fmt;
use std::path::{Path, PathBuf};

/// Rate of the observer's filter, 1/s.
pub const RATE: f64 = 50.0;
/// Time between false alarms, s.
pub const FALSE_ALARM_INTERVAL: f64 = 600.0;

/// Watches logs of a robot for what acts on it from outside.
pub struct Observation<'r> {
    robot: &'r Robot,
    logs: Vec<LogSource>,
    quiet: Vec<LogSource>,
    log_options: LogOptions,
    identification: Option<UncertainModel>,
    rate: f64,
    interval: f64,
    cutoff: Option<f64>,
    payload: bool,
    force: bool,
    command: Option<String>,
}

/// What was observed.
pub struct Observed<'r> {
    robot: &'r Robot,
    watched: Vec<Watched>,
    report: ObservationReport,
    command: Option<String>,
}

impl<'r> Observation<'r> {
    /// Of a robot, with no log yet.
    pub fn new(robot: &'r Robot) -> Self {
        Self {
            robot,
            logs: Vec::new(),
            quiet: Vec::new(),
            log_options: LogOptions::default(),
            identification: None,
            rate: RATE,
            interval: FALSE_ALARM_INTERVAL,
            cutoff: None,
            payload: false,
            force: false,
            command: None,
        }
    }
    /// Adds a log to watch.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn log(mut self, log: impl IntoLog) -> Result<Self> {
        self.logs.push(log.into_log()?);
        Ok(self)
    }
    /// Adds a log in which nothing touches the robot: the limits' noise is measured there.
    /// Without one it is measured robustly on the watched logs themselves.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn quiet_log(mut self, log: impl IntoLog) -> Result<Self> {
        self.quiet.push(log.into_log()?);
        Ok(self)
    }
    /// The identification that the robot comes from: its covariance widens the limits.
    pub fn identification(mut self, model: UncertainModel) -> Self {
        self.identification = Some(model);
        self
    }
    /// Rate of the observer's filter, 1/s; 50 by default.
    pub fn rate(mut self, rate: f64) -> Self {
        self.rate = rate;
        self
    }
    /// Mean time between false alarms, s; ten minutes by default.
    pub fn false_alarm_interval(mut self, seconds: f64) -> Self {
        self.interval = seconds;
        self
    }
    /// Cut-off of a zero-phase low-pass filter of the motion, Hz; none by default where
    /// speeds are logged, else the band of the motion.
    pub fn cutoff(mut self, frequency: f64) -> Self {
        self.cutoff = Some(frequency);
        self
    }
    /// Whether a load at the tool is estimated.
    pub fn payload(mut self, wanted: bool) -> Self {
        self.payload = wanted;
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
    /// How logs are read.
    pub fn log_options(mut self, options: LogOptions) -> Self {
        self.log_options = options;
        self
    }
    /// Uses logs in spite of errors that the log check finds.
    pub fn force(mut self, yes: bool) -> Self {
        self.force = yes;
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
    /// If a log cannot be used, or a setting makes no sense.
    pub fn run(&self) -> Result<Observed<'r>> {
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
    ) -> Result<Observed<'r>> {
        let (robot, progress) = (self.robot, Progress::new(observer, cancel));
        if self.logs.is_empty() {
            return Err(Error::new("there is no log to observe").hint(Hint::GiveLog));
        }
        if self.log_options.unknown_gains(robot)?.is_some() {
            let message = "an observation needs the drive gains";
            return Err(Error::new(message).hint(Hint::GiveGains));
        }
        progress.start("reading logs");
        let logs = read_checked(&self.log_options, robot, &self.logs, self.force)?;
        let quiet = read_checked(&self.log_options, robot, &self.quiet, self.force)?;
        let recordings = self.conditioned(&logs.recordings)?;
        let quiet = self.conditioned(&quiet.recordings)?;
        progress.start("measuring noise");
        let calm = if quiet.is_empty() { &recordings } else { &quiet };
        let mut untouched = Vec::new();
        for recording in calm {
            progress.check()?;
            let model = self.deviations(recording)?;
            let watched = watch(robot, recording, self.rate, None)?;
            untouched.push(Calm { recording, watched, model });
        }
        let noise = match quiet.is_empty() {
            true => Noise::robust(robot, self.rate, &untouched)?,
            false => Noise::measured(robot, self.rate, &untouched)?,
        };
        let step = recordings.iter().map(|r| r.step).fold(f64::INFINITY, f64::min);
        let mut thresholds = Thresholds::new(noise.constant.clone(), 1.0 / step, self.interval)
            .map_err(crate::saving::located)?;
        let by_noise = thresholds.deviations;
        if !quiet.is_empty() {
            // Residuals of real robots have wider tails than noise.
            let farthest = noise.farthest.as_ref().map_or(0.0, |peak| peak.size);
            thresholds.deviations = thresholds.deviations.max(1.05 * farthest);
        }
        let widened = noise.farthest.as_ref().filter(|_| thresholds.deviations > by_noise);
        progress.start("observing");
        let mut watched = Vec::new();
        for recording in &recordings {
            progress.check()?;
            let settings = Watch {
                thresholds: thresholds.clone(),
                speed_noise: noise.speeds.clone(),
                output_noise: noise.outputs.clone(),
                along: noise.along(robot, self.rate, recording, &self.deviations(recording)?)?,
                payload: self.payload,
            };
            watched.push(watch(robot, recording, self.rate, Some(&settings))?);
        }
        let mut report = ObservationReport::new(
            robot,
            self,
            &watched,
            thresholds.deviations,
            &noise.outputs,
            &recordings,
        );
        let place = |peak: &Peak| {
            let (log, joint, time) = &peak.at;
            let joint = robot.driven_joints().nth(*joint).map_or("", |j| j.name.as_str());
            let size = significant(peak.size, 3);
            format!("{log}: {joint} at {time:.2} s is {size} standard deviations off")
        };
        if let Some(peak) = widened {
            report.notes.push(format!(
                "{}, so that the limits are wider than {}",
                place(peak),
                significant(by_noise, 3)
            ));
        }
        for peak in noise.contacts.iter().filter(|_| !quiet.is_empty()) {
            report.notes.push(format!(
                "{}, far beyond all else: taken for a contact or a sudden stop and not for noise",
                place(peak)
            ));
        }
        Ok(Observed { robot, watched, report, command: self.command.clone() })
    }

    /// Recordings with their motion filtered where a cut-off is given, or must be.
    fn conditioned(&self, raw: &[RawRecording]) -> Result<Vec<Recording>> {
        let condition = |r: &RawRecording| {
            let cutoff = match self.cutoff {
                Some(cutoff) => Some(cutoff),
                None if r.has_speeds() => None,
                None => Some(r.cutoff()?.frequency),
            };
            r.condition(cutoff)
        };
        Ok(raw.iter().map(condition).collect::<std::result::Result<_, _>>()?)
    }

    /// Standard deviations of the model's efforts along a recording; empty without an
    /// identification.
    fn deviations(&self, recording: &Recording) -> Result<Vec<Vec<f64>>> {
        let Some(identified) = &self.identification else { return Ok(Vec::new()) };
        let model = identified.model(self.robot)?;
        effort_deviations(&model, recording, &identified.covariance()).map_err(Error::from_source)
    }
}

impl Observed<'_> {
    /// Everything as one serialisable document, as it is written to `observation.json`.
    pub fn report(&self) -> &ObservationReport {
        &self.report
    }
    /// Efforts and limits along each log.
    pub fn watched(&self) -> &[Watched] {
        &self.watched
    }
    /// Writes `report.html`, `observation.json`, a figure and a table of each log into a
    /// folder; returns the paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let command = self.command.as_deref();
        let mut files = vec![
            ("report.html".to_string(), page::page(self, command).to_html()),
            ("observation.json".into(), saving::json(&self.report)?),
        ];
        for (k, watched) in self.watched.iter().enumerate() {
            files.push((format!("external-{}.csv", k + 1), watched.to_csv(self.robot)));
            files.push((format!("external-{}.svg", k + 1), figure(self.robot, watched).to_svg()));
        }
        saving::write_all(folder.as_ref(), &files)
    }
}

impl fmt::Display for Observed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)
    }
}
