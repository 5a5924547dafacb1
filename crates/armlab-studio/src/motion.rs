//! Motions as a page states them, made into trajectories and trajectory files.

use crate::contract::{CellProblem, JointMovements, MotionSpec};
use crate::failure::Failure;
use crate::inside::inside;
use armlab::log::{Input, Log, Quantity, ReadOptions};
use armlab::motion::movements::{self, Interpolation, Movement, Unit};
use armlab::motion::{
    AnyTrajectory, Beside, CubicTrajectory, MotionError, MovementTable, ReadFor,
    RecordedTrajectory, Trajectory, read_trajectory, write_trajectory,
};
use armlab::robot::Robot;
use armlab::simulate::default_motion;
use std::path::Path;

/// How a table is interpolated, by name.
pub const INTERPOLATIONS: [(&str, &str, Option<Interpolation>); 5] = [
    (
        "pchip",
        "shape-preserving cubic, as in the paper; acceleration jumps",
        Some(Interpolation::Pchip),
    ),
    ("spline", "cubic spline: continuous acceleration, overshoots at rests", None),
    (
        "quintic",
        "at rest, without acceleration, at both ends of every movement",
        Some(Interpolation::Quintic),
    ),
    ("trapezoid", "accelerate, cruise, brake, a third each", Some(Interpolation::Trapezoid)),
    ("linear", "straight lines; velocity jumps", Some(Interpolation::Linear)),
];

/// Largest trajectory file, bytes.
const LARGEST: usize = 16 << 20;

/// A motion that makes sense.
pub struct Built {
    /// The motion.
    pub trajectory: AnyTrajectory,
    /// True if its coordinates are the platform's.
    pub platform: bool,
    /// The trajectory file.
    pub file: String,
}

/// A motion that makes none: which cells, and why.
pub struct Refused {
    /// Cells, where a table is meant.
    pub cells: Vec<CellProblem>,
    /// The whole of it.
    pub failure: Failure,
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        let message = failure.0.detail.clone();
        let whole = CellProblem {
            joint: None,
            movement: None,
            cell: None,
            message,
            severity: "error".into(),
            exceeded: None,
        };
        Self { cells: vec![whole], failure }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        refused.failure
    }
}

const HINT: &str = "docs/motion.md describes motions";

fn wrong(error: &MotionError) -> Refused {
    match error {
        MotionError::Cell { joint, movement, cell, problem } => {
            let (joint, movement) = (joint.saturating_sub(1), movement.saturating_sub(1));
            let field = format!("joints[{joint}].movements[{movement}].{cell}");
            let failure = Failure::field(field, error, "TI < TF ≤ TR ≤ the next TI");
            let cell = CellProblem {
                joint: Some(joint),
                movement: Some(movement),
                cell: Some((*cell).into()),
                message: problem.clone(),
                severity: "error".into(),
                exceeded: None,
            };
            Refused { cells: vec![cell], failure }
        }
        MotionError::Paste { line, column, .. } => {
            let mut failure = Failure::wrong(error, HINT);
            (failure.0.line, failure.0.column) = (Some(*line), Some(*column));
            failure.into()
        }
        other => Failure::wrong(other, HINT).into(),
    }
}

/// Makes a motion for the robot of a project.
pub fn build(spec: &MotionSpec, robot: &Robot, folder: &Path) -> Result<Built, Refused> {
    let driven = robot.driven_joints().count();
    let (trajectory, platform) = match spec {
        MotionSpec::Usual => (default_motion(robot).map_err(|e| wrong(&e))?, false),
        MotionSpec::Movements { interpolation, joints } => {
            (table(interpolation, joints, driven)?, false)
        }
        MotionSpec::Fourier { frequency, duration, offset, a, b } => {
            let duration = duration.map(|d| format!("duration = {d:?}\n")).unwrap_or_default();
            let text = format!(
                "kind = \"fourier\"\nfrequency = {frequency:?}\n{duration}offset = {offset:?}\n\
                 a = {a:?}\nb = {b:?}\n"
            );
            (file(&text, "motion.toml", robot)?, false)
        }
        MotionSpec::File { text, platform } => (file(text, "motion.toml", robot)?, *platform),
        MotionSpec::Recorded { source } => {
            let path = inside(folder, source)?;
            (of_file(&path, source, robot)?, source.ends_with("/platform-trajectory.toml"))
        }
    };
    if !platform && trajectory.dofs() != driven {
        let got = trajectory.dofs();
        let detail = format!("the motion has {got} coordinates, the robot {driven} driven joints");
        return Err(Failure::field("motion", detail, "give one row per driven joint").into());
    }
    Ok(Built { file: write_trajectory(&trajectory), trajectory, platform })
}

fn file(text: &str, name: &str, robot: &Robot) -> Result<AnyTrajectory, Refused> {
    read_trajectory(text, name, ReadFor::robot(robot)).map_err(|e| Failure::from(e).into())
}

