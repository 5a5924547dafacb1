//! The judgement as a JSON document.

use crate::documents::identification::PhysicalDocument;
use crate::identify::Consistency;
use crate::study::Naive;
use crate::validate::{MassMatrixCheck, Metrics, Scope, Scores, Verdict, Whiteness};
use serde::Serialize;

/// How well a description predicts logs.
#[derive(Serialize)]
pub struct Document {
    /// The robot's name.
    pub robot: String,
    /// Driven joints, in the order of all lists.
    pub joints: Vec<String>,
    /// What was done to the logs.
    pub notes: Vec<String>,
    /// Errors.
    pub validation: Scores,
    /// Errors of naive predictions.
    pub naive: Naive,
    /// Indexes of each joint.
    pub metrics: Vec<Metrics>,
    /// `null` where nothing can be said.
    pub whiteness: Vec<Option<Whiteness>>,
    /// Whether bodies can have its parameters.
    pub physical: PhysicalDocument,
    /// Whether the mass matrix is positive definite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_matrix: Option<MassMatrixCheck>,
    /// The motion it is judged by.
    pub scope: Scope,
    /// The judgement.
    pub verdict: Verdict,
}

/// The model that is judged is the description itself, so there is no other.
pub fn naive(mean: Scores) -> Naive {
    Naive { zero: 100.0, mean, described: None }
}

/// Whether bodies can have the parameters.
pub fn physical(seen: Consistency) -> PhysicalDocument {
    let Consistency { consistent, worst_link, worst } = seen;
    PhysicalDocument { consistent, worst_link, worst }
}
