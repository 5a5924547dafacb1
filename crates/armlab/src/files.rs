//! Files of results.

use crate::error::{Error, Hint, Result};
use serde::Serialize;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A document as the text of a JSON file.
pub(crate) fn json(document: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(document);
    text.map(|text| text + "\n").map_err(Error::from_source)
}

/// Writes files of these names into a folder, which is made if need be; returns
/// their paths.
pub(crate) fn write_all(folder: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>> {
    let failed = |path: &Path, error: &dyn Display| {
        let message = format_args!("{}: cannot be written: {error}", path.display()).to_string();
        Error::new(message).hint(Hint::Text("choose another folder".into()))
    };
    std::fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
    let one = |(name, text): &(String, String)| {
        let path = folder.join(name);
        armlab_files::write(&path, text).map_err(|e| failed(&path, &e))?;
        Ok(path)
    };
    files.iter().map(one).collect()
}
