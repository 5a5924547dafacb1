//! The file of a model that is named by its folder.

use std::path::{Path, PathBuf};

/// The SDF file of a model: the path itself, or in a folder what its model.config names, the
/// newest `model*.sdf`, or the only SDF file there.
pub(super) fn model_file(path: &Path) -> Option<PathBuf> {
    if path.is_file() {
        return Some(path.to_path_buf());
    }
    if let Ok(config) = std::fs::read_to_string(path.join("model.config")) {
        // The last <sdf> is that of the newest version.
        let stated = config.rsplit("<sdf").next().and_then(|rest| rest.split_once('>'));
        let stated = stated.and_then(|(_, rest)| rest.split('<').next()).map(str::trim);
        if let Some(file) = stated.map(|name| path.join(name)).filter(|f| f.is_file()) {
            return Some(file);
        }
    }
    let plain = path.join("model.sdf");
    if plain.is_file() {
        return Some(plain);
    }
    let files = std::fs::read_dir(path).ok()?.take(1000).flatten().map(|e| e.path());
    let mut files: Vec<PathBuf> =
        files.filter(|p| p.extension().is_some_and(|e| e == "sdf")).collect();
    files.sort();
    files.pop()
}
