//! The robot a command works on.

use crate::failure::Failure;
use crate::output::note;
use armlab::robot::describe::{self, Description, FixedJoints, Note, ReadOptions};
use armlab::robot::{JointKind, Robot};
use armlab::spatial::vec3;

/// Most notes of a reader that are shown.
const MOST_NOTES: usize = 20;

/// Reads a built-in robot or a file.
pub fn read(robot: &str, fixed_joints: FixedJoints) -> Result<Description, Failure> {
    Ok(describe::read(robot, &ReadOptions::new(fixed_joints))?)
}

/// Reads a robot for computing with it, with notes on what was left out.
pub fn load(robot: &str, fixed_joints: FixedJoints) -> Result<Robot, Failure> {
    let description = read(robot, fixed_joints)?;
    show_notes(&description.notes);
    Ok(description.robot)
}

/// Shows what a reader left out or assumed.
pub fn show_notes(notes: &[Note]) {
    for message in notes.iter().take(MOST_NOTES) {
        note(message);
    }
    if notes.len() > MOST_NOTES {
        note(format_args!("… and {} more", notes.len() - MOST_NOTES));
    }
}

/// The robot with the gravity that was typed, `x,y,z` in m/s².
pub fn mounted(robot: Robot, gravity: Option<&str>) -> Result<Robot, Failure> {
    let Some(text) = gravity else { return Ok(robot) };
    let number = |x: &str| x.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some([x, y, z]) => Ok(robot.with_gravity(vec3(*x, *y, *z))),
        _ => Err(Failure::input(
            format_args!("--gravity: `{text}` is not a vector"),
            "give x,y,z in m/s² in the base frame, as 0,0,-9.81",
        )),
    }
}

/// The kinds of the moving joints, as engineers write them: `RRP`.
pub fn kinds(robot: &Robot) -> String {
    robot
        .moving_joints()
        .map(|joint| match joint.kind {
            JointKind::Prismatic => 'P',
            _ => 'R',
        })
        .collect()
}
