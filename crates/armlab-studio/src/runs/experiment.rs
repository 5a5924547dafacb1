//! An experiment by the project's motion, as simulations and campaigns use it.

use super::options_text::toml;
use crate::failure::{Answer, Failure};
use crate::model::Loaded;
use crate::motion::build;
use crate::project::OpenProject;
use armlab::simulate::{ExperimentFile, read_experiment};
use serde_json::Value;
use std::sync::Arc;

/// Name of the trajectory beside the experiment.
const TRAJECTORY: &str = "trajectory.toml";

/// A checked experiment.
pub struct ProjectExperiment {
    /// The robot.
    pub loaded: Arc<Loaded>,
    /// Settings, controller and trajectory.
    pub file: ExperimentFile,
    trajectory: String,
    experiment: String,
}

impl ProjectExperiment {
    /// Checks an experiment file as JSON, without its trajectory.
    pub fn prepare(project: &OpenProject, experiment: &Value) -> Answer<Self> {
        let (loaded, motion) = {
            let state = project.lock();
            (state.loaded.clone(), state.document.motion.clone())
        };
        let built = build(&motion, &loaded.robot, &project.folder)?;
        let mut settings = match experiment {
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
        Ok(Self { loaded, file, trajectory: built.file, experiment })
    }

    /// Files that the command needs.
    pub fn inputs(&self) -> Vec<(String, String)> {
        vec![
            ("experiment.toml".into(), self.experiment.clone()),
            (TRAJECTORY.into(), self.trajectory.clone()),
        ]
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
