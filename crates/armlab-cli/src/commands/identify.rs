//! `armlab identify`: from a robot and its logs to a model with error bars.

pub mod document;
mod drives;
mod export;
mod load;
pub mod logs;
pub mod options;
mod payload;
pub mod report;
mod words;

use crate::arguments::Common;
use crate::commands::simulate::files;
use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, Paint, note};
use crate::robot::load;
use crate::table::table;
use armlab::identify::estimators::{ClosedLoops, ExperimentLoops, METHODS};
use armlab::identify::{RawRecording, conditioned};
use armlab::motion::Trajectory;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::simulate::ExperimentFile;
use armlab::simulate::controller::{ComputedTorque, ControlLaw};
use armlab::study::{Event, Judged, Results, Study, recommendation, recommended};
use armlab::validate::Scope;
use document::{Document, MethodDocument};
use drives::Pair;
use logs::{HINT, LogReader};
pub use options::Identify;
use std::ops::ControlFlow;

impl Identify {
    pub fn run(self, common: &Common) -> Outcome {
        if self.method == "list" {
            return list();
        }
        let methods = self.methods()?;
        let robot = load(&self.robot, FixedJoints::Merge)?;
        let reader = LogReader::new(&robot, self.gains.as_deref(), &self.map)?;
        let mut own = reader.read(&self.log)?;
        if self.friction == "load" {
            return load::run(&self, &robot, &own, common);
        }
        if self.payload.as_ref().is_some_and(Vec::is_empty) {
            return payload::run(&self, &robot, &own, common);
        }
        let mut loaded = reader.read(self.payload.as_deref().unwrap_or_default())?;
        let mut other = reader.read(&self.validate)?;
        let decisions = self.decisions(&robot, common.seed)?;
        let mut gains = Vec::new();
        if let Some(given) = reader.looked_for() {
            let pair = Pair { own, loaded };
            let found = drives::find(&self, &robot, given, &pair, &decisions)?;
            // Efforts with given gains are efforts already.
            let factors: Vec<f64> =
                found.gains.iter().map(|g| if g.given { 1.0 } else { g.value }).collect();
            let scaled = |logs: Vec<RawRecording>| -> Vec<RawRecording> {
                logs.into_iter().map(|r| r.with_efforts_times(&factors)).collect()
            };
            (own, loaded, other) = (scaled(pair.own), scaled(pair.loaded), scaled(other));
            gains = drives::document(&found);
        }
        let failed = |e: &dyn std::fmt::Display| Failure::input(e, HINT);
        let study = Study::prepare(&robot, &own, &other, decisions).map_err(|e| failed(&e))?;
        study.choice.reasons.iter().for_each(note);
        let experiment = self.experiment.as_ref().map(|path| files::experiment(path, &robot));
        let experiment = experiment.transpose()?;
        let usual = ComputedTorque::default();
        let loops = experiment.as_ref().map(|e| closed_loops(e, &robot, &usual)).transpose()?;
        let loops = loops.as_ref().map(|l| l as &dyn ClosedLoops);
        let quiet = methods.len() < 3;
        let watch = |event: Event| {
            if let (Event::Done(method, seconds), false) = (event, quiet) {
                note(format_args!("{method} done in {seconds:.2} s"));
            }
            match interrupt::asked() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        interrupt::gently();
        let results = study.run(&methods, loops, &watch).map_err(|e| failed(&e))?;
        let Results { judged, skipped } = results;
        let skipped: Vec<String> = skipped
            .iter()
            .map(|s| match &s.why {
                Some(why) => format!("{} gave nothing: {why}", s.method),
                None => format!("{} was not begun: interrupted", s.method),
            })
            .collect();
        skipped.iter().for_each(note);
        let Some(best) = recommended(&judged) else {
            if interrupt::asked() {
                return Err(Failure::silent(INTERRUPTED));
            }
            return Err(failed(&"no method gave an estimate"));
        };
        let weighed = match loaded.is_empty() {
            true => None,
            false => {
                let cutoff = study.choice.cutoff();
                let of = |r: &RawRecording| cutoff.filter(|_| !r.is_complete());
                let recordings = conditioned(&loaded, &of).map_err(|e| failed(&e))?;
                let values = judged[best].estimate.values();
                let found =
                    payload::on_identified(&self, &study.model, &values, &recordings, common.seed)?;
                Some(found)
            }
        };
        let mut document =
            Document { skipped, gains, payload: weighed, ..document_of(&study, &judged, best) };
        if let Some(out) = &common.out {
            write(&Folder::open(out)?, &study, &judged[best], &mut document)?;
        }
        if common.json {
            output::print_json(&document)?;
        } else {
            let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
            output::print(&words::read_out(&document, &names, Paint::new(common)))?;
        }
        match interrupt::asked() {
            true => Err(Failure::silent(INTERRUPTED)),
            false => Ok(()),
        }
    }
}

/// The names of all methods, and what they do.
fn list() -> Outcome {
    let rows = METHODS.iter().map(|m| vec![m.name().to_string(), m.summary().to_string()]);
    output::print(&table(&["method", "what it does"], rows.collect(), &[]))
}

/// The closed loop of an experiment.
fn closed_loops<'a>(
    file: &'a ExperimentFile,
    robot: &'a Robot,
    usual: &'a dyn ControlLaw,
) -> Result<ExperimentLoops<'a>, Failure> {
    let hint = "give a [trajectory] in the coordinates of the driven joints";
    match &file.trajectory {
        Some(trajectory) if !file.platform => Ok(ExperimentLoops {
            model: robot,
            trajectory: trajectory as &(dyn Trajectory + Sync),
            law: file.law.as_deref().unwrap_or(usual),
            settings: &file.settings,
        }),
        Some(_) => Err(Failure::input("the experiment's reference is a platform's", hint)),
        None => Err(Failure::input("the experiment states no trajectory", hint)),
    }
}

fn document_of(study: &Study, judged: &[Judged], best: usize) -> Document {
    let naive = study.naive();
    Document {
        robot: study.robot.name().into(),
        unknowns: study.model.unknowns(),
        base_parameters: study.model.base().len(),
        choices: study.choice.reasons.clone(),
        notes: study.notes(),
        baselines: naive.baselines(),
        naive,
        scope: Scope::of(study.robot, study.judged_by()),
        recommended: judged[best].estimate.method,
        recommendation: recommendation(judged, best),
        methods: judged.iter().map(MethodDocument::of).collect(),
        skipped: Vec::new(),
        gains: Vec::new(),
        payload: None,
        export: None,
    }
}

/// Writes the corrected description, the parameters, the document and the report.
fn write(folder: &Folder, study: &Study, best: &Judged, document: &mut Document) -> Outcome {
    let recordings = study.judged_by();
    let corrected = best.estimate.corrected(&study.model);
    let proof = export::Proof { recordings, predicted: &best.predicted };
    let exported =
        export::describe(folder, study.robot, &best.estimate, corrected.as_ref(), proof)?;
    if let Some(why) = &exported.refused {
        note(format_args!("no corrected description: {why}"));
    }
    document.export = Some(exported);
    folder.write("parameters.csv", &export::parameters_csv(document))?;
    folder.write_json("estimate.json", document)?;
    let page = report::page(document, study.robot, recordings, &best.predicted);
    folder.write("report.html", &page.to_html())?;
    Ok(())
}
