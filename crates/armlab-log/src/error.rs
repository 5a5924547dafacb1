//! Complaints that say what, where, why, and what to do next.

use armlab_files::FileError;
use std::fmt;

/// Longest message kept, in characters: a hostile file may put megabytes into
/// a name, and nobody wants them back.
const LONGEST_MESSAGE: usize = 1200;

/// Where in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line and a column in characters, both from 1.
    Line(u64, u64),
    /// A data row, from 1, and the name of a column.
    Row(u64, String),
    /// A named column, array, topic or part.
    Part(String),
    /// An offset in bytes.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(line, column) => write!(f, ":{line}:{column}"),
            Self::Row(row, column) => write!(f, ": row {row}, column `{column}`"),
            Self::Part(name) => write!(f, ": `{name}`"),
            Self::Byte(offset) => write!(f, ": byte {offset}"),
        }
    }
}

/// Why a file is not a usable log, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {message}\nhint: {hint}")]
pub struct LogError {
    /// The file, as it was named.
    pub file: String,
    /// Where in it.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl LogError {
    /// A complaint about a place in a file.
    pub fn new(
        file: &str,
        place: Place,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let place = match place {
            Place::Row(row, column) => Place::Row(row, shown(&column)),
            Place::Part(name) => Place::Part(shown(&name)),
            place => place,
        };
        let (message, hint) = (cut(&message.into(), LONGEST_MESSAGE), hint.into());
        Self { file: file.into(), place, message, hint: cut(&hint, LONGEST_MESSAGE) }
    }

    /// A file that the system would not read.
    pub(crate) fn reading(file: &str, error: &std::io::Error) -> Self {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => "is the name right?",
            std::io::ErrorKind::InvalidData
            | std::io::ErrorKind::InvalidInput
            | std::io::ErrorKind::UnexpectedEof => "the file is damaged or cut short: copy it anew",
            _ => "give the path of a file that can be read",
        };
        Self::new(file, Place::File, format!("cannot be read: {error}"), hint)
    }
}

impl From<FileError> for LogError {
    fn from(error: FileError) -> Self {
        let FileError { file, line, column, message, hint } = error;
        let place = if line == 0 { Place::File } else { Place::Line(line as u64, column as u64) };
        Self { file, place, message, hint }
    }
}

/// A name as part of a message: no control characters, and not too long.
pub(crate) fn shown(name: &str) -> String {
    cut(name, 60)
}

fn cut(text: &str, most: usize) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut cut: String = text.chars().take(most).map(clean).collect();
    if text.chars().nth(most).is_some() {
        cut.push('…');
    }
    cut
}
