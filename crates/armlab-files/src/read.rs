//! Files of bounded size.

use crate::error::{FileError, position};
use crate::source::size;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a UTF-8 text file of at most `limit` bytes. Folders and devices are refused.
pub fn read_text(path: impl AsRef<Path>, limit: usize) -> Result<String, FileError> {
    let path = path.as_ref();
    match read_text_if_exists(path, limit)? {
        Some(text) => Ok(text),
        None => Err(FileError::whole(
            path.display().to_string(),
            "there is no such file",
            "check the path",
        )),
    }
}

/// The same; none where there is no file.
pub fn read_text_if_exists(
    path: impl AsRef<Path>,
    limit: usize,
) -> Result<Option<String>, FileError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let bytes = match bounded(path, limit) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => {
            let message = format!("cannot be read: {e}");
            return Err(FileError::whole(name, message, "give a readable text file"));
        }
    };
    if bytes.len() > limit {
        let message = format!("the file is larger than {}", size(limit));
        return Err(FileError::whole(name, message, "is it the right file?"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(e) => {
            let (at, bytes) = (e.utf8_error().valid_up_to(), e.as_bytes());
            let good = std::str::from_utf8(bytes.get(..at).unwrap_or_default()).unwrap_or_default();
            let byte = bytes.get(at).copied().unwrap_or_default();
            let message = format!("byte 0x{byte:02x} is not UTF-8 text");
            Err(FileError::new(name, position(good, at), message, "save the file in UTF-8"))
        }
    }
}

/// Reads a file of at most `limit` bytes. Folders and devices are refused.
pub fn read_bytes(path: impl AsRef<Path>, limit: usize) -> Result<Vec<u8>, FileError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let bytes = bounded(path, limit).map_err(|e| {
        FileError::whole(&name, format!("cannot be read: {e}"), "give a readable file")
    })?;
    if bytes.len() > limit {
        let message = format!("the file is larger than {}", size(limit));
        return Err(FileError::whole(name, message, "is it the right file?"));
    }
    Ok(bytes)
}

/// At most one byte more than the limit, so that a file that is too large shows.
fn bounded(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let kind = std::fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_char_device() || kind.is_block_device() {
            return Err(io::Error::other("it is a device"));
        }
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
