//! `armlab identify`: from a robot and its logs to a model with error bars.

mod follow;
mod load_friction;
mod options;
mod payload;
mod uncertainty;
mod words;

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Paint, note};
use crate::progress::ProgressLine;
use crate::robot::load;
use armlab::identification::{FrictionChoice, Identified};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
pub use options::{Identify, columns, methods};
use std::path::PathBuf;

impl Identify {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(&self.robot, FixedJoints::Merge)?;
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
        finish(&found, &robot, common)
    }
}

/// Writes and prints what was identified.
fn finish(found: &Identified, robot: &Robot, common: &Common) -> Outcome {
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
    if found.is_cancelled() { Err(Failure::interrupted()) } else { Ok(()) }
}

/// Notes which files were written.
pub fn wrote(paths: &[PathBuf]) {
    for path in paths {
        note(format_args!("wrote {}", path.display()));
    }
}
