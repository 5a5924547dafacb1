//! Logs of a robot: from files or memory to recordings of its driven joints.

mod locked;

pub use locked::{Lock, locked_to_logs};

use crate::error::{Error, Hint, Result};
use crate::identify::long::LongRecording;
use crate::identify::{RawRecording, RecordingError};
use crate::log::mapping::Instructions;
use crate::log::{Expectation, Input, Log, Quantity, ReadOptions};
use crate::progress::Progress;
use crate::robot::Robot;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Files that are larger in total are read in parts, bytes.
const LARGE: u64 = 400 << 20;
/// The same if nothing is lost by it but predictions of every row: reading in parts is several
/// times as fast and takes a tenth of the memory.
const LARGE_FOR_STREAMING: u64 = 80 << 20;

/// A log: a file that is read later, or samples in memory.
#[derive(Clone, Debug)]
pub struct LogSource {
    name: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    File(Input),
    Memory(Log),
}

impl LogSource {
    /// The log's name: that of its file.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// With another name, for notes and reports.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }
    /// The file, if it is one.
    pub(crate) fn input(&self) -> Option<&Input> {
        match &self.content {
            Content::File(input) => Some(input),
            Content::Memory(_) => None,
        }
    }
    fn size(&self) -> u64 {
        match &self.content {
            Content::File(input) => input.size().unwrap_or(0),
            Content::Memory(_) => 0,
        }
    }
}

/// What can be given as a log: a path, an [`Input`], or a [`Log`] in memory.
pub trait IntoLog {
    /// The log, which is read later.
    ///
    /// # Errors
    /// If there is no such file.
    fn into_log(self) -> Result<LogSource>;
}

impl IntoLog for &Path {
    fn into_log(self) -> Result<LogSource> {
        let name = self.file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
        Ok(Input::path(self).into_log()?.named(name))
    }
}

impl IntoLog for Input {
    fn into_log(self) -> Result<LogSource> {
        self.size()?;
        Ok(LogSource { name: self.name().into(), content: Content::File(self) })
    }
}

impl IntoLog for Log {
    fn into_log(self) -> Result<LogSource> {
        let origin = self.provenance().first().map(|p| p.origin.as_str());
        let name = origin.and_then(|o| Path::new(o).file_name()).map(|n| n.to_string_lossy());
        let name = name.map_or("log".into(), |n| n.into_owned());
        Ok(LogSource { name, content: Content::Memory(self) })
    }
}

impl IntoLog for LogSource {
    fn into_log(self) -> Result<LogSource> {
        Ok(self)
    }
}

macro_rules! paths {
    ($($path:ty),*) => {$(
        impl IntoLog for $path {
            fn into_log(self) -> Result<LogSource> {
                AsRef::<Path>::as_ref(&self).into_log()
            }
        }
    )*};
}
paths!(&str, String, &String, PathBuf, &PathBuf);

impl IntoLog for &Log {
    fn into_log(self) -> Result<LogSource> {
        self.clone().into_log()
    }
}

/// Drive gains, N m/A or N/A, for logs of currents: one per driven joint, or unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Gains {
    /// None is known: all are identified, from a log with a known payload.
    Unknown,
    /// One per driven joint; `None` for one that is identified.
    Joints(Vec<Option<f64>>),
}

impl Gains {
    /// One per joint; `None` for those that are identified.
    ///
    /// # Errors
    /// If there are more or fewer gains than joints.
    pub fn for_joints(&self, joints: usize) -> Result<Vec<Option<f64>>> {
        match self {
            Self::Unknown => Ok(vec![None; joints]),
            Self::Joints(gains) if gains.len() == joints => Ok(gains.clone()),
            Self::Joints(gains) => {
                let found = gains.len();
                Err(Error::new(RecordingError::GainCount { found, joints }).hint(Hint::GiveGains))
            }
        }
    }
}

impl From<Vec<f64>> for Gains {
    fn from(gains: Vec<f64>) -> Self {
        Self::Joints(gains.into_iter().map(Some).collect())
    }
}

impl FromStr for Gains {
    type Err = Error;
    /// `1.2,0.8,?` or `unknown`.
    fn from_str(text: &str) -> Result<Self> {
        if text.trim() == "unknown" {
            return Ok(Self::Unknown);
        }
        let one = |word: &str| match word.trim() {
            "?" => Ok(None),
            number => match number.parse::<f64>().ok().filter(|x| x.is_finite()) {
                Some(gain) => Ok(Some(gain)),
                None => {
                    Err(Error::new(format_args!("`{number}` is not a number")).hint(Hint::Text(
                        "give one number per driven joint with commas between, ? for a gain that \
                         is identified, or `unknown`"
                            .into(),
                    )))
                }
            },
        };
        text.split(',').map(one).collect::<Result<_>>().map(Self::Joints)
    }
}

