//! How well the project's robot, or an estimate, predicts logs: as `armlab validate`.

use super::identify_files::efforts_table;
use super::logs;
use super::options_text::toml;
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::log::Source;
use crate::contract::ValidateOptions;
use crate::failure::{Answer, Failure};
use crate::inside::inside;
use crate::model::Loaded;
use crate::project::{OpenProject, RunRecord};
use armlab::documents::typed;
use armlab::progress::Event;
use armlab::validation::Validation;
use std::sync::Arc;

/// A validation, checked before it waits.
pub struct Validate {
    loaded: Arc<Loaded>,
    /// File and text of the robot, where it is not the project's.
    other: Option<String>,
    options: ValidateOptions,
    logs: Vec<Source>,
    /// What predictions are called.
    name: String,
}

/// The corrected description of a method of an identification.
pub fn corrected(
    project: &OpenProject,
    run: u32,
    method: Option<&str>,
) -> Answer<(String, String)> {
    let entries = RunRecord::json(&project.folder, run, "corrected.json");
    let Some(entries) = entries.as_object() else {
        let hint = "choose an identification that is done";
        return Err(Failure::field("run", "this run has no estimates", hint));
    };
    let result = RunRecord::json(&project.folder, run, "result.json");
    let recommended = result["recommended"].as_str().unwrap_or_default().to_string();
    let method = method.map_or(recommended, String::from);
    let Some(entry) = entries.get(&method) else {
        let known: Vec<&str> = entries.keys().map(String::as_str).collect();
        let hint = format!("take one of {}", known.join(", "));
        return Err(Failure::field("method", "this run has no such estimate", hint));
    };
    match entry["file"].as_str() {
        Some(file) => {
            let path = inside(&project.folder, &format!("runs/{run}/{file}"))?;
            Ok((method, std::fs::read_to_string(path)?))
        }
        None => {
            let why = entry["refused"].as_str().unwrap_or("it gives no description");
            let hint = "take the estimate of `physical`, which is physically consistent";
            Err(Failure::field("method", why, hint))
        }
    }
}

impl Validate {
    pub fn prepare(project: &OpenProject, options: &ValidateOptions) -> Answer<Self> {
        if options.logs.is_empty() {
            let hint = "choose a log that the model has not seen";
            return Err(Failure::field("logs", "there is no log to validate on", hint));
        }
        let (loaded, other, name) = match options.run {
            None => (project.loaded(), None, "model".to_string()),
            Some(run) => {
                let (method, text) = corrected(project, run, options.method.as_deref())?;
                (Arc::new(Loaded::read("robot.toml", &text)?), Some(text), method)
            }
        };
        if loaded.robot.links().iter().all(|l| l.inertia.is_none()) {
            let hint = "fill in masses, or identify them";
            return Err(Failure::wrong("the description has no inertial parameters", hint));
        }
        logs::gains(&options.gains, &loaded.robot)?;
        logs::cutoff(options.cutoff)?;
        let logs = logs::find(project, "logs", &options.logs)?;
        Ok(Self { loaded, other, options: options.clone(), logs, name })
    }

    pub fn title(&self) -> String {
        format!("{} ({}) on {}", self.loaded.robot.name(), self.name, self.options.logs.join(", "))
    }

    pub fn inputs(&self, _run: u32) -> Vec<(String, String)> {
        let options = toml(&serde_json::to_value(&self.options).unwrap_or_default());
        let robot = self.other.clone().map(|text| ("robot.toml".to_string(), text));
        std::iter::once(("options.toml".to_string(), options)).chain(robot).collect()
    }

    pub fn command(&self, robot: &str, run: u32) -> String {
        let robot = match self.other {
            Some(_) => format!("runs/{run}/robot.toml"),
            None => robot.into(),
        };
        let mut words: Vec<String> = vec!["armlab".into(), "validate".into(), robot];
        words.extend(self.options.logs.iter().map(|l| format!("--log={l}")));
        words.extend(self.options.cutoff.map(|c| format!("--cutoff={c:?}")));
        words.push(format!("--seed={}", self.options.seed.unwrap_or(0)));
        words.extend(logs::words(&self.logs, &self.options.gains));
        words.push("--json".into());
        typed(words)
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let robot = &self.loaded.robot;
        let command = super::record(&ticket.project, ticket.run, |r| r.command.clone());
        let mut validation = Validation::new(robot)
            .logs(logs::read(&self.logs, robot)?)?
            .seed(self.options.seed.unwrap_or(0))
            .command(command.unwrap_or_default());
        if let Some(cutoff) = self.options.cutoff {
            validation = validation.cutoff(cutoff);
        }
        if let Some(gains) = &self.options.gains {
            validation = validation.gains(gains.clone());
        }
        let observer = |event: &Event| {
            if let Some(fraction) = event.fraction {
                ticket.progress(fraction, event.task);
            }
        };
        let checked = match validation.run_with_observer(&observer, ticket.token()) {
            Ok(checked) => checked,
            Err(error) if error.is_cancelled() => {
                let message = "cancelled".into();
                return Ok(Outcome { stopped: true, message, ..Outcome::default() });
            }
            Err(error) => return Err(error.into()),
        };
        let report = checked.report();
        let word = checked.verdict().status.name();
        let predicted = [(self.name.as_str(), checked.predicted())];
        Ok(Outcome {
            result: json(report)?,
            table: efforts_table(robot, checked.recordings(), &predicted),
            files: vec![("report.html".into(), checked.page().to_html().into_bytes())],
            message: format!("{word}: prediction error {:.2} %", report.validation.relative),
            stopped: ticket.is_stopped(),
            ..Outcome::default()
        })
    }
}
