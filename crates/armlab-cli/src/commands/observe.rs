//! `armlab observe`: what acts on a robot from outside.

use super::export::identification;
use super::log_options::LogArguments;
use super::robot_options::RobotOptions;
use crate::arguments::Common;
use crate::failure::Outcome;
use crate::interrupt;
use crate::output;
use crate::progress::ProgressLine;
use crate::robot::load;
use armlab::observation::{FALSE_ALARM_INTERVAL, Observation, RATE};
use armlab::robot::describe::FixedJoints;
use clap::Args;
use std::path::PathBuf;

/// Watch logs with a momentum observer.
#[derive(Args)]
#[command(
    after_help = "The observer needs positions, velocities and efforts, and the friction that the \
                  description states. Limits are so many standard deviations of its noise (from \
                  --quiet, or robustly from the log itself) and of the model's uncertainty (from \
                  the uncertainty.json that `armlab identify --out` writes) that one false alarm \
                  in --false-alarms seconds is expected. Exits with 0 whether there are alarms or \
                  not; see docs/controller.md."
)]
pub struct Observe {
    /// A built-in robot's name or a file: URDF, xacro, MJCF, SDF or TOML
    robot: String,
    /// A log; repeat for several
    #[arg(long, value_name = "FILE", required = true)]
    log: Vec<PathBuf>,
    /// A log in which nothing touches the robot, to measure the noise; repeat for several
    #[arg(long, value_name = "FILE")]
    quiet: Vec<PathBuf>,
    /// Rate of the observer's filter, 1/s
    #[arg(long, value_name = "K", default_value_t = RATE, allow_hyphen_values = true)]
    filter: f64,
    /// Mean time between false alarms, s
    #[arg(long, value_name = "SECONDS", default_value_t = FALSE_ALARM_INTERVAL,
          allow_hyphen_values = true)]
    false_alarms: f64,
    /// Estimate the load at the tool
    #[arg(long)]
    payload: bool,
    /// Folder of the identification that the robot comes from [default: that of ROBOT's file]
    #[arg(long, value_name = "DIR")]
    identification: Option<PathBuf>,
    /// Cut-off of a low-pass filter of the motion, Hz [default: none if velocities are logged]
    #[arg(long, value_name = "HZ")]
    cutoff: Option<f64>,
    #[command(flatten)]
    logs: LogArguments,
    /// Use logs in spite of errors that the log check finds
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    changes: RobotOptions,
}

impl Observe {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(&self.robot, FixedJoints::Merge, common)?;
        self.changes.known_gravity()?;
        let options = self.logs.options()?;
        let robot = self.changes.apply_to_logs(robot, &common.logs(&self.log)?, &options)?;
        let mut work = Observation::new(&robot)
            .log_options(options)
            .rate(self.filter)
            .false_alarm_interval(self.false_alarms)
            .payload(self.payload)
            .force(self.force)
            .command(output::this_command());
        for log in common.logs(&self.log)? {
            work = work.log(log)?;
        }
        for log in common.logs(&self.quiet)? {
            work = work.quiet_log(log)?;
        }
        if let Some(cutoff) = self.cutoff {
            work = work.cutoff(cutoff);
        }
        if let Some(model) = identification(&self.robot, self.identification.as_deref())? {
            work = work.identification(model);
        }
        let observed = work.run_with_observer(&ProgressLine::new(), interrupt::token())?;
        let files = match &common.out {
            Some(out) => observed.save(out)?,
            None => Vec::new(),
        };
        output::print_report(common, observed.report(), &files)
    }
}
