//! What a run leaves.

use crate::compute::table::Table;
use crate::contract::EstimateTrace;
use crate::failure::{Answer, Failure};
use serde::Serialize;

/// What came of a run.
#[derive(Default)]
pub struct Outcome {
    /// The result as JSON text, as the command line prints it.
    pub result: String,
    /// Columns over time.
    pub table: Table,
    /// Ways to estimates.
    pub traces: Vec<EstimateTrace>,
    /// What should be known.
    pub warnings: Vec<String>,
    /// Other files: name and content.
    pub files: Vec<(String, Vec<u8>)>,
    /// A few words.
    pub message: String,
    /// True if it was stopped before its end.
    pub stopped: bool,
    /// Why it is a failure, though it leaves something.
    pub failure: Option<Failure>,
}

/// A document as the command line prints it.
pub fn json(document: &impl Serialize) -> Answer<String> {
    serde_json::to_string_pretty(document).map(|t| t + "\n").map_err(Failure::internal)
}
