//! Options that every command has.

use armlab::log::Input;
use armlab::recordings::{IntoLog, LogSource};
use clap::{Args, ValueEnum};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Options that every command has.
#[derive(Args)]
pub struct Common {
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// Write files (data, figures) into this folder, which is created if needed
    #[arg(long, global = true, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seed of all random numbers; the same seed gives the same result
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Whether to colour text output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    #[command(flatten)]
    pub robot: RobotArguments,
    /// Logs that a program hands over, by the names that stand for them among the options
    #[arg(skip)]
    pub handed_over: HashMap<PathBuf, Input>,
}

/// How descriptions of robots are read.
#[derive(Args, Default)]
pub struct RobotArguments {
    /// Weld floating, planar and ball joints of a description where they stand
    #[arg(long, global = true, value_name = "fixed", value_parser = ["fixed"])]
    #[arg(help_heading = "Reading descriptions")]
    pub base: Option<String>,
    /// Value of an argument of a xacro file; repeat it for more
    #[arg(long = "arg", global = true, value_name = "NAME=VALUE")]
    #[arg(help_heading = "Reading descriptions")]
    pub arguments: Vec<String>,
    /// Folder of a ROS package, or a folder of packages; repeat it for more
    #[arg(long = "package", global = true, value_name = "[NAME=]DIR")]
    #[arg(help_heading = "Reading descriptions")]
    pub packages: Vec<String>,
}

impl Common {
    /// The log of this name: one that was handed over, or a file.
    pub fn log(&self, path: &Path) -> armlab::Result<LogSource> {
        match self.handed_over.get(path) {
            Some(input) => input.clone().into_log(),
            None => path.into_log(),
        }
    }
    /// The same for several.
    pub fn logs(&self, paths: &[PathBuf]) -> armlab::Result<Vec<LogSource>> {
        paths.iter().map(|path| self.log(path)).collect()
    }
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Never
    Never,
    /// Always
    Always,
}
