//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file whole: under another name first, then renamed.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = folder.join(format!(".{name}.{}-{number}.part", std::process::id()));
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_data()
    });
    match written.and_then(|()| fs::rename(&part, path)) {
        Ok(()) => Ok(()),
        Err(error) => {
            let _ = fs::remove_file(&part);
            Err(error)
        }
    }
}
