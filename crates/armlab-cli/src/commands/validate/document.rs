//! The judgement as a JSON document.

use crate::commands::identify::document::PhysicalDocument;
use armlab::identify::Consistency;
use armlab::study::Naive;
use armlab::validate::{MassMatrixCheck, Metrics, Scope, Scores, Verdict, Whiteness};
use serde::Serialize;

#[derive(Serialize)]
pub struct Document {
    pub robot: String,
    /// Driven joints, in the order of all lists.
    pub joints: Vec<String>,
    /// What was done to the logs.
    pub notes: Vec<String>,
    pub validation: Scores,
    pub naive: Naive,
    pub metrics: Vec<Metrics>,
    /// `null` where nothing can be said.
    pub whiteness: Vec<Option<Whiteness>>,
    pub physical: PhysicalDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_matrix: Option<MassMatrixCheck>,
    pub scope: Scope,
    pub verdict: Verdict,
}

/// The model that is judged is the description itself, so there is no other.
pub fn naive(mean: Scores) -> Naive {
    Naive { zero: 100.0, mean, described: None }
}

pub fn physical(seen: Consistency) -> PhysicalDocument {
    let Consistency { consistent, worst_link, worst } = seen;
    PhysicalDocument { consistent, worst_link, worst }
}