/// What a robot's description says about its logs: names, kinds and limits of the
/// joints that have columns, which are the driven ones of a machine with loops.
pub fn expectation(robot: &Robot) -> Expectation {
    let joints: Vec<_> = robot.driven_joints().collect();
    Expectation {
        joint_names: joints.iter().map(|j| j.name.clone()).collect(),
        prismatic: joints.iter().map(|j| !j.kind.turns()).collect(),
        lower: joints.iter().map(|j| j.limits.lower).collect(),
        upper: joints.iter().map(|j| j.limits.upper).collect(),
        velocity: joints.iter().map(|j| j.limits.velocity).collect(),
        effort: joints.iter().map(|j| j.limits.effort).collect(),
    }
}

/// How logs are read.
#[derive(Clone, Debug, Default)]
pub struct LogOptions {
    /// Drive gains, for logs of currents.
    pub gains: Option<Gains>,
    /// Which column is which, where names do not say.
    pub columns: Instructions,
    /// Sampling rate of logs without time stamps, Hz.
    pub rate: Option<f64>,
    /// Topic of bags that have several.
    pub topic: Option<String>,
}

impl LogOptions {
    /// The options of the reader, with what the robot's description says.
    pub fn read_options(&self, robot: &Robot) -> ReadOptions {
        let (instructions, expectation) = (self.columns.clone(), expectation(robot));
        let (rate, topic) = (self.rate, self.topic.clone());
        ReadOptions { instructions, expectation, rate, topic, ..ReadOptions::default() }
    }

    /// Gains as given, one per joint, where some are identified.
    pub(crate) fn unknown_gains(&self, robot: &Robot) -> Result<Option<Vec<Option<f64>>>> {
        let joints = robot.driven_joints().count();
        let gains = self.gains.as_ref().map(|g| g.for_joints(joints)).transpose()?;
        Ok(gains.filter(|g| g.iter().any(Option::is_none)))
    }

    /// Gains by which currents are multiplied: 1 where they are unknown.
    pub(crate) fn factors(&self, robot: &Robot) -> Result<Option<Vec<f64>>> {
        let joints = robot.driven_joints().count();
        let gains = self.gains.as_ref().map(|g| g.for_joints(joints)).transpose()?;
        Ok(gains.map(|g| g.into_iter().map(|k| k.unwrap_or(1.0)).collect()))
    }

    /// Reads logs into memory, without the log check.
    ///
    /// # Errors
    /// If one cannot be read, or lacks what identification needs.
    pub fn read(&self, robot: &Robot, logs: &[LogSource]) -> Result<Vec<RawRecording>> {
        let one = |s: &LogSource| self.recording(robot, s.name(), self.load(robot, s)?.as_ref());
        logs.iter().map(one).collect()
    }

    /// A log as it was recorded.
    pub(crate) fn load<'s>(&self, robot: &Robot, source: &'s LogSource) -> Result<Cow<'s, Log>> {
        match &source.content {
            Content::Memory(log) => Ok(Cow::Borrowed(log)),
            Content::File(input) => {
                Ok(Cow::Owned(Log::read_with(input, &self.read_options(robot))?))
            }
        }
    }

    /// The channels of the driven joints.
    pub(crate) fn recording(&self, robot: &Robot, name: &str, log: &Log) -> Result<RawRecording> {
        if self.unknown_gains(robot)?.is_some() && log.channel(Quantity::Effort, 0).is_some() {
            let message =
                format_args!("log `{name}` holds efforts: there are no gains to identify");
            return Err(Error::new(message).hint(Hint::Text("leave the gains out".into())));
        }
        let (joints, factors) = (robot.driven_joints().count(), self.factors(robot)?);
        Ok(RawRecording::of(log, name, joints, factors.as_deref())?)
    }

    /// Opens logs that are read in parts.
    pub(crate) fn open_long(
        &self,
        robot: &Robot,
        logs: &[LogSource],
        progress: &Progress,
    ) -> Result<Vec<LongRecording>> {
        let (joints, factors) = (robot.driven_joints().count(), self.factors(robot)?);
        let options = self.read_options(robot);
        let one = |source: &LogSource| {
            let (input, name) = (source.file()?, source.name());
            let long =
                LongRecording::open(input, name, &options, joints, factors.as_deref(), progress);
            Ok(long?)
        };
        logs.iter().map(one).collect()
    }
}

impl LogSource {
    /// The log's file.
    ///
    /// # Errors
    /// If it is in memory.
    pub(crate) fn file(&self) -> Result<&Input> {
        match &self.content {
            Content::File(input) => Ok(input),
            Content::Memory(_) => {
                let message = "a log in memory cannot be read in parts";
                Err(Error::new(message).hint(Hint::Text("give its file".into())))
            }
        }
    }
}

/// Whether logs are so large that they are read in parts; `streams` if everything that was
/// asked for can be had so.
pub(crate) fn are_large(logs: &[LogSource], streams: bool) -> bool {
    let limit = if streams { LARGE_FOR_STREAMING } else { LARGE };
    logs.iter().map(LogSource::size).sum::<u64>() > limit
}
