//! A simulated experiment by the project's motion.

use super::experiment::ProjectExperiment;
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::log_series;
use crate::compute::table::Table;
use crate::contract::{SeriesInfo, SimulateOptions};
use crate::failure::{Answer, Failure};
use crate::project::OpenProject;
use armlab::Simulation;
use armlab::documents::typed;
use armlab::log::Log;
use armlab::log::write::{CsvWriter, log_header, write_log};
use armlab::simulate::End;
use serde_json::Value;

/// A checked simulation.
pub struct Simulate {
    experiment: ProjectExperiment,
    title: String,
}

impl Simulate {
    pub fn prepare(project: &OpenProject, options: &SimulateOptions) -> Answer<Self> {
        let experiment = ProjectExperiment::prepare(project, &options.experiment)?;
        let robot = experiment.loaded.robot.name();
        let title = format!("{robot} simulated{}", told_apart(&options.experiment));
        Ok(Self { experiment, title })
    }

    pub fn title(&self) -> String {
        self.title.clone()
    }

    pub fn inputs(&self) -> Vec<(String, String)> {
        self.experiment.inputs()
    }

    pub fn command(&self, robot: &str, run: u32) -> String {
        let file = format!("runs/{run}/experiment.toml");
        let words = ["armlab", "simulate", robot, "--experiment", &file, "--json"];
        typed(words.map(String::from))
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let ProjectExperiment { loaded, file, .. } = &self.experiment;
        let simulation = Simulation::new(&loaded.robot).experiment_settings(file.clone());
        let result = simulation.run_with_observer(ticket, ticket.token())?;
        ticket.end_computing();
        let mut table = log_series::table(result.log(), &loaded.robot);
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

/// What tells a simulation from others of the same robot: controller, effects, seed.
fn told_apart(experiment: &Value) -> String {
    let kind = |table: &Value| table["kind"].as_str().map(String::from);
    let effects = experiment["effect"].as_array().into_iter().flatten();
    let words = kind(&experiment["controller"]).into_iter().chain(effects.filter_map(kind));
    let seed = experiment["seed"].as_u64().map(|seed| format!("seed {seed}"));
    words.chain(seed).map(|word| format!(", {word}")).collect()
}
