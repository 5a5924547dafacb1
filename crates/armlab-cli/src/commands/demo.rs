//! `armlab demo`: from nothing to a model that can be trusted, in a minute. A robot
//! whose description is wrong is moved, weighed by every method, and judged on
//! another motion.

mod experiment;
mod words;

use super::identify::wrote;
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, Paint, note};
use crate::robot::load;
use armlab::identification::{Identification, MethodTrace, plotted, values_over_time};
use armlab::identify::FrictionModel;
use armlab::identify::estimators::Selection;
use armlab::progress::Silent;
use armlab::recordings::IntoLog;
use armlab::report::EffortPicture;
use armlab::robot::describe::FixedJoints;
use armlab::simulate::ExperimentFile;
use armlab::simulate::controller::ComputedTorque;
use clap::Args;
use experiment::{drives, settings, simulated, wrong};
use std::path::Path;
use std::time::Instant;

/// Methods whose estimates are plotted over time.
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
        // An offset of friction on a vertical slide is hard to tell from its weight.
        let shape = FrictionModel::without_offset();
        let experiment = ExperimentFile {
            settings: settings(common.seed),
            law: Some(Box::new(law)),
            trajectory: Some(motions[0].clone()),
            platform: false,
            seeded: true,
        };
        let found = Identification::new(&description)
            .log(logs[0].clone().into_log()?.named("log.csv"))?
            .validate(logs[1].clone().into_log()?.named("unseen.csv"))?
            .registry(armlab_papers::methods::estimators())
            .methods(Selection::All)
            .friction(shape)
            .experiment(experiment)
            .truth(&truth)
            .bootstrap(100)
            .seed(common.seed)
            .command(output::this_command())
            .run_with_observer(&Silent, interrupt::token())?;
        say(&format!("{} methods estimated from the same log", found.methods().count()));
        wrote(&found.save(folder.path())?);
        let document = found.report();
        let names: Vec<(String, &'static str)> =
            truth.driven_joints().map(|j| (j.name.clone(), j.kind.effort_unit())).collect();
        if let Some((recording, predicted)) = found
            .problem()
            .evaluation_recordings()
            .first()
            .zip(found.best().result().predicted.first())
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
        let ways: Vec<MethodTrace> = document
            .methods
            .iter()
            .filter(|m| DRAWN.contains(&m.method))
            .filter_map(|m| m.trace.as_ref().map(|trace| MethodTrace { method: m.method, trace }))
            .collect();
        folder.write("convergence.svg", &values_over_time(&ways, &plotted(document)).to_svg())?;
        say("report, corrected description and figures are written");
        if common.json {
            return output::print_json(document);
        }
        let report = folder.path().join("report.html");
        output::print(&words::read_out(document, &report, Paint::new(common)))
    }
}
