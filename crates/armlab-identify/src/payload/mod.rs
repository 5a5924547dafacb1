//! A load in the robot's hand: what it weighs, and what it tells of the drives.
//!
//! A rigid load on link `l` adds its own ten parameters to those of the link, so
//! its columns are the link's: `τ = Y x + Y_l π_load`. With the arm known, the
//! load follows ([`estimate_payload`]). With the load's mass known, logs with and without
//! it tell what a motor current is worth ([`drive_gains`]).

mod estimate;
mod gains;
mod rows;

pub use estimate::{
    Payload, PayloadError, estimate_payload, estimate_payload_beyond, estimate_payload_of_logs,
};
pub use gains::{DriveGain, DriveGains, GainError, KnownLoad, drive_gains};

use armlab_engine::robot::Robot;

/// Symbols of a load's ten parameters, in the frame of the link that holds it.
pub const LOAD_SYMBOLS: [&str; 10] =
    ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"];

/// The link that holds a load: the one called `name`, or the last one of a robot
/// with a single end. Otherwise the names of the links to choose from.
pub fn holding_link(robot: &Robot, name: Option<&str>) -> Result<usize, Vec<String>> {
    let names = || robot.links().iter().map(|l| l.name.clone()).collect::<Vec<_>>();
    if let Some(name) = name {
        return robot.links().iter().position(|l| l.name == name).ok_or_else(names);
    }
    let is_parent = |link: usize| robot.joints().iter().any(|j| j.parent == Some(link));
    let ends: Vec<usize> = (0..robot.links().len()).filter(|&l| !is_parent(l)).collect();
    match ends[..] {
        [end] => Ok(end),
        _ => Err(ends.iter().map(|&l| robot.links()[l].name.clone()).collect()),
    }
}
