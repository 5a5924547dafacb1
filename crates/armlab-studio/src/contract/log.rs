//! Logs of a project and files that are dropped on the page.

use super::FindingView;
use serde::{Deserialize, Serialize};

/// A log of a project.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogCard {
    /// Its place in the project, as runs name it: `logs/a.csv`, `runs/2/log.csv`.
    pub source: String,
    /// Size, bytes.
    pub size: f64,
    /// Mapping that was chosen: `q1=theta_1 [deg]`, …
    pub map: Vec<String>,
    /// Sampling rate, Hz, for a file without time stamps.
    pub rate: Option<f64>,
}

/// A column of a log, and what it is taken for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogColumn {
    /// Its heading.
    pub column: String,
    /// `t`, `q1`, …; null if it is not used.
    pub target: Option<String>,
    /// Quantity in words.
    pub quantity: Option<String>,
    /// Joint, from 1.
    pub joint: Option<usize>,
    /// Unit; null where SI is assumed.
    pub unit: Option<String>,
    /// Value in SI = factor · number + offset.
    pub factor: f64,
    /// Offset.
    pub offset: f64,
    /// True if somebody said so, false if it was guessed.
    pub given: bool,
    /// Why it is taken for that.
    pub why: String,
}

/// `GET /projects/{id}/log?source=…`: what is in a log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogPreview {
    /// Its place in the project.
    pub source: String,
    /// `CSV`, `Parquet`, …
    pub format: String,
    /// Rows.
    pub rows: f64,
    /// Joints that were found.
    pub joints: usize,
    /// From the first to the last stamp, s.
    pub duration: f64,
    /// Usual rate, Hz; null if there is none.
    pub rate: Option<f64>,
    /// Columns.
    pub columns: Vec<LogColumn>,
    /// Notes of the reader.
    pub notes: Vec<String>,
    /// What the pre-flight check found.
    pub findings: Vec<FindingView>,
    /// False when a finding is an error: mend it before using the log.
    pub ok: bool,
    /// What to type for the same.
    pub command: String,
}

/// `POST /projects/{id}/diagnose`: which fault of log or description explains a poor model; the
/// answer is the `--json` document of `armlab diagnose`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DiagnoseRequest {
    /// Logs.
    pub logs: Vec<String>,
    /// Gains of the drives, for logs with currents.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub gains: Option<Vec<f64>>,
}

/// `PUT /projects/{id}/log?source=…`: how to read a log from now on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetMapping {
    /// `q1=theta_1 [deg]`, …; empty for a guess.
    #[serde(default)]
    pub map: Vec<String>,
    /// Sampling rate, Hz, for a file without time stamps.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub rate: Option<f64>,
}
