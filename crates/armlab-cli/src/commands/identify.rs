//! `armlab identify`: from a robot and its logs to a model with error bars.

mod follow;
mod load_friction;
mod options;
mod payload;
mod uncertainty;
mod words;

use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Paint, note};
use crate::progress::ProgressLine;
use crate::robot::{load, mounted};
use armlab::identification::{FrictionChoice, Identified};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
pub use options::{Identify, columns, methods};
use std::path::PathBuf;

impl Identify {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = mounted(load(&self.robot, FixedJoints::Merge)?, self.gravity.as_deref())?;
        if self.follow {
            return follow::run(&self, &robot, common);
        }
        let truth = self.truth.as_deref().map(|t| load(t, FixedJoints::Merge)).transpose()?;
        let identification = self.identification(&robot, truth.as_ref(), common)?;
        let observer = ProgressLine::new();
        if self.friction()? == FrictionChoice::Described {
            let report = identification.run_load_friction(&observer, interrupt::token())?;
            drop(observer);
            return load_friction::finish(&report, common);
        }
        if self.payload.as_ref().is_some_and(Vec::is_empty) {
            let report = identification.run_payload(&observer, interrupt::token())?;
            drop(observer);
            return payload::finish(&report, common);
        }
        let _hold = interrupt::hold();
        let found = identification.run_with_observer(&observer, interrupt::token())?;
        drop(observer);
        finish(&found, &self, &robot, common)
    }
}

/// Writes and prints what was identified.
fn finish(found: &Identified, asked: &Identify, robot: &Robot, common: &Common) -> Outcome {
    let report = found.report();
    report.choices.iter().chain(&report.skipped).for_each(note);
    if let Some(export) = &report.export {
        if let Some(why) = &export.refused {
            note(format_args!("no corrected description: {why}"));
        }
        export.notes.iter().for_each(note);
    }
    if let Some(out) = &common.out {
        wrote(&found.save(out)?);
    }
    if common.json {
        output::print_json(report)?;
    } else {
        let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        output::print(&words::read_out(report, &names, Paint::new(common)))?;
    }
    if found.is_cancelled() {
        return Err(Failure::interrupted());
    }
    if found.verdict().pass {
        return Ok(());
    }
    point_to_diagnosis(&asked.robot, &asked.log);
    Err(Failure::silent(CHECK_FAILED))
}

/// Says how to look for the cause of a failure.
pub fn point_to_diagnosis(robot: &str, logs: &[PathBuf]) {
    let logs = logs.iter().flat_map(|l| ["--log".to_string(), l.display().to_string()]);
    let words = ["armlab", "diagnose", robot].map(String::from).into_iter().chain(logs);
    note(format_args!("`{}` looks for the cause", armlab::documents::typed(words)));
}

/// Notes which files were written.
pub fn wrote(paths: &[PathBuf]) {
    for path in paths {
        note(format_args!("wrote {}", path.display()));
    }
}
