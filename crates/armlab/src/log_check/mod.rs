//! The check that a log passes before it is used: the pre-flight check of `armlab-log`, and
//! what a robot's description lets one expect of the efforts.
//!
//! Workflows refuse a log with errors, one cause and one remedy each; `force` overrides
//! that, and is recorded ([`LogCheck`]).

mod efforts;
mod shared_rows;
mod shares;

pub(crate) use shared_rows::RowPrints;

use crate::error::{Error, Hint, Result};
use crate::identify::RawRecording;
use crate::identify::long::{LongError, LongRecording, Survey};
use crate::log::preflight::{Finding, Preflight, Report};
use crate::log::{Block, Expectation, Log, LogStream};
use crate::progress::Progress;
use crate::recordings::{LogOptions, LogSource, expectation};
use crate::robot::Robot;
use efforts::RobotCheck;
use serde::Serialize;
use std::fmt;

/// What the check of a log says, as it is kept in reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogCheck {
    /// The log.
    pub log: String,
    /// True if it was used in spite of errors.
    pub forced: bool,
    /// What was found, errors first.
    pub findings: Vec<Finding>,
}

impl LogCheck {
    /// Errors that were overridden, in words.
    pub fn overridden(&self) -> impl Iterator<Item = String> + '_ {
        let errors = self.findings.iter().filter(|f| f.severity.name() == "error");
        errors.map(|f| format!("log check overridden: `{}`: {} [{}]", self.log, f.message, f.code))
    }
    /// What a model from this log cannot be trusted in, in words.
    pub fn limits(&self) -> impl Iterator<Item = String> + '_ {
        let found = self.findings.iter().filter(|f| f.code == efforts::ONE_GAIN);
        found.map(|f| format!("`{}`: {} ({})", self.log, f.message, f.columns.join(", ")))
    }
}

/// A log that was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedLog {
    /// The log.
    pub log: String,
    /// Its errors, one a cause.
    pub errors: Vec<Finding>,
}

