//! Files that are replaced as a whole.
//!
//! The content goes to a temporary file in the same folder, which is flushed to the disk and
//! renamed. A failure or a crash leaves the old file as it was.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// End of the names of temporary files, which begin with a dot.
const SUFFIX: &str = ".part";

/// Age at which a temporary file is taken for what a killed process has left.
pub const ABANDONED: Duration = Duration::from_secs(3600);

enum Target {
    /// Renamed to `path` at the end.
    Temporary { file: NamedTempFile, path: PathBuf },
    /// A device or pipe, which cannot be replaced.
    Stream(File),
}

/// A file being written. Without [`AtomicFile::commit`] nothing of it remains.
pub struct AtomicFile {
    target: Target,
}

impl AtomicFile {
    /// Begins to write `path`. An existing file keeps its permissions; a new one gets the usual.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::begin(path.as_ref(), false)
    }

    fn begin(path: &Path, private: bool) -> io::Result<Self> {
        let existing = fs::metadata(path);
        if let Ok(existing) = &existing
            && !existing.is_file()
            && !existing.is_dir()
        {
            let target = Target::Stream(File::options().write(true).open(path)?);
            return Ok(Self { target });
        }
        // A link goes on pointing to its file, whose content is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{}.", name.chars().take(100).collect::<String>());
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        if let Some(permissions) = permissions(existing.ok(), private) {
            builder.permissions(permissions);
        }
        let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self { target: Target::Temporary { file, path } })
    }

    /// Flushes the content to the disk and gives the file its name.
    pub fn commit(self) -> io::Result<()> {
        match self.target {
            Target::Temporary { file, path } => {
                file.as_file().sync_data()?;
                file.persist(path).map(|_| ()).map_err(|e| e.error)
            }
            Target::Stream(mut file) => file.flush(),
        }
    }
}

#[cfg(unix)]
fn permissions(existing: Option<fs::Metadata>, private: bool) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    // The process's mask takes away from 0666 what it takes away from any new file.
    let mode = match existing {
        _ if private => 0o600,
        Some(existing) => existing.permissions().mode() & 0o777,
        None => 0o666,
    };
    Some(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn permissions(_: Option<fs::Metadata>, _: bool) -> Option<Permissions> {
    None
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Temporary { file, .. } => file.write(bytes),
            Target::Stream(file) => file.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Temporary { file, .. } => file.flush(),
            Target::Stream(file) => file.flush(),
        }
    }
}

/// Writes a whole file.
pub fn write(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AtomicFile::begin(path.as_ref(), false)?;
    file.write_all(content.as_ref())?;
    file.commit()
}

/// Writes a whole file that only its owner can read.
pub fn write_private(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AtomicFile::begin(path.as_ref(), true)?;
    file.write_all(content.as_ref())?;
    file.commit()
}

/// Makes a folder and those above it; the ones it makes are open to their owner only.
pub fn create_private_folder(path: impl AsRef<Path>) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Deletes temporary files that killed processes left in a folder: those of this crate that have
/// not been written to for `age`.
pub fn remove_unfinished(folder: impl AsRef<Path>, age: Duration) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with('.') && name.ends_with(SUFFIX)) {
            continue;
        }
        let written = entry.metadata().and_then(|m| m.modified());
        if written.is_ok_and(|time| time.elapsed().is_ok_and(|since| since >= age)) {
            // Another process may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}
