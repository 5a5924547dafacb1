//! The text of a file, and errors at its bytes.

use crate::error::{FileError, position};

/// A file's name and text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// What errors call the file.
    pub file: &'a str,
    /// Its text, without byte order mark.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// A source of at most `limit` bytes; `hint` says what to do about a larger one.
    pub fn new(file: &'a str, text: &'a str, limit: usize, hint: &str) -> Result<Self, FileError> {
        let source = Self { file, text: text.strip_prefix('\u{feff}').unwrap_or(text) };
        if text.len() > limit {
            let message = format!("the file is larger than {}", size(limit));
            return Err(source.error(0, message, hint));
        }
        Ok(source)
    }

    /// Line and column, from 1, of a byte.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        position(self.text, byte)
    }

    /// An error at a byte.
    pub fn error(
        &self,
        byte: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FileError {
        FileError::new(self.file, self.position(byte), message, hint)
    }
}

/// A number of bytes in the largest unit that is not below one.
pub(crate) fn size(bytes: usize) -> String {
    match bytes {
        bytes if bytes >= 1 << 20 => format!("{} MiB", bytes >> 20),
        bytes if bytes >= 1 << 10 => format!("{} KiB", bytes >> 10),
        bytes => format!("{bytes} bytes"),
    }
}
