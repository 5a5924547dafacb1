//! `runs/N/`: what was asked, how far it is, and what came of it.

use super::index::text;
use crate::contract::{EstimateTrace, MethodView, Problem, RunCard, RunState, SeriesInfo};
use crate::failure::{Answer, Failure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A run as the server remembers it; `run.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    /// As in lists.
    pub card: RunCard,
    /// What was asked.
    pub request: Value,
    /// Columns of `series.csv`.
    #[serde(default)]
    pub series: Vec<SeriesInfo>,
    /// Methods as they are, while an identification runs; the result has them afterwards.
    #[serde(skip)]
    pub methods: Vec<MethodView>,
    /// Why it failed.
    #[serde(default)]
    pub problem: Option<Problem>,
    /// What to type for the same.
    #[serde(default)]
    pub command: String,
}

/// The folder of a run.
pub fn folder(project: &Path, run: u32) -> PathBuf {
    project.join("runs").join(run.to_string())
}

impl RunRecord {
    /// Writes it.
    pub fn write(&self, project: &Path) -> Answer<()> {
        let folder = folder(project, self.card.run);
        armlab_files::create_private_folder(&folder)?;
        let text = serde_json::to_string_pretty(self).map_err(Failure::internal)?;
        Ok(armlab_files::write(folder.join("run.json"), (text + "\n").as_bytes())?)
    }

    /// All runs of a project. Those that a killed server left unfinished are called off.
    pub fn all(project: &Path) -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir(project.join("runs")) else { return Vec::new() };
        let mut runs: Vec<Self> = entries
            .flatten()
            .filter_map(|entry| {
                let number: u32 = entry.file_name().to_str()?.parse().ok()?;
                let record = text(&entry.path().join("run.json")).ok()?;
                let mut record: Self = serde_json::from_str(&record).ok()?;
                record.card.run = number;
                if matches!(record.card.state, RunState::Queued | RunState::Running) {
                    record.card.state = RunState::Cancelled;
                    record.card.message = "the server ended before it was done".into();
                    let _ = record.write(project);
                }
                Some(record)
            })
            .collect();
        runs.sort_by_key(|r| r.card.run);
        runs
    }

    /// A JSON file of the run; null if there is none.
    pub fn json(project: &Path, run: u32, name: &str) -> Value {
        let path = folder(project, run).join(name);
        text(&path).ok().and_then(|t| serde_json::from_str(&t).ok()).unwrap_or(Value::Null)
    }

    /// Ways to the estimates.
    pub fn traces(project: &Path, run: u32) -> Vec<EstimateTrace> {
        serde_json::from_value(Self::json(project, run, "traces.json")).unwrap_or_default()
    }

    /// Files that can be downloaded.
    pub fn files(project: &Path, run: u32) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(folder(project, run)) else { return Vec::new() };
        let names = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names
            .filter(|n| !n.starts_with('.') && n != "run.json" && n != "traces.json")
            .map(|n| format!("runs/{run}/{n}"))
            .collect();
        names.sort();
        names
    }
}
