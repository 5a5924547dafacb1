//! `[[coupling]]`: a motor that turns with two joints.

use crate::robot::describe::toml::fields::Fields;
use crate::robot::{CouplingError, MotorCoupling, Robot};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

const KEYS: [&str; 6] = ["joints", "opposed", "inertia", "viscous", "coulomb", "width"];

/// The couplings of a description, on the robot that it describes.
pub(super) fn read(top: &TomlTable, mut robot: Robot) -> Result<Robot, FileError> {
    let mut all = Vec::new();
    for section in top.parts("coupling")? {
        let section = section.titled("the coupling");
        section.only(&KEYS)?;
        all.push(coupling(&section)?);
        robot = robot.with_couplings(all.clone()).map_err(|error| {
            let (key, hint) = match error {
                CouplingError::Value { .. } => ("coulomb", "see docs/robot-format.md"),
                CouplingError::Inertia { .. } => {
                    ("inertia", "give the joints a `rotor_inertia` of at least this size")
                }
                _ => ("joints", "names are those of two joints that are driven"),
            };
            section.error(key, error.to_string(), hint)
        })?;
    }
    Ok(robot)
}

fn coupling(section: &TomlTable) -> Result<MotorCoupling, FileError> {
    let joints: Vec<String> = section.texts("joints")?.into_iter().map(String::from).collect();
    let joints = <[String; 2]>::try_from(joints).map_err(|found| {
        let message = format!("`joints` of a coupling are two, not {}", found.len());
        section.error("joints", message, "write joints = [\"joint_5\", \"joint_6\"]")
    })?;
    let number = |key: &str| Ok::<_, FileError>(section.number(key)?.unwrap_or(0.0));
    Ok(MotorCoupling {
        joints,
        opposed: section.flag("opposed")?.unwrap_or(false),
        inertia: number("inertia")?,
        viscous: number("viscous")?,
        coulomb: number("coulomb")?,
        width: section.number("width")?.unwrap_or(MotorCoupling::WIDTH),
    })
}
