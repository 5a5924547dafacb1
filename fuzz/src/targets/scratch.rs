//! Files for readers that take paths.

use std::path::PathBuf;

/// The folder of this process.
pub fn root() -> PathBuf {
    std::env::temp_dir().join(format!("armlab-fuzz-{}", std::process::id()))
}

/// A folder of this use in it.
pub fn folder(name: &str) -> PathBuf {
    let folder = root().join(name);
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    folder
}

/// A file with these bytes; one for each use.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    // Tests that end remove the folder, and others may begin after that.
    let path = folder("files").join(name);
    std::fs::write(&path, bytes).expect("a scratch file");
    path
}

/// Sections of an input: a line `== NAME`, then the content up to the next such line.
pub fn sections(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split("== ").skip(1);
    parts.map(|part| part.split_once('\n').unwrap_or((part, ""))).take(16).collect()
}
