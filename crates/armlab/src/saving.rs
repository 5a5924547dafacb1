//! Folders that results are saved into.

use crate::error::{Error, Hint, Result};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};

/// A folder and the files that were written into it.
pub(crate) struct OutputFolder {
    path: PathBuf,
    /// The files, in order.
    pub written: Vec<PathBuf>,
}

impl OutputFolder {
    /// Opens a folder, and makes it where there is none.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        std::fs::create_dir_all(path).map_err(|e| cannot_write(path, &e))?;
        Ok(Self { path: path.into(), written: Vec::new() })
    }
    /// Writes a file as a whole.
    pub fn write(&mut self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
        self.write_with(name, |path| armlab_files::write(path, content))
    }
    /// Writes a JSON document.
    pub fn write_json(&mut self, name: &str, document: &impl Serialize) -> Result<()> {
        self.write(name, json(document)?)
    }
    /// Writes a file by a function that takes its path.
    pub fn write_with(
        &mut self,
        name: &str,
        write: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<()> {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
        }
        write(&path).map_err(|e| cannot_write(&path, &e))?;
        self.written.push(path);
        Ok(())
    }
}

/// Writes files of these names into a folder; returns their paths.
pub(crate) fn write_all(folder: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>> {
    let mut folder = OutputFolder::open(folder)?;
    for (name, text) in files {
        folder.write(name, text)?;
    }
    Ok(folder.written)
}

/// A document as indented JSON text.
pub(crate) fn json(document: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(document).map_err(Error::from_source)?;
    Ok(text + "\n")
}

/// The error of a file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Error {
    let message = format_args!("{}: cannot be written: {error}", path.display());
    Error::new(message).hint(Hint::Text("choose another folder".into()))
}

/// An error with a hint in words.
pub(crate) fn error(message: impl std::fmt::Display, hint: impl Into<String>) -> Error {
    Error::new(message).hint(Hint::Text(hint.into()))
}

/// An error of a part of the library whose text may end with a hint, after `hint: ` on a
/// line of its own or after a semicolon.
pub(crate) fn located(error: impl std::fmt::Display) -> Error {
    let text = error.to_string();
    match text.split_once("\nhint: ").or_else(|| text.split_once("; ")) {
        Some((message, hint)) => self::error(message, hint),
        None => Error::new(text),
    }
}
