//! The text of a trajectory file, and complaints that say where.

use std::error::Error;
use std::fmt;

/// Largest file, in bytes.
const LARGEST_FILE: usize = 32 << 20;
/// Longest message kept, in characters: a hostile file may put megabytes into a key.
const LONGEST_MESSAGE: usize = 400;

/// Why a file is not a trajectory, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, message, hint } = self;
        write!(f, "{file}:{line}:{column}: {message}\nhint: {hint}")
    }
}

impl Error for FormatError {}

/// A file's name and text.
pub struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// A source of bearable size, without byte order mark.
    pub fn new(file: &'a str, text: &'a str) -> Result<Self, FormatError> {
        let source = Self { file, text: text.strip_prefix('\u{feff}').unwrap_or(text) };
        if text.len() > LARGEST_FILE {
            let message = format!("the file is larger than {} MiB", LARGEST_FILE >> 20);
            return Err(source.error(0, message, "keep long records in log files"));
        }
        Ok(source)
    }

    /// Line and column, from 1, of a byte.
    fn position(&self, byte: usize) -> (usize, usize) {
        let bytes = self.text.as_bytes();
        let before = bytes.get(..byte).unwrap_or(bytes);
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let line = before.iter().filter(|&&b| b == b'\n').count();
        // Continuation bytes are 10xxxxxx; all others begin a character.
        let column = before.iter().skip(start).filter(|&&b| b & 0xc0 != 0x80).count();
        (line + 1, column + 1)
    }

    pub fn error(
        &self,
        byte: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FormatError {
        let (line, column) = self.position(byte);
        let (message, hint) = (shortened(message.into()), shortened(hint.into()));
        FormatError { file: self.file.into(), line, column, message, hint }
    }
}

/// The text without control characters, cut where it gets out of hand.
fn shortened(text: String) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut cut: String = text.chars().take(LONGEST_MESSAGE).map(clean).collect();
    if text.chars().nth(LONGEST_MESSAGE).is_some() {
        cut.push('…');
    }
    cut
}

/// A token of a file, quoted and cut to a length that fits a message.
pub fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("`{short}…`") } else { format!("`{short}`") }
}
