//! Columns in memory under the names that somebody gave them: a log that was never a file.

use crate::error::{LogError, Place};

/// What stands in a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// One number per row; NaN where one is missing.
    Numbers(Vec<f64>),
    /// Something else. It matters only if a log needs this column.
    Other {
        /// What it is, in words: `text`.
        what: String,
        /// How numbers can be made of it.
        hint: String,
    },
}

/// Named columns of one length. Names may have units, as `q1 [deg]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    columns: Vec<(String, Cells)>,
    rows: usize,
}

impl Table {
    /// A table; `name` is what complaints call it.
    ///
    /// # Errors
    /// If columns differ in length, or there are none.
    pub fn new(name: &str, columns: Vec<(String, Cells)>) -> Result<Self, LogError> {
        let length = |cells: &Cells| match cells {
            Cells::Numbers(numbers) => Some(numbers.len()),
            Cells::Other { .. } => None,
        };
        let mut lengths = columns.iter().filter_map(|(n, cells)| Some((n, length(cells)?)));
        let Some((first, rows)) = lengths.next() else {
            let hint = "give time stamps, positions and efforts: t, q1, …, tau1, …";
            return Err(LogError::new(name, Place::File, "there are no columns of numbers", hint));
        };
        if let Some((other, found)) = lengths.find(|(_, n)| *n != rows) {
            let message = format!("has {found} rows, `{first}` has {rows}");
            let hint = "give columns of one length";
            return Err(LogError::new(name, Place::Part(other.clone()), message, hint));
        }
        Ok(Self { columns, rows })
    }
    /// Names and contents, in order.
    pub fn columns(&self) -> &[(String, Cells)] {
        &self.columns
    }
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }
}
