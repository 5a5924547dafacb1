//! Complaints that say where.

use std::error::Error;
use std::fmt;

/// Longest message kept, in characters: a hostile file may put megabytes into
/// a name, and nobody wants them back.
const LONGEST_MESSAGE: usize = 400;

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

/// Why a file is not a robot, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribeError {
    /// File, or name of a built-in robot.
    pub file: String,
    /// Line, from 1; 0 when the file as a whole is meant (it could not be opened).
    pub line: usize,
    /// Column in characters, from 1; 0 when the file as a whole is meant.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl DescribeError {
    pub(super) fn at(
        file: &str,
        (line, column): (usize, usize),
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let (message, hint) = (shortened(message.into()), shortened(hint.into()));
        Self { file: file.into(), line, column, message, hint }
    }
    pub(in crate::robot) fn whole_file(
        file: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self::at(file, (0, 0), message, hint)
    }
}

impl fmt::Display for DescribeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message)?,
            line => write!(f, "{}:{line}:{}: {}", self.file, self.column, self.message)?,
        }
        write!(f, "\nhint: {}", self.hint)
    }
}

impl Error for DescribeError {}

/// The text without control characters, cut where it gets out of hand.
pub(super) fn shortened(text: String) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut cut: String = text.chars().take(LONGEST_MESSAGE).map(clean).collect();
    if text.chars().nth(LONGEST_MESSAGE).is_some() {
        cut.push('…');
    }
    cut
}
