//! The judgement as a JSON document.

use crate::identify::Consistency;
use crate::log_check::LogCheck;
use crate::validation::BaselineScores;
use crate::validation::{MassMatrixCheck, Metrics, Scope, Scores, Verdict, Whiteness};
use serde::Serialize;

/// How well a description predicts logs.
#[derive(Serialize)]
pub struct ValidationReport {
    /// The robot's name.
    pub robot: String,
    /// Driven joints, in the order of all lists.
    pub joints: Vec<String>,
    /// What the log check found.
    pub log_checks: Vec<LogCheck>,
    /// What was done to the logs.
    pub notes: Vec<String>,
    /// Errors.
    pub validation: Scores,
    /// Errors of naive predictions.
    pub naive: BaselineScores,
    /// Indexes of each joint.
    pub metrics: Vec<Metrics>,
    /// `null` where nothing can be said.
    pub whiteness: Vec<Option<Whiteness>>,
    /// Whether bodies can have its parameters.
    pub physical: ConsistencyReport,
    /// Whether the mass matrix is positive definite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_matrix: Option<MassMatrixCheck>,
    /// The motion it is judged by.
    pub scope: Scope,
    /// The judgement.
    pub verdict: Verdict,
}

/// Whether a physically consistent robot has the parameters.
#[derive(Clone, Serialize)]
pub struct ConsistencyReport {
    /// One has.
    pub consistent: bool,
    /// The link or constraint that is farthest from it.
    pub worst_link: String,
    /// Smallest over largest eigenvalue of a link's pseudo-inertia.
    pub worst: f64,
    /// Squared distance from the nearest consistent robot in the estimate's covariance,
    /// and its limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<[f64; 2]>,
}

impl From<Consistency> for ConsistencyReport {
    fn from(found: Consistency) -> Self {
        let Consistency { consistent, worst_link, worst, distance } = found;
        Self { consistent, worst_link, worst, distance }
    }
}
