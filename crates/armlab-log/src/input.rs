//! Where logs come from: a file, or memory.

use crate::error::{LogError, Place};
use crate::table::Table;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file, bytes with a name, or a table. It can be opened any number of times.
#[derive(Clone, Debug)]
pub struct Input {
    name: String,
    from: From,
}

#[derive(Clone, Debug)]
enum From {
    Path(PathBuf),
    Bytes(Arc<[u8]>),
    Table(Arc<Table>),
}

/// Bytes that are open, to be read from any place.
pub(crate) enum Opened {
    File(File),
    Bytes(Cursor<Arc<[u8]>>),
}

impl Input {
    /// The file at a path. It is not opened yet.
    pub fn path(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        Self { name: path.display().to_string(), from: From::Path(path.into()) }
    }
    /// Bytes, with the name that complaints use.
    pub fn bytes(name: &str, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { name: name.into(), from: From::Bytes(bytes.into()) }
    }
    /// Columns in memory, with the name that complaints use.
    pub fn table(name: &str, table: Table) -> Self {
        Self { name: name.into(), from: From::Table(Arc::new(table)) }
    }
    /// How the file is called.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Opens it; with its size in bytes.
    pub(crate) fn open(&self) -> Result<(Opened, u64), LogError> {
        let fail = |e: io::Error| LogError::reading(&self.name, &e);
        match &self.from {
            From::Bytes(bytes) => {
                Ok((Opened::Bytes(Cursor::new(bytes.clone())), bytes.len() as u64))
            }
            From::Table(_) => {
                let message = "columns in memory are not a file";
                Err(LogError::new(&self.name, Place::File, message, "give a path"))
            }
            From::Path(path) => {
                let file = File::open(path).map_err(fail)?;
                let about = file.metadata().map_err(fail)?;
                if about.is_dir() {
                    return Err(fail(io::Error::other("it is a folder")));
                }
                Ok((Opened::File(file), about.len()))
            }
        }
    }
    /// Size in bytes; of a folder, that of the files in it.
    pub fn size(&self) -> Result<u64, LogError> {
        if let From::Table(table) = &self.from {
            return Ok(8 * (table.rows() * table.columns().len()) as u64);
        }
        let Some(folder) = self.folder() else { return Ok(self.open()?.1) };
        let entries = std::fs::read_dir(folder).map_err(|e| LogError::reading(&self.name, &e))?;
        let sizes = entries.filter_map(|e| e.ok()?.metadata().ok()).filter(|m| m.is_file());
        Ok(sizes.map(|m| m.len()).sum())
    }
    /// The path, if this is one.
    pub(crate) fn location(&self) -> Option<&Path> {
        match &self.from {
            From::Path(path) => Some(path),
            From::Bytes(_) | From::Table(_) => None,
        }
    }
    /// The columns, if they are in memory.
    pub(crate) fn columns(&self) -> Option<&Arc<Table>> {
        match &self.from {
            From::Table(table) => Some(table),
            From::Path(_) | From::Bytes(_) => None,
        }
    }
    /// The path of a folder, if this is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.location().filter(|path| path.is_dir())
    }
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Bytes(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for Opened {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Bytes(bytes) => bytes.seek(to),
        }
    }
}

/// Reads until `buffer` is full or the input ends; gives what was read.
pub(crate) fn read_full(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut have = 0;
    while let Some(rest) = buffer.get_mut(have..).filter(|rest| !rest.is_empty()) {
        match input.read(rest) {
            Ok(0) => break,
            Ok(n) => have += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(have)
}
