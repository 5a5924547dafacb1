//! The robot of a project, as it was read.

use crate::failure::Answer;
use armlab::robot::Robot;
use armlab::robot::describe::{FixedJoints, ReadOptions, read_toml, read_urdf};
use armlab::robot::doctor::{Finding, examine};

/// A robot as it was read.
#[derive(Debug)]
pub struct Loaded {
    /// The robot, with links on fixed joints merged, as all commands use it.
    pub robot: Robot,
    /// One sentence on it.
    pub summary: Option<String>,
    /// What the reader left out or assumed.
    pub notes: Vec<String>,
    /// What the doctor found.
    pub findings: Vec<Finding>,
}

impl Loaded {
    /// Reads a description; `file` says by its ending what it is.
    pub fn read(file: &str, text: &str) -> Answer<Self> {
        let xml = match file.rsplit('.').next().unwrap_or_default().to_lowercase().as_str() {
            "urdf" | "xml" => true,
            "toml" => false,
            _ => text.trim_start().starts_with('<'),
        };
        let read = if xml { read_urdf } else { read_toml };
        let found = read(text, file, &ReadOptions::new(FixedJoints::Merge))?;
        // The doctor sees each link as its file states it.
        let kept = read(text, file, &ReadOptions::new(FixedJoints::Keep))?;
        Ok(Self {
            findings: examine(&kept.robot),
            notes: found.notes.iter().map(ToString::to_string).collect(),
            summary: found.summary,
            robot: found.robot,
        })
    }
}
