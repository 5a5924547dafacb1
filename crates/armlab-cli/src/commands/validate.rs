//! `armlab validate`: how well a description predicts logs.

mod words;

use super::identify::{point_to_diagnosis, wrote};
use super::log_options::LogArguments;
use super::robot_options::RobotOptions;
use super::verdict_options::VerdictOptions;
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Paint};
use crate::progress::ProgressLine;
use crate::robot::load;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::validation::Validation;
use clap::Args;
use std::path::PathBuf;

/// Evaluate a model, with the friction its description states, on logs.
#[derive(Args)]
#[command(
    after_help = "Exits with 0 if the model passes, possibly within limits (--accept pass: only without), 1 \
                  if it fails, 2 if a log is refused. It fails if a free model of the same robot predicts the log far better, \
                  if it is not clearly better than each joint's mean effort, if a joint is not \
                  modelled, or if no such bodies exist; see docs/identification.md."
)]
pub struct Validate {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// A log; repeat for several
    #[arg(long, value_name = "FILE", required = true)]
    log: Vec<PathBuf>,
    /// Cut-off of the motion's low-pass filter, Hz; chosen by cross-validation without it
    #[arg(long, value_name = "HZ")]
    cutoff: Option<f64>,
    #[command(flatten)]
    logs: LogArguments,
    /// Use logs in spite of errors that the log check finds; the report says so
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    verdict: VerdictOptions,
    #[command(flatten)]
    changes: RobotOptions,
}

impl Validate {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = self.changed(load(&self.robot, FixedJoints::Merge, common)?, common)?;
        let validation = self.validation(&robot, common)?;
        let observer = ProgressLine::new();
        let checked = validation.run_with_observer(&observer, interrupt::token())?;
        drop(observer);
        if let Some(out) = &common.out {
            wrote(&checked.save(out)?);
        }
        let report = checked.report();
        if common.json {
            output::print_json(report)?;
        } else {
            output::print(&words::read_out(report, Paint::new(common)))?;
        }
        if checked.is_accepted() {
            return Ok(());
        }
        point_to_diagnosis(&self.robot, &self.log);
        Err(Failure::silent(CHECK_FAILED))
    }

    /// The robot with what the options change in it.
    pub fn changed(&self, robot: Robot, common: &Common) -> Result<Robot, Failure> {
        self.changes.known_gravity()?;
        self.changes.apply_to_logs(robot, &common.logs(&self.log)?, &self.logs.options()?)
    }

    /// The library's options.
    pub fn validation<'r>(
        &self,
        robot: &'r Robot,
        common: &Common,
    ) -> Result<Validation<'r>, Failure> {
        let mut validation = Validation::new(robot)
            .logs(common.logs(&self.log)?)?
            .log_options(self.logs.options()?)
            .force(self.force)
            .accept(self.verdict.accept()?)
            .seed(common.seed)
            .command(output::this_command());
        if let Some(cutoff) = self.cutoff {
            validation = validation.cutoff(cutoff);
        }
        for limit in self.verdict.limits()? {
            validation = validation.max_error(limit);
        }
        Ok(validation)
    }
}
