//! `armlab identify`: from a robot and its logs to a model with error bars.

mod drives;
mod follow;
mod load;
pub mod logs;
pub mod options;
mod payload;
mod trust;
mod words;

use crate::arguments::Common;
use crate::commands::simulate::files;
use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::interrupt;
use crate::methods::ESTIMATORS;
use crate::output::{self, Folder, Paint, file_name, note};
use crate::robot::load;
use crate::table::table;
use armlab::documents::identification::{
    self, Document, GainDocument, Proof, ReferenceDocument, parameters_csv,
};
use armlab::identify::estimators::{ClosedLoops, Estimator, ExperimentLoops};
use armlab::identify::uncertainty::sampled_models;
use armlab::identify::{RawRecording, conditioned};
use armlab::motion::Trajectory;
use armlab::progress::{Event, EventKind, Progress};
use armlab::robot::Robot;
use armlab::robot::describe::{FixedJoints, write_toml};
use armlab::simulate::ExperimentFile;
use armlab::simulate::controller::{ComputedTorque, ControlLaw};
use armlab::study::{Decisions, Judged, Results, Study, TrustSettings, recommended};
use drives::Pair;
use logs::{HINT, LogReader};
pub use options::Identify;
use std::path::PathBuf;

impl Identify {
    pub fn run(self, common: &Common) -> Outcome {
        if self.method == "list" {
            return list();
        }
        let robot = load(&self.robot, FixedJoints::Merge)?;
        let reader = LogReader::new(&robot, self.gains.as_deref(), &self.map)?;
        if self.follow {
            return follow::run(&self, &robot, &reader, common);
        }
        let mut methods = self.methods()?;
        let long = self.is_long();
        let mut own = if long { Vec::new() } else { reader.read(&self.log)? };
        if long {
            self.refuse_for_long(&mut methods, &reader)?;
        }
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
            gains = GainDocument::all(&found);
        }
        let failed = |e: &dyn std::fmt::Display| Failure::input(e, HINT);
        let study = self.study(&robot, &reader, &own, &other, decisions)?;
        study.choice.reasons.iter().for_each(note);
        let experiment = self.experiment.as_ref().map(|path| files::experiment(path, &robot));
        let experiment = experiment.transpose()?;
        let usual = ComputedTorque::default();
        let loops = experiment.as_ref().map(|e| closed_loops(e, &robot, &usual)).transpose()?;
        let loops = loops.as_ref().map(|l| l as &dyn ClosedLoops);
        let quiet = methods.len() < 3;
        let watch = |event: &Event| {
            if let (EventKind::Finished { elapsed }, false) = (event.kind, quiet) {
                note(format_args!("{} done in {:.2} s", event.task, elapsed.as_secs_f64()));
            }
        };
        let progress = Progress::new(&watch, interrupt::token());
        let _hold = interrupt::hold();
        let results = study.run(&methods, loops, &progress, &|_| {}).map_err(|e| failed(&e))?;
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
            if interrupt::is_requested() {
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
            Document { skipped, gains, payload: weighed, ..Document::of(&study, &judged, best) };
        let asked = TrustSettings { resamples: self.bootstrap, ranges: self.ranges };
        let trust = study.trust(&judged[best].estimate, &own, &asked, &progress);
        document = document.trusted(&study, &judged, best, &trust, loops.is_some());
        if let Some(truth) = &self.truth {
            document.reference = Some(self.reference(truth, &study)?);
        }
        if let Some(out) = &common.out {
            let folder = Folder::open(out)?;
            write_results(&folder, &study, &judged[best], &mut document)?;
            self.write_models(&folder, &study, &judged[best])?;
        }
        if common.json {
            output::print_json(&document)?;
        } else {
            let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
            output::print(&words::read_out(&document, &names, Paint::new(common)))?;
        }
        match interrupt::is_requested() {
            true => Err(Failure::silent(INTERRUPTED)),
            false => Ok(()),
        }
    }
}

