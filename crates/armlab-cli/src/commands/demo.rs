//! `armlab demo`: what armlab does, in a second.

use super::dynamics::{Evaluator, Wanted};
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::figure::Efforts;
use crate::output::{self, Folder};
use crate::robot::{kinds, load};
use crate::states::States;
use crate::table::{number, table};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use clap::Args;
use serde::Serialize;
use std::f64::consts::PI;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const ROBOT: &str = "scara";
const SECONDS: f64 = 8.0;
const SAMPLES: usize = 1001;

/// Show what armlab does.
#[derive(Args)]
pub struct Demo {}

#[derive(Serialize)]
struct Document {
    robot: String,
    joints: String,
    seconds: f64,
    samples: usize,
    peaks: Vec<Peak>,
    figure: PathBuf,
}

#[derive(Serialize)]
struct Peak {
    joint: String,
    effort: f64,
    gravity: f64,
    unit: &'static str,
}

/// What to do if the demo's own robot fails.
const BUILT_IN: &str = "this is a fault of armlab; please report it";

impl Demo {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(ROBOT, FixedJoints::default())?;
        let states = motion(&robot);
        let wanted = Wanted { regressor: false, kinematics: false };
        let mut evaluator =
            Evaluator::of(&robot, None, wanted, true).map_err(|e| Failure::input(e, BUILT_IN))?;
        let mut efforts = Efforts::of(&robot);
        for state in states.iter() {
            efforts.push(&evaluator.at(&state).map_err(|e| Failure::input(e, BUILT_IN))?);
        }
        let time = states.time.unwrap_or_default();
        let title = format!("Efforts of {} along a smooth motion", robot.name());
        let figure = efforts.figure(title, time, "time (s)");
        let folder = Folder::open(common.out.as_deref().unwrap_or(Path::new("out/demo")))?;
        let figure = folder.write(&format!("{ROBOT}-dynamics.svg"), &figure.to_svg())?;
        let document = document(&robot, &efforts, figure);
        if common.json {
            return output::print_json(&document);
        }
        output::print(&words(&document))
    }
}

/// Every joint out and back within its limits, starting and ending at rest:
/// `q = c + a sin³(ωt)`, whose speed and acceleration vanish where the sine does.
fn motion(robot: &Robot) -> States {
    let mut states = States { dofs: robot.dofs(), ..States::default() };
    let time: Vec<f64> = (0..SAMPLES).map(|i| SECONDS * i as f64 / (SAMPLES - 1) as f64).collect();
    for t in &time {
        for (j, joint) in robot.moving_joints().enumerate() {
            let limits = joint.limits;
            let (lower, upper) = (limits.lower.max(-PI), limits.upper.min(PI));
            let omega = PI * (2 + j) as f64 / SECONDS;
            // Beside the middle, where the elbow is bent and Coriolis efforts show;
            // the largest speed is 2/√3 a ω, the largest acceleration 3 a ω².
            let center = lower + 0.7 * (upper - lower);
            let range = (0.25 * (upper - lower))
                .min(limits.velocity * 3f64.sqrt() / (2.0 * omega))
                .min(limits.acceleration / (3.0 * omega * omega));
            let (sin, cos) = (omega * t).sin_cos();
            states.q.push(center + range * sin.powi(3));
            states.qd.push(3.0 * range * omega * sin * sin * cos);
            states.qdd.push(3.0 * range * omega * omega * sin * (2.0 * cos * cos - sin * sin));
        }
    }
    states.time = Some(time);
    states
}

fn document(robot: &Robot, efforts: &Efforts, figure: PathBuf) -> Document {
    let largest = |values: &[f64]| values.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let peaks = robot.moving_joints().enumerate().map(|(j, joint)| Peak {
        joint: joint.name.clone(),
        effort: largest(&efforts.effort[j]),
        gravity: largest(&efforts.gravity[j]),
        unit: joint.kind.effort_unit(),
    });
    Document {
        robot: robot.name().into(),
        joints: kinds(robot),
        seconds: SECONDS,
        samples: SAMPLES,
        peaks: peaks.collect(),
        figure,
    }
}

fn words(document: &Document) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} ({}): inverse dynamics along {} s of motion, {} samples\n",
        document.robot, document.joints, document.seconds, document.samples
    );
    let rows = document
        .peaks
        .iter()
        .map(|p| vec![p.joint.clone(), number(p.effort), number(p.gravity), p.unit.into()]);
    let header = ["joint", "peak effort", "of it gravity", ""];
    text.push_str(&table(&header, rows.collect(), &[1, 2]));
    let _ = writeln!(text, "\nfigure: {}\n", document.figure.display());
    text.push_str(
        "next:\n  armlab robots               the built-in robots\n  \
         armlab robots scara         joints, links, and the parameters its efforts can tell\n  \
         armlab check my-robot.urdf  is your description one a machine can have?\n  \
         armlab dynamics scara --q 0.3,0.5,0.1 --qd 1,-1,0.2\n",
    );
    text
}
