//! `armlab diagnose`: which fault of log or description explains the residual.

use super::identify::wrote;
use super::log_options::LogArguments;
use super::robot_options::RobotOptions;
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Paint};
use crate::progress::ProgressLine;
use crate::robot::load;
use crate::table::table;
use armlab::diagnosis::{Diagnosis, DiagnosisReport};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// Find why a log and a description do not fit.
#[derive(Args)]
#[command(after_help = "Tries signs, zeros, mounting, units, gains, exchanged columns, coupled \
                  motors, a payload, delays and standstill, and ranks them by the part of the \
                  squared residual that each removes. Exits with 0 if nothing is wrong and with 1 \
                  if something is. docs/diagnosis.md says more.")]
pub struct Diagnose {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// A log; repeat for several
    #[arg(long, value_name = "FILE", required = true)]
    log: Vec<PathBuf>,
    #[command(flatten)]
    logs: LogArguments,
    #[command(flatten)]
    changes: RobotOptions,
}

impl Diagnose {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = self.changed(load(&self.robot, FixedJoints::Merge, common)?, common)?;
        let diagnosis = self.diagnosis(&robot, common)?;
        let observer = ProgressLine::new();
        let found = diagnosis.run_with_observer(&observer, interrupt::token())?;
        drop(observer);
        if let Some(out) = &common.out {
            wrote(&found.save(out)?);
        }
        let report = found.report();
        if common.json {
            output::print_json(report)?;
        } else {
            output::print(&read_out(report, Paint::new(common)))?;
        }
        if report.suspicious { Err(Failure::silent(CHECK_FAILED)) } else { Ok(()) }
    }

    /// The robot with what the options change in it.
    pub fn changed(&self, robot: Robot, common: &Common) -> Result<Robot, Failure> {
        self.changes.known_gravity()?;
        self.changes.apply_to_logs(robot, &common.logs(&self.log)?, &self.logs.options()?)
    }

    /// The library's options.
    pub fn diagnosis<'r>(
        &self,
        robot: &'r Robot,
        common: &Common,
    ) -> Result<Diagnosis<'r>, Failure> {
        let diagnosis =
            Diagnosis::new(robot).logs(common.logs(&self.log)?)?.log_options(self.logs.options()?);
        Ok(diagnosis)
    }
}

/// The diagnosis for people.
fn read_out(report: &DiagnosisReport, paint: Paint) -> String {
    let mut text = paint.report(&report.summary());
    let rows = report.joints.iter().map(|j| {
        let described = j.described.map_or_else(|| "-".into(), |d| format!("{d:.1}"));
        vec![j.joint.clone(), format!("{:.1}", j.fit), described]
    });
    let header = ["joint", "error of the best fit %", "error of the description %"];
    let _ = write!(text, "\n{}", table(&header, rows.collect(), &[1, 2]));
    text
}
