//! Runs: what was asked, how far it is, and what came of it.

use super::{Problem, SeriesInfo};
use serde::{Deserialize, Serialize};

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Waits for its turn.
    Queued,
    /// At work.
    Running,
    /// Done; a partial result is `done`, too, with a warning.
    Done,
    /// It gave nothing; `problem` says why.
    Failed,
    /// Somebody stopped it, or the server ended; what it had is kept.
    Cancelled,
}

/// A run in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunCard {
    /// Its number in the project, from 1.
    pub run: u32,
    /// `simulate`, `excite`, `identify`, `follow`, `validate` or `campaign`.
    pub kind: String,
    /// State.
    pub state: RunState,
    /// In a few words: robot, log, methods.
    pub title: String,
    /// 0 to 1.
    pub progress: f64,
    /// What it is at.
    pub message: String,
    /// When it was asked for, seconds since 1970.
    pub asked: f64,
    /// How long it took, s; 0 until what it has is saved.
    pub seconds: f64,
    /// The project's revision that it used.
    pub revision: u32,
    /// What should be known of it.
    pub warnings: Vec<String>,
}

/// What one method found, over time or generations.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EstimateTrace {
    /// The method.
    pub method: String,
    /// What `at` counts: `time, s` or `generation`.
    pub axis: String,
    /// Names of the unknowns.
    pub names: Vec<String>,
    /// Their units.
    pub units: Vec<String>,
    /// Points.
    pub at: Vec<f64>,
    /// Values of each unknown at the points; empty where only the cost is known.
    pub values: Vec<Vec<f64>>,
    /// Standard deviations of each unknown.
    pub deviations: Vec<Vec<f64>>,
    /// Mean squared residual at the points.
    pub cost: Vec<f64>,
    /// Point of `at` from which these are new: append them after that many points.
    pub from: usize,
    /// True when this is all.
    pub complete: bool,
}

/// How a method of an identification is, and what it found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MethodView {
    /// The method.
    pub method: String,
    /// `running`, `done`, `failed` or `cancelled`.
    pub state: String,
    /// Why it failed.
    pub message: String,
    /// How long it took, s.
    pub seconds: f64,
    /// Its entry of the result's `methods`; null before it is done.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub result: serde_json::Value,
}

/// `GET /projects/{id}/runs/{run}`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunView {
    /// As in the list.
    pub card: RunCard,
    /// What was asked for, as in the request.
    #[cfg_attr(test, ts(type = "RunRequest"))]
    pub request: serde_json::Value,
    /// The result, the same as the command line's `--json`; null before there is one.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub result: serde_json::Value,
    /// Columns that `series` has.
    pub series: Vec<SeriesInfo>,
    /// Ways to the estimates (identify).
    pub traces: Vec<EstimateTrace>,
    /// Methods as they are, while an identification runs.
    pub methods: Vec<MethodView>,
    /// Why it failed.
    pub problem: Option<Problem>,
    /// What to type for the same, in the project's folder.
    pub command: String,
    /// Files that can be downloaded: `runs/3/report.html`, …
    pub files: Vec<String>,
}

/// `POST /projects/{id}/runs/{run}/cancel`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Cancel {
    /// Only this method; the others go on.
    #[cfg_attr(test, ts(optional))]
    pub method: Option<String>,
}

/// A link before and after an identification.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CorrectedLink {
    /// Its name.
    pub link: String,
    /// Mass now, and as corrected, kg.
    pub mass: [f64; 2],
    /// Centre of mass now, m.
    pub centre: [f64; 3],
    /// And as corrected.
    pub new_centre: [f64; 3],
    /// Principal moments of inertia now, kg m², the largest last.
    pub moments: [f64; 3],
    /// And as corrected.
    pub new_moments: [f64; 3],
}

/// `GET /projects/{id}/runs/{run}/corrected?method=M`: the corrected robot beside the present one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CorrectedView {
    /// The method.
    pub method: String,
    /// Links.
    pub links: Vec<CorrectedLink>,
    /// What the model checks find in the corrected robot and not in the present one.
    pub new_findings: Vec<super::FindingView>,
    /// What they find in the present robot and not in the corrected one.
    pub resolved: Vec<super::FindingView>,
}

/// `POST /projects/{id}/runs/{run}/write-back`: the estimate becomes the model.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct WriteBack {
    /// The method; the recommended one without it.
    #[cfg_attr(test, ts(optional))]
    pub method: Option<String>,
}
