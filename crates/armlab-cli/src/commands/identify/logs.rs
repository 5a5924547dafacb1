//! Logs named on the command line, read for one robot.

use super::drives;
use crate::commands::log::expectation;
use crate::failure::Failure;
use armlab::identify::RawRecording;
use armlab::identify::long::LongRecording;
use armlab::progress::Progress;
use armlab::robot::Robot;
use armlab_log::mapping::Instructions;
use armlab_log::{Input, Log, Quantity, ReadOptions};
use std::path::{Path, PathBuf};

/// What to do with a log that cannot be used.
pub const HINT: &str = "check the log with `armlab log FILE --robot ROBOT`";

/// How to read them.
pub struct LogReader<'a> {
    robot: &'a Robot,
    /// Gains of the drives, `None` for those that are looked for.
    gains: Option<Vec<Option<f64>>>,
    map: &'a [String],
}

impl<'a> LogReader<'a> {
    pub fn new(robot: &'a Robot, gains: Option<&str>, map: &'a [String]) -> Result<Self, Failure> {
        let joints = robot.driven_joints().count();
        let gains = gains.map(|text| drives::parse(text, joints)).transpose()?;
        Ok(Self { robot, gains, map })
    }

    /// All gains, if some are looked for.
    pub fn looked_for(&self) -> Option<&[Option<f64>]> {
        self.gains.as_deref().filter(|g| g.iter().any(Option::is_none))
    }
    /// Reads logs, one after another.
    pub fn read(&self, paths: &[PathBuf]) -> Result<Vec<RawRecording>, Failure> {
        paths.iter().map(|path| self.one(path)).collect()
    }

    /// Opens logs that are read in parts.
    pub fn open_long(
        &self,
        paths: &[PathBuf],
        progress: &Progress,
    ) -> Result<Vec<LongRecording>, Failure> {
        let gains: Option<Vec<f64>> =
            self.gains.as_ref().map(|g| g.iter().map(|k| k.unwrap_or(1.0)).collect());
        let joints = self.robot.driven_joints().count();
        let one = |path: &PathBuf| {
            let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
            let (input, options) = (Input::path(path), self.options()?);
            LongRecording::open(&input, &name, &options, joints, gains.as_deref(), progress)
                .map_err(|e| Failure::input(e, HINT))
        };
        paths.iter().map(one).collect()
    }

    /// All gains, if all are given.
    pub fn known_gains(&self) -> Option<Vec<f64>> {
        self.gains.as_ref().and_then(|g| g.iter().copied().collect())
    }

    /// How logs are read.
    pub fn options(&self) -> Result<ReadOptions, Failure> {
        let mut instructions = Instructions::default();
        for text in self.map {
            instructions = instructions.extended(Instructions::parse(text)?);
        }
        let expectation = expectation(self.robot);
        Ok(ReadOptions { instructions, expectation, ..ReadOptions::default() })
    }

    fn one(&self, path: &Path) -> Result<RawRecording, Failure> {
        let log = Log::read(&Input::path(path), &self.options()?)?;
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
        let joints = self.robot.driven_joints().count();
        let looked_for = self.looked_for().is_some();
        if looked_for && log.channel(Quantity::Effort, 0).is_some() {
            let message = format_args!("{name} holds efforts, so no gain is to be found");
            return Err(Failure::input(message, "leave --gains out"));
        }
        // Currents stay currents where the gain is looked for.
        let gains: Option<Vec<f64>> =
            self.gains.as_ref().map(|g| g.iter().map(|k| k.unwrap_or(1.0)).collect());
        RawRecording::of(&log, &name, joints, gains.as_deref())
            .map_err(|e| Failure::input(e, "see `armlab log FILE --robot ROBOT` for what is in it"))
    }
}
