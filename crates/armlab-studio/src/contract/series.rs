//! Columns over time: of runs (`GET /projects/{id}/runs/{run}/series`) and logs
//! (`GET /projects/{id}/log/series?source=…`).
//!
//! Query: `names=a,b` (all without it), `from=`, `to=` (s), `max_points=` (2000 without
//! it). Where there are more samples, each stretch is two rows, at its first and its last
//! time: the smallest and the largest value of each column, in the order in which they
//! occur, so that no peak is lost. `rows=true` gives every so many rows instead, as they
//! are, for columns over each other. `Accept: application/octet-stream` gives
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

/// `GET /projects/{id}/log/spectrum?source=…`: amplitudes over frequency.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Spectra {
    /// Frequencies, Hz.
    pub frequencies: Vec<f64>,
    /// Columns, in the order of `amplitudes`.
    pub columns: Vec<SeriesInfo>,
    /// A column each: the amplitude of a sine with the power there.
    pub amplitudes: Vec<Vec<f64>>,
}

/// `GET /projects/{id}/log/friction?source=…&cutoff=HZ`: efforts over speeds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SpeedEffort {
    /// Cut-off, Hz; null if the log is used as it is.
    pub cutoff: Option<f64>,
    /// A curve of each driven joint.
    pub joints: Vec<SpeedEffortJoint>,
}

/// A joint's efforts over its speeds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SpeedEffortJoint {
    /// The joint.
    pub joint: String,
    /// `rad/s` or `m/s`.
    pub speed_unit: String,
    /// `N m` or `N`.
    pub effort_unit: String,
    /// Speeds.
    pub speed: Vec<f64>,
    /// Efforts as measured.
    pub effort: Vec<f64>,
    /// The same without the rigid-body efforts of the model: friction, where the model is
    /// right; empty if the model cannot be evaluated.
    pub rest: Vec<f64>,
}
