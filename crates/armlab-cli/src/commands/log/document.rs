//! A log's examination as a document.

use armlab_log::LogStream;
use armlab_log::mapping::{Assignment, Role};
use armlab_log::preflight::{Finding, Report};
use serde::Serialize;
use std::path::PathBuf;

/// Everything that `armlab log` says.
#[derive(Serialize)]
pub struct Document {
    pub file: String,
    pub format: String,
    /// Size of the file, bytes.
    pub size: u64,
    pub rows: u64,
    pub joints: usize,
    pub joint_names: Vec<String>,
    /// From the first to the latest stamp, s.
    pub duration: f64,
    /// The usual rate, Hz.
    pub rate: f64,
    pub mapping: Vec<Column>,
    pub notes: Vec<String>,
    pub findings: Vec<Finding>,
    /// False when a finding is an error.
    pub ok: bool,
    /// The file that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<PathBuf>,
}

/// One column of the file.
#[derive(Serialize)]
pub struct Column {
    pub column: String,
    /// `t`, `q1`, …; null if it is not used.
    pub target: Option<String>,
    pub quantity: Option<&'static str>,
    /// From 1, as in the target.
    pub joint: Option<usize>,
    /// As the file or the user gives it; null where SI is assumed.
    pub unit: Option<&'static str>,
    pub factor: f64,
    pub origin: f64,
    pub offset: f64,
    /// True if the user said so, false if it was guessed.
    pub given: bool,
    pub why: String,
    #[serde(skip)]
    pub conversion: String,
}

impl From<&Assignment> for Column {
    fn from(a: &Assignment) -> Self {
        let (quantity, joint) = match a.role {
            Role::Time => (Some("time"), None),
            Role::Joint(quantity, joint) => (Some(quantity.name()), Some(joint + 1)),
            Role::Other => (Some("other"), None),
            Role::Unused => (None, None),
        };
        Self {
            column: a.column.clone(),
            target: quantity.map(|_| a.target()),
            quantity,
            joint,
            unit: a.unit.map(|u| u.name),
            factor: a.factor,
            origin: a.origin,
            offset: a.offset,
            given: a.given,
            why: a.why.clone(),
            conversion: a.conversion(),
        }
    }
}

impl Document {
    pub fn new(stream: &LogStream, size: u64, report: Report, written: Option<PathBuf>) -> Self {
        let mapping = stream.mapping();
        Self {
            file: stream.file().into(),
            format: stream.format().into(),
            size,
            rows: report.rows,
            joints: mapping.joints,
            joint_names: mapping.joint_names.clone(),
            duration: report.duration,
            rate: report.rate(),
            mapping: mapping.columns.iter().map(Column::from).collect(),
            notes: stream.provenance().notes,
            ok: report.ok(),
            findings: report.findings,
            written,
        }
    }
}
