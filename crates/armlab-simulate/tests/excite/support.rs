//! What the tests share.

use armlab_engine::robot::describe::{FixedJoints, ReadOptions, read_toml};
use armlab_engine::robot::{Robot, library};
use armlab_simulate::excite::{
    DesignOptions, DesignStep, Excitation, ExcitationLimits, ExciteError, LimitsFile, design,
};
use std::ops::ControlFlow;

pub fn robot(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

pub fn read(text: &str) -> Robot {
    read_toml(text, "test", &ReadOptions { fixed_joints: FixedJoints::Merge }).unwrap().robot
}

/// A design, unwatched.
pub fn designed(
    robot: &Robot,
    file: &LimitsFile,
    options: &DesignOptions,
) -> Result<Excitation, ExciteError> {
    let limits = ExcitationLimits::of(robot, &options.coordinates, file)?;
    design(robot, limits, options, &|_: &DesignStep| ControlFlow::Continue(()))
}

/// The three parameters of the SCARA's rotary joints.
pub fn rotary() -> Vec<String> {
    ["IZZ1", "IZZ2", "m_r"].map(String::from).to_vec()
}
