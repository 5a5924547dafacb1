//! `armlab validate`: how well a description predicts logs.

mod words;

use super::identify::{columns, point_to_diagnosis, wrote};
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Paint};
use crate::progress::ProgressLine;
use crate::robot::{load, mounted};
use armlab::recordings::Gains;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::validation::Validation;
use clap::Args;
use std::path::PathBuf;

/// Evaluate a model, with the friction its description states, on logs.
#[derive(Args)]
#[command(
    after_help = "Exits with 0 if the model passes, possibly within limits, 1 if it fails, 2 if a log is \
                  refused. It fails if a free model of the same robot predicts the log far better, \
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
    /// Drive gains, N m/A or N/A, for logs of currents
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true)]
    gains: Option<String>,
    /// Which column is which, e.g. "q1=theta_1 [deg], tau1=motor torque"
    #[arg(long, value_name = "TARGET=COLUMN,…")]
    map: Vec<String>,
    /// A TOML file that says the same, and scales and offsets (see docs/logs.md)
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Use logs in spite of errors that the log check finds; the report says so
    #[arg(long)]
    force: bool,
    /// Gravity in the base frame, m/s², instead of the description's: another mounting
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    gravity: Option<String>,
}

impl Validate {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = self.changed(load(&self.robot, FixedJoints::Merge, common)?)?;
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
        if checked.passes() {
            return Ok(());
        }
        point_to_diagnosis(&self.robot, &self.log);
        Err(Failure::silent(CHECK_FAILED))
    }

    /// The robot with what the options change in it.
    pub fn changed(&self, robot: Robot) -> Result<Robot, Failure> {
        mounted(robot, self.gravity.as_deref())
    }

    /// The library's options.
    pub fn validation<'r>(
        &self,
        robot: &'r Robot,
        common: &Common,
    ) -> Result<Validation<'r>, Failure> {
        let mut validation = Validation::new(robot)
            .logs(common.logs(&self.log)?)?
            .columns(columns(&self.map, self.mapping.as_deref())?)
            .force(self.force)
            .seed(common.seed)
            .command(output::this_command());
        if let Some(gains) = &self.gains {
            validation = validation.gains(gains.parse::<Gains>()?);
        }
        if let Some(cutoff) = self.cutoff {
            validation = validation.cutoff(cutoff);
        }
        Ok(validation)
    }
}
