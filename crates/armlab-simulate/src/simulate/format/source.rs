//! The text of an experiment file, and complaints that say where.

use crate::motion::FormatError;

/// Largest file, in bytes. The parser spends about a kilobyte on every table, and a
/// dotted key makes one per dot; an experiment needs neither many nor long lists.
const LARGEST_FILE: usize = 256 << 10;
/// Longest message kept, in characters: a hostile file may put much into a key.
const LONGEST_MESSAGE: usize = 400;

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
            let message = format!("the file is larger than {} KiB", LARGEST_FILE >> 10);
            let hint = "keep long trajectories in files of their own: [trajectory] file = \"…\"";
            return Err(source.error(0, message, hint));
        }
        Ok(source)
    }

    /// An error at a byte of the text.
    pub fn error(
        &self,
        byte: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FormatError {
        let before = self.text.get(..byte).unwrap_or(self.text);
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let column = before.get(start..).unwrap_or_default().chars().count() + 1;
        let (message, hint) = (shortened(&message.into()), shortened(&hint.into()));
        FormatError { file: self.file.into(), line, column, message, hint }
    }
}

/// The text without control characters, cut where it gets out of hand.
fn shortened(text: &str) -> String {
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