impl Identify {
    /// Long logs do not serve methods that need their rows again and again.
    fn refuse_for_long(
        &self,
        methods: &mut Vec<&'static dyn Estimator>,
        reader: &LogReader,
    ) -> Outcome {
        if self.friction == "load" || self.payload.is_some() || reader.looked_for().is_some() {
            let hint = "cut a part out of the log for that";
            let message = "logs that are read in parts serve no payload, gains or loaded friction";
            return Err(Failure::input(message, hint));
        }
        type Chosen = Vec<&'static dyn Estimator>;
        let (kept, left): (Chosen, Chosen) = methods.iter().partition(|m| m.capabilities().streams);
        if !left.is_empty() {
            let names: Vec<&str> = left.iter().map(|m| m.name()).collect();
            note(format_args!("left out, since the log is read in parts: {}", names.join(", ")));
        }
        *methods = kept;
        Ok(())
    }

    /// Logs made ready; those that are large are read in parts.
    fn study<'r>(
        &self,
        robot: &'r Robot,
        reader: &LogReader,
        own: &[RawRecording],
        other: &[RawRecording],
        decisions: Decisions,
    ) -> Result<Study<'r>, Failure> {
        let failed = |e: &dyn std::fmt::Display| Failure::input(e, HINT);
        if !own.is_empty() {
            return Study::prepare(robot, own, other, decisions, &Progress::none())
                .map_err(|e| failed(&e));
        }
        let told = |event: &Event| {
            if let EventKind::Note(text) = event.kind {
                note(format_args!("{}: {text}", event.task));
            }
        };
        let watch = Progress::new(&told, interrupt::token());
        let logs = reader.open_long(&self.log, &watch)?;
        Study::prepare_long(robot, &logs, other, decisions, &watch).map_err(|e| failed(&e))
    }

    /// True values of the unknowns.
    fn reference(&self, truth: &str, study: &Study) -> Result<ReferenceDocument, Failure> {
        let robot = load(truth, FixedJoints::Merge)?;
        let values = study.model.values_of(&robot).ok_or_else(|| {
            let hint = "give a description with the same links and joints";
            Failure::input(format_args!("`{truth}` describes another robot"), hint)
        })?;
        Ok(ReferenceDocument { kind: "truth", values })
    }

    /// Whether logs are read in parts.
    fn is_long(&self) -> bool {
        let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |m| m.len());
        self.long || self.log.iter().map(size).sum::<u64>() > LARGE
    }

    /// Robots around the estimate, one file each.
    fn write_models(&self, folder: &Folder, study: &Study, best: &Judged) -> Outcome {
        if self.models == 0 {
            return Ok(());
        }
        let seed = study.decisions.seed;
        let drawn = sampled_models(&study.model, &best.estimate, self.models, seed)
            .map_err(|e| Failure::input(e, "give --method physical, or leave --models out"))?;
        drawn.sentences.iter().for_each(note);
        for (k, robot) in drawn.robots.iter().enumerate() {
            let name = file_name(study.robot.name());
            folder.write_quietly(&format!("{name}-model-{:04}.toml", k + 1), &write_toml(robot))?;
        }
        Ok(())
    }
}

/// Files of more bytes than this are read in parts.
const LARGE: u64 = 400 << 20;

/// The names of all methods, and what they do.
fn list() -> Outcome {
    let rows = ESTIMATORS.iter().map(|m| vec![m.name().to_string(), m.about().to_string()]);
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

/// Writes the corrected description, the parameters, the document and the report.
pub fn write_results(
    folder: &Folder,
    study: &Study,
    best: &Judged,
    document: &mut Document,
) -> Outcome {
    let recordings = study.judged_by();
    let corrected = best.estimate.corrected(&study.model);
    let proof = Proof { recordings, predicted: &best.predicted };
    let described =
        identification::describe(study.robot, &best.estimate, corrected.as_ref(), proof);
    for file in &described.files {
        folder.write(&file.name, &file.text)?;
    }
    if let Some(why) = &described.export.refused {
        note(format_args!("no corrected description: {why}"));
    }
    described.export.notes.iter().for_each(note);
    document.export = Some(described.export);
    folder.write("parameters.csv", &parameters_csv(document))?;
    folder.write_json("estimate.json", document)?;
    let command = output::this_command();
    let page = identification::page(document, study.robot, recordings, &best.predicted, &command);
    folder.write("report.html", &page.to_html())?;
    Ok(())
}
