//! What a check found.

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Info,
    /// It costs accuracy unless it is seen to, and it will be.
    Warning,
    /// The log should not be used before this is mended.
    Error,
}

impl Severity {
    /// The severity in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Rows that a finding is about: how many, and the first few, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rows {
    /// How many.
    pub count: u64,
    /// The first few, from 1.
    pub first: Vec<u64>,
}

impl Rows {
    /// Rows that are named.
    const NAMED: usize = 5;

    /// Adds a row, counted from 0.
    pub(super) fn add(&mut self, row: u64) {
        self.count += 1;
        if self.first.len() < Self::NAMED {
            self.first.push(row + 1);
        }
    }

    /// Adds rows on end, of which the first is named; counted from 0.
    pub(super) fn add_stretch(&mut self, first: u64, count: u64) {
        self.add(first);
        self.count += count - 1;
    }

    /// Adds the rows of another finding.
    pub(super) fn join(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.sort_unstable();
        self.first.dedup();
        self.first.truncate(Self::NAMED);
    }

    /// `12, 13, 14 and 5 more`; empty if there are none.
    pub fn words(&self) -> String {
        let named: Vec<String> = self.first.iter().map(u64::to_string).collect();
        match self.count.saturating_sub(named.len() as u64) {
            0 => named.join(", "),
            more if named.is_empty() => format!("{more} rows"),
            more => format!("{} and {more} more", named.join(", ")),
        }
    }
}

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// A fixed word for it.
    pub code: &'static str,
    /// What was found.
    pub message: String,
    /// The columns it is about, as the file names them.
    pub columns: Vec<String>,
    /// The rows it is about.
    pub rows: Rows,
    /// What will be done about it, or must be.
    pub action: String,
}

impl Finding {
    /// A finding about no columns and rows in particular.
    pub fn new(
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        action: impl Into<String>,
    ) -> Self {
        let (message, action) = (message.into(), action.into());
        Self { severity, code, message, columns: Vec::new(), rows: Rows::default(), action }
    }
    /// About these columns.
    pub fn columns(mut self, columns: impl IntoIterator<Item = String>) -> Self {
        self.columns.extend(columns);
        self
    }
    /// About these rows.
    pub(super) fn rows(mut self, rows: Rows) -> Self {
        self.rows = rows;
        self
    }
}
