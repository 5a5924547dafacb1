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
use crate::output::{self, Folder, Paint, note};
use crate::progress::ProgressLine;
use crate::robot::load;
use armlab::documents::Markup;
use armlab::identification::{
    Identification, Identified, LoadFrictionReport, PayloadIdentificationReport,
};
use armlab::progress::{CancelToken, Observer};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
pub use options::{Identify, methods};
use std::path::PathBuf;
pub use words::explanations;

impl Identify {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = self.changed(load(&self.robot, FixedJoints::Merge, common)?, common)?;
        if self.follow {
            return follow::run(&self, &robot, common);
        }
        let truth = self.truth(common)?;
        let identification = self.identification(&robot, truth.as_ref(), common)?;
        let observer = ProgressLine::new();
        let _hold = self.task(&identification).eq(&Task::Robot).then(interrupt::hold);
        let found = self.run_with_observer(&identification, &observer, interrupt::token())?;
        drop(observer);
        match found {
            Found::Robot(found) => finish(&found, &self, &robot, common),
            Found::LoadFriction(report) => load_friction::finish(&report, common),
            Found::Payload(report) => payload::finish(&report, common),
        }
    }

    /// The robot with what the options change in it.
    pub fn changed(&self, robot: Robot, common: &Common) -> Result<Robot, Failure> {
        if self.follow {
            return self.changes.apply(robot);
        }
        let logs = common.logs(&self.log)?;
        let robot = self.changes.apply_to_logs(robot, &logs, &self.logs.options()?)?;
        if !self.changes.gravity_is_unknown() {
            return Ok(robot);
        }
        let observer = ProgressLine::new();
        let identification = self.identification(&robot, None, common)?;
        let found = identification.run_gravity(&observer, interrupt::token())?;
        drop(observer);
        note(&found);
        let mounted = robot.with_gravity(found.gravity());
        let _ = self.found_gravity.set(found);
        Ok(mounted)
    }

    /// The robot with the true values, if there is one.
    pub fn truth(&self, common: &Common) -> Result<Option<Robot>, Failure> {
        self.truth.as_deref().map(|t| load(t, FixedJoints::Merge, common)).transpose()
    }

    /// What is looked for.
    fn task(&self, identification: &Identification) -> Task {
        if identification.needs_load_friction() {
            Task::LoadFriction
        } else if self.payload.as_ref().is_some_and(Vec::is_empty) {
            Task::Payload
        } else {
            Task::Robot
        }
    }

    /// Runs an identification for what the options ask for.
    pub fn run_with_observer<'r>(
        &self,
        identification: &Identification<'r>,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<Found<'r>, Failure> {
        Ok(match self.task(identification) {
            Task::LoadFriction => {
                Found::LoadFriction(Box::new(identification.run_load_friction(observer, cancel)?))
            }
            Task::Payload => {
                Found::Payload(Box::new(identification.run_payload(observer, cancel)?))
            }
            Task::Robot => {
                Found::Robot(Box::new(identification.run_with_observer(observer, cancel)?))
            }
        })
    }
}

/// What an identification looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    Robot,
    LoadFriction,
    Payload,
}

/// What was found.
pub enum Found<'r> {
    /// Parameters of the robot.
    Robot(Box<Identified<'r>>),
    /// Friction that depends on the joints' reactions.
    LoadFriction(Box<LoadFrictionReport>),
    /// A payload on the robot as described.
    Payload(Box<PayloadIdentificationReport>),
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
    let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
    if let Some(markup) = &asked.table {
        let markup = markup.parse::<Markup>()?;
        let tables = report.tables(markup, &names);
        match &common.out {
            Some(out) => {
                Folder::open(out)?.write(&format!("tables.{}", markup.extension()), &tables)?;
            }
            None => output::print(&tables)?,
        }
    } else if common.json {
        output::print_json(report)?;
    } else {
        output::print(&words::read_out(report, &names, Paint::new(common)))?;
    }
    if found.is_cancelled() {
        return Err(Failure::interrupted());
    }
    if found.is_accepted() {
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
