//! `armlab demo`: from nothing to a model that can be trusted, in a minute. A robot
//! whose description is wrong is moved, weighed by every method, and judged on
//! another motion.

mod experiment;
mod words;

use super::identify::write_results;
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::methods::ESTIMATORS;
use crate::output::{self, Folder, Paint, note};
use crate::robot::load;
use armlab::documents::identification::{
    Document, ReferenceDocument, Way, drawn, values_over_time,
};
use armlab::identify::estimators::{Estimator, ExperimentLoops};
use armlab::identify::{FrictionModel, RawRecording};
use armlab::progress::Progress;
use armlab::report::EffortPicture;
use armlab::robot::describe::FixedJoints;
use armlab::simulate::controller::ComputedTorque;
use armlab::study::{Decisions, Study, TrustSettings, recommended};
use clap::Args;
use experiment::{drives, settings, simulated, wrong};
use std::path::Path;
use std::time::Instant;

/// Methods whose estimates are drawn over time.
const DRAWN: [&str; 5] = ["rls-sqrt", "adaline", "hopfield", "ekf", "ukf"];

/// Show what armlab does: design a motion, simulate it, identify with every method, validate.
#[derive(Args)]
pub struct Demo {
    /// A built-in robot's name, or a .urdf or .toml file with inertials
    #[arg(default_value = "scara")]
    robot: String,
}

impl Demo {
    pub fn run(self, common: &Common) -> Outcome {
        let folder = Folder::open(common.out.as_deref().unwrap_or(Path::new("out/demo")))?;
        let began = Instant::now();
        let say =
            |what: &str| note(format_args!("{:5.1} s  {what}", began.elapsed().as_secs_f64()));
        let failed =
            |e: &dyn std::fmt::Display| Failure::input(e, "try another robot: see `armlab robots`");
        let described = load(&self.robot, FixedJoints::Merge)?;
        let truth = drives(&described).ok_or_else(|| failed(&"this robot has no inertials"))?;
        let description =
            wrong(&described).ok_or_else(|| failed(&"this robot has no inertials"))?;
        say("a robot with friction, and a description whose masses are 25 % too large");
        let motions = experiment::motions(&description, common.seed)?;
        say("two motions designed within its limits, one to learn from, one to be judged by");
        let law = ComputedTorque::default();
        let mut logs = Vec::new();
        for (motion, name) in motions.iter().zip(["log", "unseen"]) {
            let log = simulated(&truth, &description, motion, &law, common.seed)?;
            experiment::write(&folder, name, &log, motion)?;
            logs.push(log);
        }
        say("both simulated under a controller, with noise on positions, speeds and efforts");
        let joints = truth.driven_joints().count();
        let raw = |k: usize, name: &str| {
            RawRecording::of(&logs[k], name, joints, None).map_err(|e| failed(&e))
        };
        let (own, other) = ([raw(0, "log.csv")?], [raw(1, "unseen.csv")?]);
        // An offset of friction on a vertical slide is hard to tell from its weight.
        let shape = FrictionModel::without_offset();
        let decisions = Decisions { seed: common.seed, shape: Some(shape), ..Decisions::default() };
        let study = Study::prepare(&description, &own, &other, decisions, &Progress::none())
            .map_err(|e| failed(&e))?;
        let settings = settings(common.seed);
        let loops = ExperimentLoops {
            model: &description,
            trajectory: &motions[0],
            law: &law,
            settings: &settings,
        };
        let methods: Vec<&dyn Estimator> = ESTIMATORS.iter().collect();
        let results = study
            .run(&methods, Some(&loops), &Progress::none(), &|_| {})
            .map_err(|e| failed(&e))?;
        let best =
            recommended(&results.judged).ok_or_else(|| failed(&"no method gave anything"))?;
        let told = format!("{} methods have looked at the same log", results.judged.len());
        say(&told);
        let mut document = Document::of(&study, &results.judged, best);
        let asked = TrustSettings { resamples: 100, ranges: None };
        let trust = study.trust(&results.judged[best].estimate, &own, &asked, &Progress::none());
        document = document.trusted(&study, &results.judged, best, &trust, true);
        document.reference =
            study.model.values_of(&truth).map(|values| ReferenceDocument { kind: "truth", values });
        write_results(&folder, &study, &results.judged[best], &mut document)?;
        let names: Vec<(String, &'static str)> =
            truth.driven_joints().map(|j| (j.name.clone(), j.kind.effort_unit())).collect();
        if let Some((recording, predicted)) =
            study.judged_by().first().zip(results.judged[best].predicted.first())
        {
            let picture = EffortPicture {
                log: "a motion that no method has seen",
                joints: &names,
                time: &recording.time,
                measured: &recording.effort,
                predicted,
            };
            folder.write("efforts.svg", &picture.efforts(1).to_svg())?;
        }
        let ways: Vec<Way> = document
            .methods
            .iter()
            .filter(|m| DRAWN.contains(&m.method))
            .filter_map(|m| m.trace.as_ref().map(|trace| Way { method: m.method, trace }))
            .collect();
        folder.write("convergence.svg", &values_over_time(&ways, &drawn(&document)).to_svg())?;
        say("report, corrected description and figures are written");
        if common.json {
            return output::print_json(&document);
        }
        let report = folder.path().join("report.html");
        output::print(&words::read_out(&document, &report, Paint::new(common)))
    }
}
