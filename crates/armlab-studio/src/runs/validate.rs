//! How well the project's robot, or an estimate, predicts logs: as `armlab validate`.

use super::identify_files::efforts_table;
use super::logs;
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use super::work::toml;
use crate::compute::log::Source;
use crate::contract::ValidateOptions;
use crate::failure::{Answer, Failure};
use crate::project::{Loaded, OpenProject, RunRecord, inside};
use armlab::base::base_parameters;
use armlab::documents::typed;
use armlab::documents::validation::{self, Document};
use armlab::identify::{
    Decided, FrictionModel, RawRecording, Recording, choose, conditioned, consistency,
};
use armlab::robot::Robot;
use armlab::study::{MASS_POSES, mean_scores, residual_whiteness, scores};
use armlab::validate::{
    Scope, check_mass_matrix, joint_metrics, judge_described, predict_described,
};
use std::sync::Arc;

/// A judgement that makes sense.
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
            let hint = "take the estimate of `physical`, whose bodies can exist";
            Err(Failure::field("method", why, hint))
        }
    }
}

impl Validate {
    pub fn prepare(project: &OpenProject, options: &ValidateOptions) -> Answer<Self> {
        if options.logs.is_empty() {
            let hint = "choose a log that the model has not seen";
            return Err(Failure::field("logs", "there is no log to judge on", hint));
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
            return Err(Failure::wrong("the description states no inertials to judge", hint));
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
        let wrong = |e: &dyn std::fmt::Display| Failure::wrong(e, logs::HINT);
        ticket.progress(0.05, "reads logs");
        let raw = logs::read(&self.logs, robot, self.options.gains.as_deref())?;
        ticket.progress(0.2, "chooses the cut-off");
        let (recordings, choices) = self.condition(robot, &raw)?;
        ticket.progress(0.7, "predicts");
        let predicted = recordings.iter().map(|r| predict_described(robot, r));
        let predicted = predicted.collect::<Result<Vec<_>, _>>().map_err(|e| wrong(&e))?;
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let scores = scores(&recordings, &predicted);
        let mean = mean_scores(&recordings);
        let physical = consistency(robot, &robot.parameter_values());
        let mut verdict = judge_described(&scores, mean.relative, physical.consistent, &names);
        let mass = check_mass_matrix(robot, MASS_POSES, self.options.seed.unwrap_or(0)).ok();
        if let Some(mass) = &mass {
            verdict.consider_mass(mass);
        }
        let whiteness = residual_whiteness(&recordings, &predicted);
        verdict.consider_whiteness(&names, &whiteness);
        let scope = Scope::of(robot, &recordings);
        verdict.scope = scope.statements();
        let notes =
            recordings.iter().flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)));
        let document = Document {
            robot: robot.name().into(),
            joints: names,
            notes: choices.into_iter().chain(notes).collect(),
            metrics: joint_metrics(&recordings, &predicted),
            validation: scores,
            naive: validation::naive(mean),
            whiteness,
            physical: validation::physical(physical),
            mass_matrix: mass,
            scope,
            verdict,
        };
        let command = super::record(&ticket.project, ticket.run, |r| r.command.clone());
        let command = command.unwrap_or_default();
        let page = validation::page(&document, robot, &recordings, &predicted, &command);
        let word = if document.verdict.pass { "pass" } else { "fail" };
        Ok(Outcome {
            result: json(&document)?,
            table: efforts_table(robot, &recordings, &[(&self.name, &predicted)]),
            files: vec![("report.html".into(), page.to_html().into_bytes())],
            message: format!("{word}: {:.2} % not predicted", document.validation.relative),
            stopped: ticket.is_stopped(),
            ..Outcome::default()
        })
    }

    /// Recordings with their motion filtered as `armlab validate` does it: by the cut-off with
    /// which a free model of this robot predicts left-out parts best.
    fn condition(
        &self,
        robot: &Robot,
        raw: &[RawRecording],
    ) -> Answer<(Vec<Recording>, Vec<String>)> {
        let wrong = |e: &dyn std::fmt::Display| Failure::wrong(e, logs::HINT);
        let mut cutoff = self.options.cutoff;
        let mut reasons = Vec::new();
        if cutoff.is_none() && !raw.iter().all(RawRecording::is_complete) {
            let base = base_parameters(robot).map_err(|e| wrong(&e))?;
            let decided = Decided { cutoff: None, shape: Some(FrictionModel::standard()) };
            let choice =
                choose(robot, &base, &[], raw, decided, &armlab::progress::Progress::none())
                    .map_err(|e| wrong(&e))?;
            cutoff = choice.cutoff();
            reasons = choice.reasons;
        }
        let of = |r: &RawRecording| cutoff.filter(|_| !r.is_complete());
        Ok((conditioned(raw, &of).map_err(|e| wrong(&e))?, reasons))
    }
}
