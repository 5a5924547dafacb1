//! `armlab validate`: how well a description predicts logs.

mod words;

use super::identify::logs::{self, LogReader};
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::output::{self, Folder, Paint, note};
use crate::robot::load;
use armlab::base::base_parameters;
use armlab::documents::validation::{self, Document};
use armlab::identify::{
    Decided, FrictionModel, RawRecording, Recording, choose, conditioned, consistency,
};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::study::{MASS_POSES, mean_scores, residual_whiteness, scores};
use armlab::validate::{
    Scope, check_mass_matrix, joint_metrics, judge_described, predict_described,
};
use clap::Args;
use std::path::PathBuf;

/// Judge a model, with the friction its description states, on logs.
#[derive(Args)]
#[command(after_help = "Exits with 0 if the model passes and with 1 if it does not. A model \
                  passes if it predicts clearly better than each joint's mean effort, its bodies \
                  could exist, and its mass matrix is positive definite.")]
pub struct Validate {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// A log; repeat for several
    #[arg(long, value_name = "FILE", required = true)]
    log: Vec<PathBuf>,
    /// Cut-off of the motion's low-pass filter, Hz; chosen on the log without it
    #[arg(long, value_name = "HZ")]
    cutoff: Option<f64>,
    /// Gains of the drives, N m/A or N/A, for logs with currents instead of efforts
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true)]
    gains: Option<String>,
    /// Which column is which, e.g. "q1=theta_1 [deg], tau1=motor torque"
    #[arg(long, value_name = "TARGET=COLUMN,…")]
    map: Vec<String>,
}

impl Validate {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(&self.robot, FixedJoints::Merge)?;
        if robot.links().iter().all(|l| l.inertia.is_none()) {
            let hint = "identify it first: `armlab identify ROBOT --log FILE --out DIR`";
            return Err(Failure::input("the description states no inertials to judge", hint));
        }
        let raw = LogReader::new(&robot, self.gains.as_deref(), &self.map)?.read(&self.log)?;
        let (recordings, choices) = self.condition(&robot, &raw)?;
        let predicted = recordings
            .iter()
            .map(|r| predict_described(&robot, r))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|e| Failure::input(e, logs::HINT))?;
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let scores = scores(&recordings, &predicted);
        let mean = mean_scores(&recordings);
        let physical = consistency(&robot, &robot.parameter_values());
        let mut verdict = judge_described(&scores, mean.relative, physical.consistent, &names);
        let mass = check_mass_matrix(&robot, MASS_POSES, common.seed).ok();
        if let Some(mass) = &mass {
            verdict.consider_mass(mass);
        }
        let whiteness = residual_whiteness(&recordings, &predicted);
        verdict.consider_whiteness(&names, &whiteness);
        let scope = Scope::of(&robot, &recordings);
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
        if let Some(out) = &common.out {
            let folder = Folder::open(out)?;
            folder.write_json("validation.json", &document)?;
            let command = output::this_command();
            let page = validation::page(&document, &robot, &recordings, &predicted, &command);
            folder.write("report.html", &page.to_html())?;
        }
        if common.json {
            output::print_json(&document)?;
        } else {
            output::print(&words::read_out(&document, Paint::new(common)))?;
        }
        if document.verdict.pass { Ok(()) } else { Err(Failure::silent(CHECK_FAILED)) }
    }

    /// Recordings with their motion filtered. The cut-off is the one with which a
    /// free model of this robot predicts left-out parts best: it says how noisy
    /// the motion is, and nothing of the model that is judged.
    fn condition(
        &self,
        robot: &Robot,
        raw: &[RawRecording],
    ) -> Result<(Vec<Recording>, Vec<String>), Failure> {
        let failed = |e: &dyn std::fmt::Display| Failure::input(e, logs::HINT);
        let mut cutoff = self.cutoff;
        let mut reasons = Vec::new();
        if cutoff.is_none() && !raw.iter().all(RawRecording::is_complete) {
            let base = base_parameters(robot).map_err(|e| failed(&e))?;
            let decided = Decided { cutoff: None, shape: Some(FrictionModel::standard()) };
            let choice =
                choose(robot, &base, &[], raw, decided, &armlab::progress::Progress::none())
                    .map_err(|e| failed(&e))?;
            cutoff = choice.cutoff();
            reasons = choice.reasons;
            reasons.iter().for_each(note);
        }
        let of = |r: &RawRecording| cutoff.filter(|_| !r.is_complete());
        Ok((conditioned(raw, &of).map_err(|e| failed(&e))?, reasons))
    }
}
