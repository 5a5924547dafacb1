//! Any text as a description: a robot that can be examined, written and read again, or a located error.

use armlab::robot::Robot;
use armlab::robot::describe::{
    Base, Description, FileError, FixedJoints, ReadOptions, read_mjcf, read_sdf, read_text,
    read_toml, read_urdf, write_mjcf, write_sdf, write_toml, write_urdf,
};
use armlab_cli::request;

/// Robots of more links are not examined, which would take long.
const MOST_LINKS: usize = 40;
/// Examining takes ten times as long as reading: one in so many is.
const EXAMINED: usize = 8;

type Read = fn(&str, &str, &ReadOptions) -> Result<Description, FileError>;

/// Reads in every way; what was read must be fit to be written and read again.
fn read(read: Read, data: &[u8], written: impl Fn(&Robot, &ReadOptions)) {
    let text = String::from_utf8_lossy(data);
    for fixed_joints in [FixedJoints::Merge, FixedJoints::Keep] {
        let base = if fixed_joints == FixedJoints::Keep { Base::Fixed } else { Base::AsStated };
        let options = ReadOptions { base, ..ReadOptions::new(fixed_joints) };
        match read(&text, "fuzz", &options) {
            Err(error) => {
                // What is wrong with a file as a whole has no place in it.
                assert_eq!(error.line >= 1, error.column >= 1, "{error}");
                assert!(!error.hint.is_empty(), "{error}");
            }
            Ok(Description { robot, notes, .. }) => {
                written(&robot, &options);
                let sum: usize = data.iter().map(|b| usize::from(*b)).sum();
                if robot.links().len() <= MOST_LINKS && sum.is_multiple_of(EXAMINED) {
                    let report = serde_json::to_string(&request::check(&robot, notes));
                    assert!(report.is_ok());
                }
            }
        }
    }
}

pub fn urdf(data: &[u8]) {
    read(read_urdf, data, |robot, options| {
        let again = read_urdf(&write_urdf(robot), "again", options);
        let again = again.unwrap_or_else(|e| panic!("{e}\n{}", write_urdf(robot))).robot;
        assert_eq!(again.joints().len(), robot.joints().len());
        assert_eq!(again.frames().len(), robot.frames().len());
    });
}

pub fn toml(data: &[u8]) {
    read(read_toml, data, |robot, options| {
        let again = read_toml(&write_toml(robot), "again", options);
        let again = again.unwrap_or_else(|e| panic!("{e}\n{}", write_toml(robot))).robot;
        assert_eq!(again.joints(), robot.joints());
        assert_eq!(again.links(), robot.links());
        assert_eq!(again.frames(), robot.frames());
        assert_eq!(again.tool(), robot.tool());
    });
}

/// Any format, by its content; xacro is only read so.
pub fn xacro(data: &[u8]) {
    read(read_text, data, |robot, _| {
        write_toml(robot);
    });
}

pub fn mjcf(data: &[u8]) {
    read(read_mjcf, data, |robot, options| {
        let _ = read_mjcf(&write_mjcf(robot).text, "again", options);
    });
}

pub fn sdf(data: &[u8]) {
    read(read_sdf, data, |robot, options| {
        let _ = read_sdf(&write_sdf(robot).text, "again", options);
    });
}
