//! Projects.

use super::{LogCard, Model, MotionSpec, RunCard};
use serde::{Deserialize, Serialize};

/// One entry of `GET /projects`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProjectCard {
    /// Name of its folder.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Name of its robot.
    pub robot: String,
    /// How many driven joints it has; null if it cannot be read.
    pub joints: Option<usize>,
    /// How many logs and runs it has.
    pub logs: usize,
    /// Runs.
    pub runs: usize,
    /// When it was changed, seconds since 1970.
    pub changed: f64,
    /// Why it cannot be opened, if it cannot.
    pub broken: Option<String>,
}

/// `DELETE /projects/{id}`: how to bring it back.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeletedProject {
    /// For `POST /trash/{deleted}/restore`.
    pub deleted: String,
}

/// `POST /projects`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateProject {
    /// Its name; that of the robot without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
    /// A new robot with one joint, to be built in the page.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub new: Option<bool>,
    /// A copy of another project: its robot, motion and logs.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub copy_of: Option<String>,
    /// A built-in robot.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub builtin: Option<String>,
    /// Or the text of a URDF or TOML description …
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
    /// … and the name of its file.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub file_name: Option<String>,
}

/// A project: `GET /projects/{id}`, and what every change answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Project {
    /// Name of its folder.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its folder on the disk.
    pub folder: String,
    /// Counts changes; send it as `If-Match: "REVISION"` with a change.
    pub revision: u32,
    /// What undo would take back; null if there is nothing.
    pub undo: Option<String>,
    /// What redo would do again.
    pub redo: Option<String>,
    /// The robot.
    pub model: Model,
    /// The motion.
    pub motion: MotionSpec,
    /// Its logs.
    pub logs: Vec<LogCard>,
    /// Its runs, the newest last.
    pub runs: Vec<RunCard>,
}
