//! Notes of readers.

use std::fmt;

/// Something a reader ignored or assumed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub message: String,
    /// File, or name of a built-in robot.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}
