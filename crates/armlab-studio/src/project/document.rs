//! What can be undone: the robot as text, what is kept beside it, and the motion.

use crate::contract::MotionSpec;
use crate::model::Aside;
use serde::{Deserialize, Serialize};

/// The part of a project that undo restores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectDocument {
    /// Name of the project.
    pub name: String,
    /// `robot.toml` or `robot.urdf`.
    pub robot_file: String,
    /// What is kept of the robot beside its description.
    #[serde(flatten)]
    pub aside: Aside,
    /// The robot's description.
    pub robot: String,
    /// The motion.
    #[serde(default)]
    pub motion: MotionSpec,
}
