//! The robot a command works on.

use crate::failure::Failure;
use crate::output::note;
use armlab::robot::describe::{self, Description, FixedJoints, ReadOptions};
use armlab::robot::{JointKind, Robot};

/// Most notes of a reader that are shown.
const MOST_NOTES: usize = 20;

/// Reads a built-in robot or a file.
pub fn read(robot: &str, fixed_joints: FixedJoints) -> Result<Description, Failure> {
    Ok(describe::read(robot, &ReadOptions { fixed_joints })?)
}

/// Reads a robot for computing with it, with notes on what was left out.
pub fn load(robot: &str, fixed_joints: FixedJoints) -> Result<Robot, Failure> {
    let description = read(robot, fixed_joints)?;
    for message in description.notes.iter().take(MOST_NOTES) {
        note(message);
    }
    if description.notes.len() > MOST_NOTES {
        note(format_args!("… and {} more", description.notes.len() - MOST_NOTES));
    }
    Ok(description.robot)
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
