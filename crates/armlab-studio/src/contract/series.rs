//! Columns over time: of runs (`GET /projects/{id}/runs/{run}/series`) and logs
//! (`GET /projects/{id}/log/series?source=…`).
//!
//! Query: `names=a,b` (all without it), `from=`, `to=` (s), `max_points=` (2000 without
//! it). Where there are more samples, each stretch is two rows, at its first and its last
//! time: the smallest and the largest value of each column, in the order in which they
//! occur, so that no peak is lost. `Accept: application/octet-stream` gives
//! little-endian f64 columns one after another (`X-Columns`, `X-Rows`); the same path with
//! `.csv` downloads.

use serde::{Deserialize, Serialize};

/// A column that can be asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeriesInfo {
    /// Its name: `q1`, `tau2`, `wls:tau1`, …
    pub name: String,
    /// What it is.
    pub label: String,
    /// Its unit.
    pub unit: String,
    /// Columns that share an axis: `q`, `qd`, `qdd`, `tau`, `energy`, …
    pub group: String,
    /// The driven joint, from 0, where it is one's.
    pub joint: Option<usize>,
    /// The method, where it is one's.
    pub method: Option<String>,
}

/// Columns over a common axis.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Series {
    /// Columns, in the order of `values`.
    pub columns: Vec<SeriesInfo>,
    /// Times, s.
    pub t: Vec<f64>,
    /// A column each; null where there is no number.
    #[cfg_attr(test, ts(type = "(number | null)[][]"))]
    pub values: Vec<Vec<f64>>,
    /// Samples in the range that was asked for.
    pub samples: usize,
    /// True if some were left out.
    pub thinned: bool,
}

/// `GET /projects/{id}/log/filtered?source=…&cutoff=HZ`: motion as recorded and as
/// identification sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Filtered {
    /// Cut-off, Hz; null if the log is used as it is.
    pub cutoff: Option<f64>,
    /// What was done, in words.
    pub notes: Vec<String>,
    /// As recorded.
    pub raw: Series,
    /// Filtered, with speeds and accelerations.
    pub filtered: Series,
}
