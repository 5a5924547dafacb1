//! Drives of machines whose files do not say which joints are driven.

use crate::robot::RobotBuilder;
use std::collections::HashSet;

/// Marks the joints that drive; those whose names are given have drives.
pub(super) fn choose_drives(builder: RobotBuilder, driven: &HashSet<String>) -> RobotBuilder {
    // What cannot be built is complained of where it is built in earnest.
    let Ok(robot) = builder.clone().build() else { return builder };
    let has_drive: Vec<bool> = robot.moving_joints().map(|j| driven.contains(&j.name)).collect();
    let drives = robot.chosen_drives(&has_drive);
    let passive: HashSet<String> = robot
        .moving_joints()
        .zip(drives)
        .filter(|(_, drives)| !drives)
        .map(|(joint, _)| joint.name.clone())
        .collect();
    builder.passive(&passive)
}