impl fmt::Display for RefusedLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the log `{}` was refused: ", self.log)?;
        for (i, error) in self.errors.iter().enumerate() {
            let between = if i == 0 { "" } else { "; " };
            write!(f, "{between}{} [{}]", error.message, error.code)?;
            if !error.columns.is_empty() {
                write!(f, " (columns {})", error.columns.join(", "))?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for RefusedLog {}

impl From<RefusedLog> for Error {
    fn from(refused: RefusedLog) -> Self {
        let actions = refused.errors.iter().map(|e| e.action.clone()).collect();
        Self::from_source(refused).hint(Hint::FixLog(actions))
    }
}

/// A check in progress, for those who have another use for the blocks as well.
pub struct LogChecker<'r> {
    preflight: Preflight,
    robot: Option<RobotCheck<'r>>,
}

impl<'r> LogChecker<'r> {
    /// Prepares to see the blocks of a stream; with a robot, its description is used.
    pub fn of_stream(stream: &LogStream, robot: Option<&'r Robot>) -> Self {
        let expected = robot.map_or_else(Expectation::default, expectation);
        Self::new(Preflight::of_stream(stream, &expected), robot, None)
    }
    /// Prepares to see the blocks of a log in memory.
    fn of_log(log: &Log, robot: &'r Robot, gains: Option<&[f64]>) -> Self {
        Self::new(Preflight::of_log(log, &expectation(robot)), Some(robot), gains)
    }
    fn new(preflight: Preflight, robot: Option<&'r Robot>, gains: Option<&[f64]>) -> Self {
        let robot = robot.and_then(|r| RobotCheck::new(r, preflight.layout(), gains));
        Self { preflight, robot }
    }
    /// Looks at the next block.
    pub fn see(&mut self, block: &Block) {
        self.preflight.see(block);
        if let Some(robot) = &mut self.robot {
            robot.see(block);
        }
    }
    /// Says what was found.
    pub fn finish(self) -> Report {
        let robot = self.robot.map(|r| r.finish(self.preflight.layout()));
        let mut report = self.preflight.finish();
        report.add(robot.unwrap_or_default());
        report
    }
}

/// Checks a log in memory. Currents are multiplied by `gains`, where those are known.
pub fn check_log(robot: &Robot, log: &Log, gains: Option<&[f64]>) -> Report {
    let mut checker = LogChecker::of_log(log, robot, gains);
    log.for_each_block(|block| checker.see(block));
    checker.finish()
}

/// Logs that passed the check, or were used in spite of it.
#[derive(Default)]
pub(crate) struct CheckedLogs {
    pub recordings: Vec<RawRecording>,
    pub checks: Vec<LogCheck>,
}

/// Reads and checks logs.
///
/// # Errors
/// If one cannot be read, or has errors and `force` is not given.
pub(crate) fn read_checked(
    options: &LogOptions,
    robot: &Robot,
    logs: &[LogSource],
    force: bool,
) -> Result<CheckedLogs> {
    let mut all = CheckedLogs::default();
    let known = options.unknown_gains(robot)?.is_none();
    let gains = options.factors(robot)?.filter(|_| known);
    for source in logs {
        let log = options.load(robot, source)?;
        let report = check_log(robot, &log, gains.as_deref());
        all.checks.push(judged(source.name(), report, force)?);
        all.recordings.push(options.recording(robot, source.name(), &log)?);
    }
    Ok(all)
}

/// A log that is read in parts, checked and surveyed in one reading.
pub(crate) struct CheckedStream {
    pub check: LogCheck,
    /// The rows by which copies are known.
    pub prints: RowPrints,
    pub recording: LongRecording,
}

/// Checks and surveys logs that are too large for memory.
///
/// # Errors
/// As [`read_checked`].
pub(crate) fn check_streams(
    options: &LogOptions,
    robot: &Robot,
    logs: &[LogSource],
    force: bool,
    progress: &Progress,
) -> Result<Vec<CheckedStream>> {
    let (joints, gains) = (robot.driven_joints().count(), options.factors(robot)?);
    let one = |source: &LogSource| {
        let (input, read_options) = (source.file()?, options.read_options(robot));
        let mut stream = LogStream::open(input, &read_options)?;
        let mut checker = LogChecker::of_stream(&stream, Some(robot));
        let mut prints = RowPrints::new(checker.preflight.layout());
        let mut survey = Survey::new(&stream, source.name(), joints, gains.as_deref());
        let (mut block, mut next) = (Block::new(), Block::new());
        let mut more = stream.next_block(&mut block)?;
        while more {
            // A block is looked at while the next one is read on this thread.
            let read = rayon::in_place_scope(|scope| {
                scope.spawn(|_| checker.see(&block));
                scope.spawn(|_| prints.see(&block));
                if let Ok(survey) = &mut survey {
                    survey.see(&block, progress)?;
                }
                stream.next_block(&mut next).map_err(LongError::from)
            });
            more = read?;
            std::mem::swap(&mut block, &mut next);
        }
        // What the check says comes first.
        let check = judged(source.name(), checker.finish(), force)?;
        let recording = survey?.finish(input, &read_options)?;
        Ok(CheckedStream { check, prints, recording })
    };
    logs.iter().map(one).collect()
}

/// The rows by which copies of a log are known.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn row_prints(
    options: &LogOptions,
    robot: &Robot,
    source: &LogSource,
) -> Result<RowPrints> {
    let log = options.load(robot, source)?;
    let mut prints = RowPrints::new(Preflight::of_log(&log, &expectation(robot)).layout());
    log.for_each_block(|block| prints.see(block));
    Ok(prints)
}

fn judged(log: &str, report: Report, force: bool) -> Result<LogCheck> {
    // What is not logged at all is a matter of the columns, and told as that.
    let complete = report.of("no-effort").next().is_none();
    let errors: Vec<Finding> = report.errors().filter(|_| complete).cloned().collect();
    if !errors.is_empty() && !force {
        return Err(RefusedLog { log: log.into(), errors }.into());
    }
    Ok(LogCheck { log: log.into(), forced: !errors.is_empty(), findings: report.findings })
}
