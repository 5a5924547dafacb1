//! Robots that come as several files: a description with what it includes, and meshes.

use super::projects::from_text;
use crate::compute::shapes::mesh_name;
use crate::failure::{Answer, Failure};
use crate::model::{Rewritten, is_rewritten, rewritten};
use crate::project::{OpenProject, write};
use crate::studio::Studio;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most descriptions of a folder that are tried.
const MOST: usize = 200;
/// Endings of descriptions, the most likely first.
const DESCRIPTIONS: [&str; 6] = ["urdf", "xacro", "sdf", "mjcf", "xml", "toml"];
/// Endings of meshes.
pub const MESHES: [&str; 6] = ["stl", "obj", "dae", "ply", "glb", "gltf"];

/// A folder on the disk that is deleted in the end.
pub struct Folder(pub PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    /// An empty one beside the projects.
    pub fn new(studio: &Studio) -> Answer<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = studio.folder.join(format!(".folder-{}-{number}", std::process::id()));
        armlab_files::create_private_folder(&folder)?;
        Ok(Self(folder))
    }

    /// Writes a file.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Answer<PathBuf> {
        let path = self.0.join(path);
        if let Some(parent) = path.parent() {
            armlab_files::create_private_folder(parent)?;
        }
        armlab_files::write(&path, bytes)?;
        Ok(path)
    }

    /// A failure with names of files as their owner knows them.
    pub fn named(&self, mut failure: Failure) -> Failure {
        let prefix = format!("{}/", self.0.display());
        let plain = |text: &str| text.replace(&prefix, "");
        failure.0.detail = plain(&failure.0.detail);
        failure.0.hint = plain(&failure.0.hint);
        failure.0.file = failure.0.file.as_deref().map(plain);
        failure
    }
}

fn ending(path: &str) -> String {
    path.rsplit_once('.').map_or(String::new(), |(_, e)| e.to_lowercase())
}

/// A description of the folder that can be used.
enum Found {
    /// As it is.
    Text(String, usize),
    /// Rewritten.
    Rewritten(Rewritten),
}

impl Found {
    fn dofs(&self) -> usize {
        match self {
            Self::Text(_, dofs) => *dofs,
            Self::Rewritten(found) => found.dofs,
        }
    }
}

fn tried(path: &Path, name: &str) -> Answer<Found> {
    let bytes = std::fs::read(path)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::wrong("it is not UTF-8 text", "save the file in UTF-8"))?;
    if is_rewritten(&ending(name), &text) {
        return rewritten(path).map(Found::Rewritten);
    }
    let dofs = crate::model::Loaded::read(name, &text)?.robot.dofs();
    Ok(Found::Text(text, dofs))
}

/// Makes a project of the files of an archive, and says what was done.
pub fn project_of(
    studio: &Studio,
    files: &[(String, Vec<u8>)],
) -> Answer<(Arc<OpenProject>, Vec<String>)> {
    let folder = Folder::new(studio)?;
    for (path, bytes) in files {
        folder.write(path, bytes)?;
    }
    let rank = |path: &str| DESCRIPTIONS.iter().position(|e| *e == ending(path));
    let part = |path: &str| ["package.xml", "model.config"].iter().any(|p| path.ends_with(p));
    let mut candidates: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    candidates.retain(|path| rank(path).is_some() && !part(path));
    candidates.sort_by_key(|path| (rank(path), path.len(), *path));
    let mut best: Option<(&str, Found)> = None;
    let (mut first, mut others) = (None, Vec::new());
    for &path in candidates.iter().take(MOST) {
        match tried(&folder.0.join(path), path) {
            Ok(found) if best.as_ref().is_none_or(|(_, b)| found.dofs() > b.dofs()) => {
                others.extend(best.replace((path, found)).map(|(path, _)| path));
            }
            Ok(_) => others.push(path),
            Err(failure) => first = first.or(Some(folder.named(failure))),
        }
    }
    let Some((path, found)) = best else {
        let hint = "give a .urdf, .xacro, .sdf, .xml (MJCF) or .toml file with what it includes";
        return Err(first.unwrap_or_else(|| Failure::wrong("there is no robot among them", hint)));
    };
    let mut notes = vec![format!("the robot is that of {path}")];
    if !others.is_empty() {
        notes.push(format!("other descriptions are not used: {}", others.join(", ")));
    }
    let stem = path.rsplit('/').next().unwrap_or_default();
    let stem = stem.split('.').next().unwrap_or_default().to_string();
    let project = match found {
        Found::Text(text, _) => from_text(studio, path, &text, Some(stem))?,
        Found::Rewritten(found) => {
            notes.extend(found.notes);
            let project = from_text(studio, "robot.toml", &found.text, Some(stem))?;
            write(project.folder.join("visual.urdf"), found.visual.as_bytes())?;
            project
        }
    };
    for (path, bytes) in files {
        if let Some(name) = mesh_name(path).filter(|_| MESHES.contains(&ending(path).as_str())) {
            armlab_files::create_private_folder(project.folder.join("meshes"))?;
            armlab_files::write(project.folder.join("meshes").join(name), bytes)?;
        }
    }
    Ok((project, notes))
}

/// A single description in a format that is rewritten.
pub fn single(studio: &Studio, name: &str, bytes: &[u8]) -> Answer<Rewritten> {
    let folder = Folder::new(studio)?;
    let path = folder.write(name, bytes)?;
    rewritten(&path).map_err(|failure| folder.named(failure))
}
