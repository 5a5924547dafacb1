//! The text of a description, and how a byte in it is called by line and column.

use super::LARGEST_FILE;
use super::error::{DescribeError, Note, shortened};

/// Notes kept of one file; the rest is counted. A note costs a scan of the
/// file for its line, so a file of nothing but strange tags must not earn
/// a million of them.
const MOST_NOTES: usize = 200;
/// Longest name of a robot, link, joint or frame, in bytes.
const LONGEST_NAME: usize = 255;

/// A file's name and text.
pub(super) struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// A source of bearable size, without byte order mark.
    pub fn new(file: &'a str, text: &'a str) -> Result<Self, DescribeError> {
        let source = Self { file, text: text.strip_prefix('\u{feff}').unwrap_or(text) };
        if text.len() > LARGEST_FILE {
            let message = format!("the file is larger than {} MiB", LARGEST_FILE >> 20);
            return Err(source.error(0, message, "meshes and logs do not belong into it"));
        }
        Ok(source)
    }

    /// Line and column, from 1, of a byte.
    pub fn position(&self, byte: usize) -> (usize, usize) {
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
    ) -> DescribeError {
        DescribeError::at(self.file, self.position(byte), message, hint)
    }

    /// A name that can be shown and told apart.
    pub fn name(&self, byte: usize, what: &str, name: &str) -> Result<String, DescribeError> {
        if name.is_empty() {
            let message = format!("a {what} has an empty name");
            return Err(self.error(byte, message, "give it a name of its own"));
        }
        if name.len() > LONGEST_NAME {
            let message = format!("a {what} has a name of {} bytes", name.len());
            return Err(self.error(byte, message, format!("{LONGEST_NAME} bytes are the most")));
        }
        Ok(name.to_string())
    }

    /// Fails at `byte` when there are more than `most` of something.
    pub fn at_most(
        &self,
        most: usize,
        byte: usize,
        what: &str,
        count: usize,
    ) -> Result<(), DescribeError> {
        if count > most {
            let message = format!("more than {most} {what}");
            return Err(self.error(byte, message, "split the description"));
        }
        Ok(())
    }
}

/// Notes on one source, in the order they were taken.
pub(super) struct Notes<'a> {
    source: &'a Source<'a>,
    taken: Vec<Note>,
    dropped: usize,
}

impl<'a> Notes<'a> {
    pub fn on(source: &'a Source<'a>) -> Self {
        Self { source, taken: Vec::new(), dropped: 0 }
    }
    pub fn add(&mut self, byte: usize, message: impl Into<String>) {
        if self.taken.len() == MOST_NOTES {
            self.dropped += 1;
            return;
        }
        let (line, column) = self.source.position(byte);
        let file = self.source.file.to_string();
        self.taken.push(Note { message: shortened(message.into()), file, line, column });
    }
    pub fn finish(mut self) -> Vec<Note> {
        if let (true, Some(last)) = (self.dropped > 0, self.taken.last()) {
            let message = format!("and {} more notes like these", self.dropped);
            self.taken.push(Note { message, ..last.clone() });
        }
        self.taken
    }
}

/// The bytes of a file as text, or where they stop being text.
pub(super) fn decode<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, DescribeError> {
    std::str::from_utf8(bytes).map_err(|e| {
        let good = bytes.get(..e.valid_up_to()).unwrap_or_default();
        let text = std::str::from_utf8(good).unwrap_or_default();
        let position = Source { file, text }.position(text.len());
        let byte = bytes.get(e.valid_up_to()).copied().unwrap_or_default();
        let message = format!("byte 0x{byte:02x} is not UTF-8 text");
        DescribeError::at(file, position, message, "save the file in UTF-8")
    })
}
