//! Errors, as RFC 9457 has them.

use serde::{Deserialize, Serialize};

/// Why a request was not answered, and what to do about it
/// (`application/problem+json`).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// Identifier of the kind of problem, for programs; never changes.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong, and where.
    pub detail: String,
    /// What to do about it.
    pub hint: String,
    /// The field of the request that is meant, as a path (`links.arm1.mass`,
    /// `joints[1].movements[2].TI`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub field: Option<String>,
    /// File, where a file is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub file: Option<String>,
    /// Line in it, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<usize>,
    /// Column in it, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub column: Option<usize>,
    /// With status 409: what the writer had sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "unknown"))]
    pub mine: Option<serde_json::Value>,
    /// With status 409: the project as it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "Project"))]
    pub theirs: Option<serde_json::Value>,
}
