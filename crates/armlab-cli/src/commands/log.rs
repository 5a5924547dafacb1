//! `armlab log`: what is in a recording, and whether it can be used.

mod convert;
mod document;
mod words;

use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::output::{self, Folder, Paint};
use crate::robot;
use armlab::log_check::LogChecker;
use armlab::recordings::expectation;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab_log::mapping::Instructions;
use armlab_log::write::FileFormat;
use armlab_log::{Block, Expectation, Input, LogError, LogStream, ReadOptions};
use clap::Args;
use convert::{Conversion, Format};
use document::Document;
use std::path::PathBuf;

/// Examine a log, and convert it.
#[derive(Args)]
pub struct Log {
    /// CSV (any header, also packed with gzip or zstd), Parquet, NPZ, MATLAB (.mat), HDF5, or a
    /// ROS 2 bag (MCAP, SQLite, or its folder)
    file: PathBuf,
    /// The robot that was recorded: its joints' names and limits help to map and to check
    #[arg(long, value_name = "ROBOT")]
    robot: Option<String>,
    /// Which column is which, e.g. "t=time [ms], q1=theta_1 [deg], tau1=motor torque"
    #[arg(long, value_name = "TARGET=COLUMN,…")]
    map: Vec<String>,
    /// A TOML file that says the same, and scales and offsets (see docs/logs.md)
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Topic of joint states, for a bag that has several
    #[arg(long)]
    topic: Option<String>,
    /// Sampling rate in Hz, for a file without time stamps
    #[arg(long, value_name = "HZ")]
    rate: Option<f64>,
    /// With --out DIR: write the log there, in SI units and with armlab's names; or give a file:
    /// --out run.npz (.csv, .parquet, .npz, .mat, .mcap)
    #[arg(long, value_name = "FORMAT", requires = "out")]
    to: Option<Format>,
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        let LogError { file, place, message, hint } = error;
        Self::input(format_args!("{file}{place}: {message}"), as_option(&hint))
    }
}

/// A hint about the mapping, with the option that gives it.
fn as_option(hint: &str) -> String {
    hint.replace("in the mapping: ", "with --map ")
}

impl Log {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = self.robot.as_deref().map(|name| robot::load(name, FixedJoints::Merge, common));
        let robot = robot.transpose()?;
        let options = self.options(robot.as_ref())?;
        let input = Input::path(&self.file);
        let mut stream = LogStream::open(&input, &options)?;
        // `--out run.npz` is the file to write; other names are folders.
        let written = |out: &&PathBuf| self.to.is_none() && !out.is_dir();
        let file = common.out.as_ref().filter(written);
        let file = file.and_then(|out| FileFormat::from_extension(out).map(|format| (format, out)));
        let folder = common.out.as_ref().filter(|_| file.is_none());
        let folder = folder.map(|out| Folder::open(out).map(|folder| (folder, out)));
        let folder = folder.transpose()?;
        let mut conversion = match (self.to, &folder, file) {
            (Some(to), Some((_, out)), _) => Some(Conversion::begin(to, out, &self.file, &stream)?),
            (_, _, Some((format, out))) => {
                Some(Conversion::begin_file(format, out.clone(), &self.file, &stream)?)
            }
            _ => None,
        };
        let mut checker = LogChecker::of_stream(&stream, robot.as_ref());
        let mut block = Block::new();
        while stream.next_block(&mut block)? {
            checker.see(&block);
            if let Some(conversion) = &mut conversion {
                conversion.write(&block)?;
            }
        }
        let report = checker.finish();
        let written = conversion.map(Conversion::finish).transpose()?;
        let document = Document::new(&stream, input.size()?, report, written);
        if !common.json {
            output::print(&words::read_out(&document, Paint::new(common)))?;
        }
        if let Some((folder, _)) = &folder {
            folder.write_json("log.json", &document)?;
        }
        if common.json {
            output::print_json(&document)?;
        }
        if document.ok { Ok(()) } else { Err(Failure::silent(CHECK_FAILED)) }
    }

    fn options(&self, robot: Option<&Robot>) -> Result<ReadOptions, Failure> {
        Ok(ReadOptions {
            instructions: self.instructions()?,
            expectation: robot.map_or_else(Expectation::default, expectation),
            topic: self.topic.clone(),
            rate: self.rate,
            ..ReadOptions::default()
        })
    }

    /// The whole log, with what there is to say about it.
    pub fn examined(
        &self,
        input: &Input,
        robot: Option<&Robot>,
    ) -> Result<(armlab_log::Log, Document), Failure> {
        let options = self.options(robot)?;
        let mut stream = LogStream::open(input, &options)?;
        let mut checker = LogChecker::of_stream(&stream, robot);
        let mut block = Block::new();
        while stream.next_block(&mut block)? {
            checker.see(&block);
        }
        let document = Document::new(&stream, input.size()?, checker.finish(), None);
        Ok((armlab_log::Log::read_with(input, &options)?, document))
    }

    /// What was said of the columns; the command line beats the file.
    fn instructions(&self) -> Result<Instructions, Failure> {
        let mut all = Instructions::default();
        if let Some(path) = &self.mapping {
            all = Instructions::from_file(path)?;
        }
        for text in &self.map {
            all = all.extended(Instructions::parse(text)?);
        }
        Ok(all)
    }
}
