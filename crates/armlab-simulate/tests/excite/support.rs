//! What the tests share.

use armlab_engine::robot::describe::{FixedJoints, ReadOptions, read_toml};
use armlab_engine::robot::{Robot, library};
use armlab_progress::Progress;
use armlab_simulate::excite::{
    DesignOptions, DesignedMotion, ExcitationLimits, ExciteError, LimitsFile, design,
};

pub fn robot(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

pub fn read(text: &str) -> Robot {
    read_toml(text, "test", &ReadOptions::new(FixedJoints::Merge)).unwrap().robot
}

/// A design, unwatched.
pub fn designed(
    robot: &Robot,
    file: &LimitsFile,
    options: &DesignOptions,
) -> Result<DesignedMotion, ExciteError> {
    let limits = ExcitationLimits::of(robot, &options.coordinates, file)?;
    design(robot, limits, options, &Progress::none())
}

/// The three parameters of the SCARA's rotary joints.
pub fn rotary() -> Vec<String> {
    ["IZZ1", "IZZ2", "m_r"].map(String::from).to_vec()
}