/// A trajectory file, or the motion of a log.
fn of_file(path: &Path, source: &str, robot: &Robot) -> Result<AnyTrajectory, Refused> {
    if source.ends_with(".toml") {
        let text = armlab_files::read_text(path, LARGEST).map_err(Failure::from)?;
        return file(&text, source, robot);
    }
    let log = Log::read_with(&Input::path(path), &ReadOptions::default()).map_err(Failure::from)?;
    let (log, _) = log.usable_rows();
    let joints = robot.driven_joints().count();
    let columns =
        |quantity| (0..joints).map(|j| log.channel(quantity, j)).collect::<Option<Vec<&[f64]>>>();
    let Some(q) = columns(Quantity::Position) else {
        let detail = format!("{source} has no positions of all {joints} driven joints");
        return Err(Failure::wrong(detail, "choose another log, or map its columns").into());
    };
    let qd = columns(Quantity::Velocity);
    let qdd = columns(Quantity::Acceleration).filter(|_| qd.is_some());
    RecordedTrajectory::new(log.time(), &q, qd.as_deref(), qdd.as_deref())
        .map(AnyTrajectory::from)
        .map_err(|e| wrong(&e))
}

/// The unit called `name`.
pub fn unit(name: &str, joint: usize) -> Result<Unit, Failure> {
    Unit::ALL.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit).ok_or_else(|| {
        let field = format!("joints[{joint}].unit");
        Failure::field(field, "there is no such unit", "take rad, deg, m or mm")
    })
}

fn table(
    interpolation: &str,
    joints: &[JointMovements],
    driven: usize,
) -> Result<AnyTrajectory, Refused> {
    if joints.len() != driven {
        let got = joints.len();
        let detail = format!("the table has {got} joints, the robot {driven} that are driven");
        return Err(Failure::field("joints", detail, "give one entry per driven joint").into());
    }
    let how = INTERPOLATIONS.iter().find(|(name, ..)| *name == interpolation);
    let Some((_, _, how)) = how else {
        let names = INTERPOLATIONS.map(|(name, ..)| name).join(", ");
        let detail = "there is no such interpolation";
        return Err(Failure::field("interpolation", detail, format!("take {names}")).into());
    };
    let cell = |m: &crate::contract::MovementCell| Movement {
        value: m.value,
        start: m.ti,
        end: m.tf,
        rest: m.tr,
    };
    let one = |(j, joint): (usize, &JointMovements)| -> Result<movements::JointMovements, Failure> {
        let movements = joint.movements.iter().map(cell).collect();
        Ok(movements::JointMovements { unit: unit(&joint.unit, j)?, home: joint.home, movements })
    };
    let joints: Vec<_> = joints.iter().enumerate().map(one).collect::<Result<_, _>>()?;
    // Every joint by itself first, so that each can tell its own mistake.
    let mut cells = Vec::new();
    let mut first = None;
    for (j, joint) in joints.iter().enumerate().filter(|(_, j)| !j.movements.is_empty()) {
        let alone =
            MovementTable { interpolation: how.unwrap_or_default(), joints: vec![joint.clone()] };
        if let Err(error) = alone.into_trajectory() {
            let mut refused = wrong(&error.of_joint(j + 1));
            cells.append(&mut refused.cells);
            first.get_or_insert(refused.failure);
        }
    }
    if let Some(failure) = first {
        return Err(Refused { cells, failure });
    }
    let table = MovementTable { interpolation: how.unwrap_or_default(), joints };
    let built = table.clone().into_trajectory().map_err(|e| wrong(&e))?;
    match how {
        Some(_) => Ok(AnyTrajectory::Movements(built)),
        None => splines(&table, built.duration()).map_err(|e| wrong(&e)),
    }
}

/// A cubic spline for each joint through all times of its row, at rest at both ends.
fn splines(table: &MovementTable, duration: f64) -> Result<AnyTrajectory, MotionError> {
    let one = |joint: &movements::JointMovements| -> Result<AnyTrajectory, MotionError> {
        let (mut times, mut values) = (vec![0.0], vec![joint.unit.to_si(joint.home)]);
        let mut add = |time: f64, value: f64| {
            if times.last().is_some_and(|last| time > last + 1e-9) {
                times.push(time);
                values.push(value);
            }
        };
        let mut at = joint.unit.to_si(joint.home);
        for m in &joint.movements {
            add(m.start, at);
            at = joint.unit.to_si(m.value);
            add(m.end, at);
            add(m.rest, at);
        }
        add(duration, at);
        Ok(AnyTrajectory::Cubic(CubicTrajectory::spline_at_rest(times, vec![values])?))
    };
    let parts = table.joints.iter().map(one).collect::<Result<Vec<_>, _>>()?;
    Ok(AnyTrajectory::Beside(Beside::new(parts)?))
}

/// The same mistake of another joint.
trait OfJoint {
    fn of_joint(self, joint: usize) -> Self;
}

impl OfJoint for MotionError {
    fn of_joint(self, joint: usize) -> Self {
        match self {
            Self::Cell { movement, cell, problem, .. } => {
                Self::Cell { joint, movement, cell, problem }
            }
            other => other,
        }
    }
}
