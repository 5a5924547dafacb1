//! One writer at a time: a lock on a folder or a file, held by a process.
//!
//! The operating system's lock on a file beside what is written; it ends with the
//! process, however that ends, so that nothing has to be cleaned up after a crash.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// Longest note about the holder that is read, bytes.
const LONGEST_NOTE: u64 = 400;

/// A lock; it is released when this is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Why there is no lock.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process has it; what that process noted about itself.
    #[error("in use by another process ({0})")]
    Held(String),
    /// The lock's file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Lock {
    /// Locks with the file `path`, which is made and stays. `note` tells others who
    /// holds it; the process number is added.
    pub fn acquire(path: impl AsRef<Path>, note: &str) -> Result<Self, LockError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.take(LONGEST_NOTE).read_to_string(&mut holder);
                return Err(LockError::Held(holder.trim().into()));
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        writeln!(file, "process {}{note}", std::process::id())?;
        Ok(Self { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_lock_is_refused_with_the_holders_note_until_the_first_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let first = Lock::acquire(&path, ", at home").unwrap();
        let refused = Lock::acquire(&path, "").unwrap_err().to_string();
        assert!(refused.contains(&format!("process {}, at home", std::process::id())), "{refused}");
        drop(first);
        assert!(Lock::acquire(&path, "").is_ok());
    }
}
