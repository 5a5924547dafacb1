//! Where the tool can be: `POST /projects/{id}/workspace`.

use serde::{Deserialize, Serialize};

/// A question.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WorkspaceRequest {
    /// Configurations that are tried (20000 without it, 3000 for a parallel machine).
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub samples: Option<usize>,
    /// Most points of the cloud that are sent (5000 without it).
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub points: Option<usize>,
    /// Seed of random numbers.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    pub seed: u64,
}

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Workspace {
    /// True when outline and area are exact (arms that move in a plane).
    pub exact: bool,
    /// Lines around it, seen along z: x, y of each point.
    pub outline: Vec<Vec<[f64; 2]>>,
    /// Area seen along z, m².
    pub area: f64,
    /// m³; for arms that leave a plane.
    pub volume: Option<f64>,
    /// Smallest x, y, z.
    pub lower: [f64; 3],
    /// Largest x, y, z.
    pub upper: [f64; 3],
    /// Points that the tool reaches: x, y, z.
    pub cloud: Vec<[f64; 3]>,
    /// How freely the tool moves at each, 0 to 1; empty where it is not known.
    pub isotropy: Vec<f64>,
    /// Configurations that were tried.
    pub samples: usize,
    /// What to type for the same.
    pub command: String,
}
