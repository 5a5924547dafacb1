//! What can be undone: the robot as text, its blank fields, and the motion.

use crate::contract::MotionSpec;
use crate::model::Blank;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The part of a project that undo restores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectDocument {
    /// Name of the project.
    pub name: String,
    /// `robot.toml` or `robot.urdf`.
    pub robot_file: String,
    /// Fields of links that are blank.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blanks: BTreeMap<String, Blank>,
    /// The robot's description.
    pub robot: String,
    /// The motion.
    #[serde(default)]
    pub motion: MotionSpec,
}
