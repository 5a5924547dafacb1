//! A diagnosis: options and run.

use super::candidates;
use super::change::Change;
use super::names::Names;
use super::report::{DiagnosisReport, Explanation};
use super::samples::Samples;
use super::search::Search;
use crate::error::{Error, Hint, Result};
use crate::identify::RawRecording;
use crate::log::mapping::Instructions;
use crate::log_check::read_checked;
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::recordings::{Gains, IntoLog, LogOptions, LogSource};
use crate::robot::Robot;
use crate::saving;
use crate::spatial::Vec3;
use std::fmt;
use std::path::{Path, PathBuf};

/// Looks for faults of logs or description that explain a poor model.
///
/// ```no_run
/// use armlab::prelude::*;
/// # fn main() -> armlab::Result<()> {
/// let robot = Robot::from_file("arm.urdf")?;
/// let found = Diagnosis::new(&robot).log("run.csv")?.run()?;
/// if let Some(best) = found.best() {
///     println!("{} ({:.0} % of the residual): {}", best.message, best.removes, best.fix);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Diagnosis<'r> {
    robot: &'r Robot,
    logs: Vec<LogSource>,
    log_options: LogOptions,
}

/// What a diagnosis found.
pub struct Diagnosed {
    report: DiagnosisReport,
}

impl<'r> Diagnosis<'r> {
    /// A diagnosis of this robot, with no log yet.
    pub fn new(robot: &'r Robot) -> Self {
        Self { robot, logs: Vec::new(), log_options: LogOptions::default() }
    }
    /// The same with the logs and options of another workflow.
    pub(crate) fn with(robot: &'r Robot, logs: &[LogSource], log_options: &LogOptions) -> Self {
        Self { robot, logs: logs.to_vec(), log_options: log_options.clone() }
    }
    /// Explanations of what is wrong, the best first; none where nothing is, or nothing can
    /// be told.
    ///
    /// # Errors
    /// If it is cancelled.
    pub(crate) fn explanations(&self, progress: &Progress) -> Result<Vec<Explanation>> {
        match self.run_with(progress) {
            Ok(found) if found.report.suspicious => Ok(found.report.explanations),
            Err(error) if error.is_cancelled() => Err(error),
            _ => Ok(Vec::new()),
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

    /// Runs it. Logs that the log check would refuse are used; its errors are in the report.
    ///
    /// # Errors
    /// If a log cannot be read.
    pub fn run(&self) -> Result<Diagnosed> {
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
    ) -> Result<Diagnosed> {
        self.run_with(&Progress::new(observer, cancel))
    }

    fn run_with(&self, progress: &Progress) -> Result<Diagnosed> {
        let robot = self.robot;
        let Some(first) = self.logs.first() else {
            return Err(Error::new("there is no log to diagnose").hint(Hint::GiveLog));
        };
        progress.start("reading logs");
        let read = read_checked(&self.log_options, robot, &self.logs, true)?;
        let names = Names::new(robot, self.log_options.load(robot, first)?.as_ref());
        progress.check()?;
        progress.part(0.2..1.0).start("trying faults");
        let search = Search::new(robot, Samples::new(&read.recordings)?)?;
        let Some(none) = search.score(&Change::none(search.joints())) else {
            let message = "the log does not determine any fit";
            return Err(Error::new(message).hint(Hint::CheckLog));
        };
        let tried = candidates::tried(&search, &none);
        let standstill = search.standstill(&none);
        let report =
            DiagnosisReport::new(robot.name(), &names, &none, tried, standstill, read.checks);
        Ok(Diagnosed { report })
    }
}

/// The direction of gravity in the base frame that logs suggest, m/s².
///
/// # Errors
/// If the robot cannot follow the logs.
pub(crate) fn likely_gravity(robot: &Robot, logs: &[RawRecording]) -> Result<Vec3<f64>> {
    let search = Search::new(robot, Samples::new(logs)?)?;
    candidates::likely_gravity(&search).ok_or_else(|| {
        let message = "the logs do not suggest any direction of gravity";
        Error::new(message).hint(Hint::CheckLog)
    })
}

impl Diagnosed {
    /// Everything as one serialisable document.
    pub fn report(&self) -> &DiagnosisReport {
        &self.report
    }
    /// The explanation that removes most of the residual; `None` if nothing is wrong.
    pub fn best(&self) -> Option<&Explanation> {
        self.report.best()
    }
    /// Explanations, the best first.
    pub fn explanations(&self) -> &[Explanation] {
        &self.report.explanations
    }
    /// The explanations in a few lines.
    pub fn summary(&self) -> String {
        self.report.summary()
    }
    /// Writes `diagnosis.json` into a folder; returns its path.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let files = [("diagnosis.json".to_string(), saving::json(&self.report)?)];
        saving::write_all(folder.as_ref(), &files)
    }
}

impl fmt::Display for Diagnosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())
    }
}
