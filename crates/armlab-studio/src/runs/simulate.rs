//! A simulated experiment by the project's motion.

use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use super::work::toml;
use crate::compute::log_series;
use crate::compute::motion::build;
use crate::compute::table::Table;
use crate::contract::{SeriesInfo, SimulateOptions};
use crate::failure::{Answer, Failure};
use crate::project::{Loaded, OpenProject};
use armlab::documents::simulation::Document;
use armlab::documents::typed;
use armlab::dynamics::Mechanism;
use armlab::log::write::{CsvWriter, log_header, write_log};
use armlab::log::{Log, Quantity};
use armlab::motion::{AnyTrajectory, ReadFor, read_trajectory};
use armlab::robot::Robot;
use armlab::simulate::controller::ComputedTorque;
use armlab::simulate::{
    End, Experiment, ExperimentFile, Progress, platform_motion, read_experiment,
};
use serde_json::Value;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Name of the trajectory beside the experiment.
const TRAJECTORY: &str = "trajectory.toml";

/// An experiment that makes sense.
pub struct Simulate {
    loaded: Arc<Loaded>,
    /// The trajectory file.
    trajectory: String,
    /// The experiment file.
    experiment: String,
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
        let work = Self { loaded, trajectory: built.file, experiment };
        work.read().map(|_| work)
    }

    fn read(&self) -> Answer<ExperimentFile> {
        let mut load = |name: &str| match name == TRAJECTORY {
            true => Ok(self.trajectory.clone()),
            false => Err("other files are not read".to_string()),
        };
        let name = "experiment.toml";
        let read = read_experiment(&self.experiment, name, &self.loaded.robot, &mut load);
        read.map_err(|e| {
            let mut failure = Failure::from(e);
            failure.0.field = Some("experiment".into());
            failure
        })
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
        let robot = &self.loaded.robot;
        let file = self.read()?;
        let wrong = |e: &dyn std::fmt::Display| {
            Failure::wrong(e, "change the motion, or the settings of the experiment")
        };
        let stated = read_trajectory(&self.trajectory, TRAJECTORY, ReadFor::robot(robot))?;
        let trajectory = match file.platform {
            true => AnyTrajectory::from(
                platform_motion(robot, &stated, file.settings.rate).map_err(|e| wrong(&e))?,
            ),
            false => stated,
        };
        let usual = ComputedTorque::default();
        let experiment = Experiment {
            robot,
            model: robot,
            trajectory: &trajectory,
            law: file.law.as_deref().unwrap_or(&usual),
            settings: &file.settings,
        };
        let mut watch = |p: Progress| {
            ticket.progress(0.95 * p.time / p.duration.max(1e-9), "simulates");
            match ticket.is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let run = experiment.run_with(&mut watch).map_err(|e| wrong(&e))?;
        let mut table = log_series::table(&run.log, robot);
        energies(robot, &run.log, &mut table);
        let log = format!("runs/{}/log.csv", ticket.run);
        let document = Document::of(&experiment, &run, log.into(), None);
        let (message, warnings, stopped) = match &run.end {
            End::Finished => (format!("{} rows", run.log.rows()), Vec::new(), false),
            End::Stopped(time) => (format!("stopped at {time:.3} s"), Vec::new(), true),
            End::Broken(broken) => {
                let why = format!("the motion broke off: {broken}");
                (why.clone(), vec![why], false)
            }
        };
        Ok(Outcome {
            result: json(&document)?,
            table,
            files: vec![("log.csv".into(), csv(&run.log)?)],
            warnings,
            message,
            stopped,
            ..Outcome::default()
        })
    }
}

/// Bytes that a writer of files leaves behind.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The log as the command line writes it.
fn csv(log: &Log) -> Answer<Vec<u8>> {
    let kept = Kept::default();
    let buffered = io::BufWriter::with_capacity(1 << 16, kept.clone());
    write_log(log, Box::new(CsvWriter::new(buffered, &log_header(log))?))?;
    Ok(std::mem::take(&mut *kept.0.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// Adds kinetic and potential energy along the log.
fn energies(robot: &Robot, log: &Log, table: &mut Table) {
    let Ok(mut mechanism) = Mechanism::new(robot) else { return };
    let n = mechanism.dofs();
    let (log, _) = log.usable_rows();
    let columns = |quantity| (0..n).map(|j| log.channel(quantity, j)).collect::<Option<Vec<_>>>();
    let Some((q, qd)) = columns(Quantity::Position).zip(columns(Quantity::Velocity)) else {
        return;
    };
    let zeros = vec![0.0; n];
    let mut all = [(); 2].map(|()| Vec::with_capacity(log.rows()));
    for k in 0..log.rows() {
        let at = |columns: &[&[f64]]| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
        let energy = match mechanism.move_to(&at(&q), &at(&qd), &zeros) {
            Ok(()) => mechanism.energy(),
            Err(_) => (f64::NAN, f64::NAN),
        };
        all[0].push(energy.0);
        all[1].push(energy.1);
    }
    for (name, values) in ["kinetic", "potential"].into_iter().zip(all) {
        let (label, unit, group) = (format!("{name} energy"), "J".into(), "energy".into());
        let info = SeriesInfo { name: name.into(), label, unit, group, joint: None, method: None };
        table.push(info, values);
    }
}
