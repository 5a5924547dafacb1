//! The outcome of an import.

use super::{FindingView, LogPreview, Problem, Project};
use serde::{Deserialize, Serialize};

/// `POST /import?name=…` and `POST /projects/{id}/import?name=…`: what became of
/// a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportReport {
    /// False if nothing was changed; `problem` says why.
    pub ok: bool,
    /// `robot`, `log`, `mesh` or `motion`.
    pub kind: String,
    /// Where it is in the project now.
    pub file: String,
    /// What is odd about it.
    pub warnings: Vec<FindingView>,
    /// Mesh files that it names and that are not there.
    pub missing: Vec<String>,
    /// Why it was refused.
    pub problem: Option<Problem>,
    /// The project as it is now; null if it was refused.
    pub project: Option<Project>,
    /// What is in it, if it is a log.
    pub log: Option<LogPreview>,
}
