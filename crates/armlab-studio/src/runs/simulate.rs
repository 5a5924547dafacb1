//! A simulated experiment by the project's motion.

use super::options_text::toml;
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::log_series;
use crate::compute::table::Table;
use crate::contract::{SeriesInfo, SimulateOptions};
use crate::failure::{Answer, Failure};
use crate::model::Loaded;
use crate::motion::build;
use crate::project::OpenProject;
use armlab::Simulation;
use armlab::documents::typed;
use armlab::log::Log;
use armlab::log::write::{CsvWriter, log_header, write_log};
use armlab::simulate::{End, ExperimentFile, read_experiment};
use serde_json::Value;
use std::sync::Arc;

/// Name of the trajectory beside the experiment.
const TRAJECTORY: &str = "trajectory.toml";

/// A checked experiment.
pub struct Simulate {
    loaded: Arc<Loaded>,
    /// The trajectory file.
    trajectory: String,
    /// The experiment file.
    experiment: String,
    /// Its content.
    file: ExperimentFile,
}

impl Simulate {
    pub fn prepare(project: &OpenProject, options: &SimulateOptions) -> Answer<Self> {
        let (loaded, motion) = {
            let state = project.lock();
            (state.loaded.clone(), state.document.motion.clone())
        };
        let built = build(&motion, &loaded.robot, &project.folder)?;
        let mut settings = match &options.experiment {
            Value::Null => serde_json::Map::new(),
            Value::Object(settings) => settings.clone(),
            _ => {
                let hint = "docs/simulation.md lists the settings";
                return Err(Failure::field("experiment", "it is not an object", hint));
            }
        };
        if settings.contains_key("trajectory") {
            let hint = "set the project's motion instead";
            let detail = "the motion is the project's, not the experiment's";
            return Err(Failure::field("experiment.trajectory", detail, hint));
        }
        if built.platform {
            settings.insert("coordinates".into(), "platform".into());
        }
        let file = serde_json::json!({ "file": TRAJECTORY });
        settings.insert("trajectory".into(), file);
        let experiment = toml(&Value::Object(settings));
        let file = read(&loaded, &experiment, &built.file)?;
        Ok(Self { loaded, trajectory: built.file, experiment, file })
    }

    pub fn title(&self) -> String {
        format!("{} simulated", self.loaded.robot.name())
    }

    pub fn inputs(&self) -> Vec<(String, String)> {
        vec![
            ("experiment.toml".into(), self.experiment.clone()),
            (TRAJECTORY.into(), self.trajectory.clone()),
        ]
    }

    pub fn command(&self, robot: &str, run: u32) -> String {
        let file = format!("runs/{run}/experiment.toml");
        let words = ["armlab", "simulate", robot, "--experiment", &file, "--json"];
        typed(words.map(String::from))
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let simulation = Simulation::new(&self.loaded.robot).experiment_settings(self.file.clone());
        let result = simulation.run_with_observer(ticket, ticket.token())?;
        let mut table = log_series::table(result.log(), &self.loaded.robot);
        if let Some(energies) = result.energies() {
            add_energy(&mut table, "kinetic", energies.kinetic);
            add_energy(&mut table, "potential", energies.potential);
        }
        let (message, warnings) = match result.end() {
            End::Finished => (format!("{} rows", result.log().rows()), Vec::new()),
            End::Cancelled(time) => (format!("cancelled at {time:.3} s"), Vec::new()),
            End::StoppedEarly(stop) => {
                let why = format!("stopped early: {stop}");
                (why.clone(), vec![why])
            }
        };
        let failure = match result.end() {
            End::StoppedEarly(stop) => {
                let hint = "the log ends there; check the motion, the controller's gains and the \
                            masses of the links";
                Some(Failure::wrong(format_args!("the simulation stopped early: {stop}"), hint))
            }
            _ => None,
        };
        let report = result.report();
        Ok(Outcome {
            result: json(report)?,
            table,
            files: vec![
                (report.log.clone(), csv(result.log())?),
                (report.figure.clone(), result.figure().to_svg().into_bytes()),
            ],
            warnings,
            message,
            stopped: matches!(result.end(), End::Cancelled(_)),
            failure,
            ..Outcome::default()
        })
    }
}

/// Reads the experiment, whose trajectory is the project's.
fn read(loaded: &Loaded, experiment: &str, trajectory: &str) -> Answer<ExperimentFile> {
    let mut load = |name: &str| match name {
        TRAJECTORY => Ok(trajectory.to_string()),
        _ => Err("other files are not read".to_string()),
    };
    read_experiment(experiment, "experiment.toml", &loaded.robot, &mut load).map_err(|e| {
        let mut failure = Failure::from(e);
        failure.0.field = Some("experiment".into());
        failure
    })
}

/// The log as the command line writes it.
fn csv(log: &Log) -> Answer<Vec<u8>> {
    let mut bytes = Vec::new();
    write_log(log, Box::new(CsvWriter::new(&mut bytes, &log_header(log))?))?;
    Ok(bytes)
}

fn add_energy(table: &mut Table, name: &str, values: Vec<f64>) {
    let (label, unit, group) = (format!("{name} energy"), "J".into(), "energy".into());
    let info = SeriesInfo { name: name.into(), label, unit, group, joint: None, method: None };
    table.push(info, values);
}
