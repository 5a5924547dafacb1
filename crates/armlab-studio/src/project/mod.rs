//! Projects: folders with TOML and logs that a person can read, compare and edit.
//!
//! ```text
//! PROJECT/
//!   project.toml     name, revision, undo history, how logs are read
//!   robot.toml       the robot (robot.urdf until it is first edited)
//!   motion.toml      the motion, as a trajectory file
//!   visual.urdf      shapes, where a URDF was imported; meshes/ its meshes
//!   logs/            recordings
//!   history/N.toml   the robot and the motion at each step that can be undone
//!   runs/N/          options.toml, robot.toml, result.json, series.csv, report.html, …
//! ```
//!
//! Every file is written whole under another name, brought to the disk, and renamed, so that a
//! crash leaves the old file or the new one. `project.toml` is written last: what it says is
//! what was answered.

pub mod archive;
mod document;
mod index;
mod open;
mod run_folder;
mod slug;

pub use armlab_files::write;
pub use document::ProjectDocument;
pub use index::{Index, LogEntry};
pub use open::OpenProject;
pub use run_folder::{RunRecord, folder as run_folder};
pub use slug::slug;
