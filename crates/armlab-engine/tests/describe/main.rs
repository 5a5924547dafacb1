//! Descriptions in files: what is read, what is refused and where, and that a
//! robot survives being written.

mod arbitrary;
mod built_in;
mod damaged;
mod fixed;
mod hostile;
mod in_place;
mod lenient;
mod mimic;
mod mjcf;
mod random;
mod reading;
mod round_trip;
mod sdf;
mod toml_errors;
mod urdf_errors;
mod xacro;

use armlab_engine::robot::describe::{Description, FileError, FixedJoints, ReadOptions};
use armlab_engine::robot::{Joint, JointKind, Robot};
use armlab_engine::spatial::Transform;

/// Links on fixed joints stay links.
const KEEP: ReadOptions = ReadOptions::new(FixedJoints::Keep);
/// Links on fixed joints are merged.
const MERGE: ReadOptions = ReadOptions::new(FixedJoints::Merge);

fn urdf(text: &str) -> Result<Description, FileError> {
    armlab_engine::robot::describe::read_urdf(text, "robot.urdf", &MERGE)
}

fn toml(text: &str) -> Result<Description, FileError> {
    armlab_engine::robot::describe::read_toml(text, "robot.toml", &MERGE)
}

/// The error of a file that must not be read, as `line:column: message`, and
/// its hint.
fn refused(result: Result<Description, FileError>) -> (String, String) {
    match result {
        Ok(description) => panic!("`{}` was read", description.robot.name()),
        Err(e) => (format!("{}:{}: {}", e.line, e.column, e.message), e.hint),
    }
}

/// The notes on a file that must be read, as `line:column: message`.
fn noted(result: Result<Description, FileError>) -> Vec<String> {
    match result {
        Ok(description) => {
            let notes = description.notes.iter();
            notes.map(|n| format!("{}:{}: {}", n.line, n.column, n.message)).collect()
        }
        Err(e) => panic!("{e}"),
    }
}

/// A link in its parent at coordinate `q`: by the joint's definition, with none
/// of the library's kinematics.
fn moved(joint: &Joint, q: f64) -> Transform<f64> {
    let motion = match joint.kind {
        JointKind::Fixed => Transform::identity(),
        JointKind::Prismatic => {
            Transform { translation: joint.axis.scale(q), ..Transform::identity() }
        }
        JointKind::Revolute | JointKind::Continuous => Transform::rotation(joint.axis, q),
    };
    joint.origin.compose(&motion)
}

/// Poses of all links in the base.
fn link_poses(robot: &Robot, q: &[f64]) -> Vec<Transform<f64>> {
    let mut poses: Vec<Transform<f64>> = Vec::new();
    let mut coordinates = q.iter();
    for joint in robot.joints() {
        let parent = joint.parent.map_or(Transform::identity(), |p| poses[p]);
        let q = if joint.kind.moves() { *coordinates.next().unwrap() } else { 0.0 };
        poses.push(parent.compose(&moved(joint, q)));
    }
    poses
}
