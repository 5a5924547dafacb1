//! The error of everything that reads a file.

use std::error::Error;
use std::fmt;

/// Longest message kept, in characters: a hostile file may put megabytes into a name.
const LONGEST_MESSAGE: usize = 400;
/// Longest excerpt of a file within a message, in characters.
const LONGEST_EXCERPT: usize = 40;

/// What is wrong with a file, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// Column in characters, from 1; 0 when the file as a whole is meant.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl FileError {
    /// An error at a line and column, both from 1.
    pub fn new(
        file: impl Into<String>,
        (line, column): (usize, usize),
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let (message, hint) = (shortened(message.into()), shortened(hint.into()));
        Self { file: file.into(), line, column, message, hint }
    }

    /// An error of the file as a whole.
    pub fn whole(
        file: impl Into<String>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self::new(file, (0, 0), message, hint)
    }

    /// The same with another hint.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = shortened(hint.into());
        self
    }

    /// File, line and column: `arm.toml:3:7`, or the file alone.
    pub fn place(&self) -> String {
        match self.line {
            0 => self.file.clone(),
            line => format!("{}:{line}:{}", self.file, self.column),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\nhint: {}", self.place(), self.message, self.hint)
    }
}

impl Error for FileError {}

/// The text without control characters, cut at the longest message.
pub(crate) fn shortened(text: String) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut cut: String = text.chars().take(LONGEST_MESSAGE).map(clean).collect();
    if text.chars().nth(LONGEST_MESSAGE).is_some() {
        cut.push('…');
    }
    cut
}

/// A word of a file in backquotes, cut to a length that fits a message.
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_EXCERPT).collect();
    if short.len() < text.len() { format!("`{short}…`") } else { format!("`{short}`") }
}

/// Line and column, from 1, of a byte of a text.
pub(crate) fn position(text: &str, byte: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let before = bytes.get(..byte).unwrap_or(bytes);
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count();
    // Continuation bytes are 10xxxxxx; all others begin a character.
    let column = before.iter().skip(start).filter(|&&b| b & 0xc0 != 0x80).count();
    (line + 1, column + 1)
}
