//! Several files, with every place in them as one number.

use armlab_files::{FileError, Source};

/// Bytes of a file are counted below this bit, files above it.
const FILE_BIT: u32 = 40;

/// Where a place is, and errors there.
pub(in super::super) trait Locate {
    /// File, and line and column from 1.
    fn locate(&self, at: usize) -> (String, (usize, usize));
}

impl Locate for Source<'_> {
    fn locate(&self, at: usize) -> (String, (usize, usize)) {
        (self.file.to_string(), self.position(at))
    }
}

impl dyn Locate + '_ {
    /// An error at a place.
    pub fn error(
        &self,
        at: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FileError {
        let (file, position) = self.locate(at);
        FileError::new(file, position, message, hint)
    }
}

/// Names and texts of files.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Sources {
    files: Vec<(String, String)>,
}

impl Sources {
    /// Adds a file; its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> usize {
        self.files.push((name.into(), text.into()));
        self.files.len() - 1
    }
    /// A file.
    pub fn source(&self, file: usize) -> Source<'_> {
        let (name, text) = self.files.get(file).map_or(("", ""), |(n, t)| (n, t));
        Source { file: name, text }
    }
    /// The file of a place.
    pub fn source_at(&self, at: usize) -> Source<'_> {
        self.source(at >> FILE_BIT)
    }
    /// Number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }
    /// The place of a byte of a file.
    pub fn place(file: usize, byte: usize) -> usize {
        (file << FILE_BIT) + byte
    }
    /// An error at a place.
    pub fn error(
        &self,
        at: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FileError {
        let (file, position) = self.locate(at);
        FileError::new(file, position, message, hint)
    }
}

impl Locate for Sources {
    fn locate(&self, at: usize) -> (String, (usize, usize)) {
        let source = self.source(at >> FILE_BIT);
        (source.file.to_string(), source.position(at & ((1 << FILE_BIT) - 1)))
    }
}
