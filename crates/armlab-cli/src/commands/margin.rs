//! `armlab margin`: what the uncertainty of an identification does along a motion.

use super::export::identification;
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::robot::load;
use armlab::margin::Margin as Work;
use armlab::robot::describe::FixedJoints;
use clap::Args;
use std::path::PathBuf;

/// Effort bands along a motion.
#[derive(Args)]
#[command(after_help = "The bands hold the model's effort with 95 %, by the covariance in the \
                  uncertainty.json that `armlab identify --out` writes beside the corrected \
                  description; the error that the identification left unexplained comes on top. \
                  Where the motion leaves the positions, speeds and accelerations of the logs \
                  the bands are not to be trusted, and the joints are named.")]
pub struct Margin {
    /// The identified robot, as `armlab identify --out` wrote it
    robot: String,
    /// Trajectory file (.toml), or a log whose motion is repeated
    #[arg(long, value_name = "FILE")]
    motion: PathBuf,
    /// Folder of the identification [default: that of ROBOT's file]
    #[arg(long, value_name = "DIR")]
    identification: Option<PathBuf>,
    /// Samples of the motion per second
    #[arg(long, value_name = "HZ", default_value_t = 100.0, allow_hyphen_values = true)]
    rate: f64,
}

impl Margin {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(&self.robot, FixedJoints::Merge, common)?;
        let found = identification(&self.robot, self.identification.as_deref())?;
        let found = found.ok_or_else(|| {
            Failure::input(
                format_args!("{}: there is no uncertainty.json beside it", self.robot),
                "give the folder of an identification with --identification DIR; `armlab identify \
                 --out DIR` writes it",
            )
        })?;
        let margins = Work::new(&robot, found)
            .motion_file(&self.motion)?
            .rate(self.rate)
            .command(output::this_command())
            .run()?;
        let files = match &common.out {
            Some(out) => margins.save(out)?,
            None => Vec::new(),
        };
        output::print_report(common, margins.report(), &files)
    }
}
