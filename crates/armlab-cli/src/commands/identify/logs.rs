//! Logs named on the command line, read for one robot.

use crate::commands::log::expectation;
use crate::failure::Failure;
use armlab::identify::RawRecording;
use armlab::robot::Robot;
use armlab_log::mapping::Instructions;
use armlab_log::{Input, Log, ReadOptions};
use std::path::{Path, PathBuf};

/// What to do with a log that cannot be used.
pub const HINT: &str = "check the log with `armlab log FILE --robot ROBOT`";

/// How to read them.
pub struct LogReader<'a> {
    robot: &'a Robot,
    gains: Option<Vec<f64>>,
    map: &'a [String],
}

impl<'a> LogReader<'a> {
    pub fn new(robot: &'a Robot, gains: Option<&str>, map: &'a [String]) -> Result<Self, Failure> {
        Ok(Self { robot, gains: gains.map(numbers).transpose()?, map })
    }

    /// Reads logs, one after another.
    pub fn read(&self, paths: &[PathBuf]) -> Result<Vec<RawRecording>, Failure> {
        paths.iter().map(|path| self.one(path)).collect()
    }

    fn one(&self, path: &Path) -> Result<RawRecording, Failure> {
        let mut instructions = Instructions::default();
        for text in self.map {
            instructions = instructions.extended(Instructions::parse(text)?);
        }
        let expectation = expectation(self.robot);
        let options = ReadOptions { instructions, expectation, ..ReadOptions::default() };
        let log = Log::read(&Input::path(path), &options)?;
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
        let joints = self.robot.driven_joints().count();
        RawRecording::of(&log, &name, joints, self.gains.as_deref())
            .map_err(|e| Failure::input(e, "see `armlab log FILE --robot ROBOT` for what is in it"))
    }
}

fn numbers(text: &str) -> Result<Vec<f64>, Failure> {
    text.split(',')
        .map(|x| {
            let parsed = x.trim().parse::<f64>().ok().filter(|x| x.is_finite());
            parsed.ok_or_else(|| {
                let hint = "give numbers with commas between, one per driven joint";
                Failure::input(format_args!("`{}` is not a number", x.trim()), hint)
            })
        })
        .collect()
}
