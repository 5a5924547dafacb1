//! `project.toml`: what of a project is not in a file of its own, and the steps that can be
//! undone.

use super::document::ProjectDocument;
use crate::failure::{Answer, Failure};
use armlab_files::read_text_if_exists;
use armlab_files::toml::{TomlFormat, deserialize};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Most steps that can be undone.
const MOST_STEPS: usize = 200;
/// Revisions and steps are counted below this.
const LAST_NUMBER: u32 = u32::MAX / 2;
/// Names of the robot's file.
const ROBOT_FILES: [&str; 2] = ["robot.toml", "robot.urdf"];
const FORMAT: TomlFormat = TomlFormat {
    limit: 64 << 20,
    too_large: "put the file back, or delete the project's folder",
    malformed: "put the file back from history/ or a copy",
};

/// How a log is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Its place in the project.
    pub source: String,
    /// Which column is which, where that was said.
    #[serde(default)]
    pub map: Vec<String>,
    /// Sampling rate, Hz, for a file without time stamps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
}

/// A step that can be undone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its file: `history/N.toml`.
    pub file: u32,
    /// What it did.
    pub label: String,
}

/// `project.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// Name of the project.
    pub name: String,
    /// The robot's file.
    pub robot: String,
    /// Counts changes.
    pub revision: u32,
    /// Which of `history` the project is at.
    pub position: usize,
    /// Number of the next file in `history`.
    pub next_step: u32,
    /// How logs are read, where somebody said so.
    #[serde(default, rename = "log", skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<LogEntry>,
    /// Steps, the oldest first.
    #[serde(default)]
    pub history: Vec<Step>,
}

/// Reads a file of the project's own, which somebody may have changed.
pub fn text(path: &Path) -> Answer<String> {
    match read_text_if_exists(path, FORMAT.limit)? {
        Some(text) => Ok(text),
        None => Err(Failure::missing("the file is not there", "reload the project")),
    }
}

fn parsed<T: serde::de::DeserializeOwned>(path: &Path) -> Answer<T> {
    let text = text(path)?;
    Ok(deserialize(&text, &path.display().to_string(), &FORMAT)?)
}

/// The robot's file is beside `project.toml`: a project that somebody else made must not name
/// any other place.
fn check_robot_file(name: &str) -> Answer<()> {
    if ROBOT_FILES.contains(&name) {
        return Ok(());
    }
    let hint = format!("the robot is in {} beside project.toml", ROBOT_FILES.join(" or "));
    Err(Failure::wrong("the project names a robot's file outside of it", hint))
}

fn file(folder: &Path, number: u32) -> PathBuf {
    folder.join("history").join(format!("{number:06}.toml"))
}

impl Index {
    /// Reads the index of a project.
    pub fn read(folder: &Path) -> Answer<Self> {
        let index: Self = parsed(&folder.join("project.toml"))?;
        check_robot_file(&index.robot)?;
        let wrong = |why: &str| Err(Failure::wrong(format_args!("project.toml: {why}"), "mend it"));
        if index.position >= index.history.len() {
            return wrong("position is beyond history");
        }
        // Numbers that cannot be counted on were not written by a studio.
        if index.revision >= LAST_NUMBER || index.next_step >= LAST_NUMBER {
            return wrong("revision or next_step is beyond what is counted");
        }
        Ok(index)
    }

    /// Writes it: from now on what it says holds.
    pub fn write(&self, folder: &Path) -> Answer<()> {
        let text = toml::to_string_pretty(self).map_err(Failure::internal)?;
        Ok(armlab_files::write(folder.join("project.toml"), text.as_bytes())?)
    }

    /// Reads the document at a step.
    pub fn document(&self, folder: &Path, position: usize) -> Answer<ProjectDocument> {
        match self.history.get(position) {
            Some(step) => {
                let document: ProjectDocument = parsed(&file(folder, step.file))?;
                check_robot_file(&document.robot_file)?;
                Ok(document)
            }
            None => Err(Failure::missing("there is no such step", "reload the project")),
        }
    }

    /// The document in a file of `history`, whether or not it is a step.
    pub fn document_of_file(&self, folder: &Path, number: u32) -> Option<ProjectDocument> {
        parsed(&file(folder, number)).ok()
    }

    /// The index after a step that leads to `document`, whose file is written.
    pub fn stepped(&self, folder: &Path, document: &ProjectDocument, label: &str) -> Answer<Self> {
        let mut next = self.clone();
        let text = toml::to_string_pretty(document).map_err(Failure::internal)?;
        armlab_files::create_private_folder(folder.join("history"))?;
        armlab_files::write(file(folder, next.next_step), text.as_bytes())?;
        if !next.history.is_empty() {
            next.history.truncate(next.position + 1);
        }
        let label = label.chars().take(120).collect();
        next.history.push(Step { file: next.next_step, label });
        if next.history.len() > MOST_STEPS {
            next.history.remove(0);
        }
        next.position = next.history.len() - 1;
        next.next_step += 1;
        next.revision += 1;
        Ok(next)
    }

    /// Deletes files of steps that `self` no longer has.
    pub fn forget(&self, folder: &Path, before: &Self) {
        let kept = |step: &Step| self.history.iter().any(|s| s.file == step.file);
        for step in before.history.iter().filter(|step| !kept(step)) {
            let _ = std::fs::remove_file(file(folder, step.file));
        }
    }

    /// How a log is read.
    pub fn log(&self, source: &str) -> LogEntry {
        let usual = || LogEntry { source: source.into(), map: Vec::new(), rate: None };
        self.logs.iter().find(|l| l.source == source).cloned().unwrap_or_else(usual)
    }
}
