//! Files beside a description: what it includes, and the packages it names.

use super::LARGEST_FILE;
use super::bytes::decoded;
use armlab_files::{FileError, quoted};
use std::path::{Path, PathBuf};

/// What armlab reads, for messages.
pub(super) const FORMATS: &str = "URDF, xacro, MJCF, SDF or armlab's TOML";

/// Folders above a file that are searched for packages.
const LEVELS: usize = 8;

/// Where files that a description names are looked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    /// The main file's folder; none where only a text was given.
    pub folder: Option<PathBuf>,
    /// Packages by name.
    pub packages: Vec<(String, PathBuf)>,
}

/// Why a file cannot be had.
pub(super) struct Missing {
    pub message: String,
    pub hint: String,
}

impl Files {
    /// Files around the description at `path`.
    pub fn around(path: &Path, packages: &[(String, PathBuf)]) -> Self {
        let folder = path
            .parent()
            .map(|p| if p.as_os_str().is_empty() { PathBuf::from(".") } else { p.to_path_buf() });
        Self { folder, packages: packages.to_vec() }
    }

    /// Reads a file by a name relative to the main file or to `including`; its path and text.
    pub fn read(&self, name: &str, including: &str) -> Result<(String, String), Missing> {
        let Some(folder) = &self.folder else {
            let message = format!("{} is another file, and only a text was given", quoted(name));
            return Err(Missing { message, hint: "give the description by its path".into() });
        };
        let near = Path::new(including).parent().map(|p| p.join(name));
        let places = [Some(folder.join(name)), near];
        match places.into_iter().flatten().find(|p| p.is_file()) {
            Some(path) => read(&path),
            None => Err(Missing {
                message: format!("there is no file {}", quoted(name)),
                hint: format!("it was looked for in {}", folder.display()),
            }),
        }
    }

    /// The folder of a ROS package: one that was given, the folder above the file that has
    /// this name or whose package.xml does, or one beside those.
    pub fn package(&self, name: &str) -> Result<PathBuf, Missing> {
        if let Some((_, path)) = self.packages.iter().find(|(known, _)| known == name) {
            return Ok(path.clone());
        }
        let folder = self.folder.as_ref().and_then(|f| f.canonicalize().ok());
        let roots = self.packages.iter().filter(|(known, _)| known.is_empty());
        for root in roots {
            if let Some(found) = in_root(&root.1, name) {
                return Ok(found);
            }
        }
        for above in folder.iter().flat_map(|f| f.ancestors()).take(LEVELS) {
            if is_package(above, name) {
                return Ok(above.to_path_buf());
            }
            if let Some(found) = in_root(above, name) {
                return Ok(found);
            }
        }
        Err(Missing {
            message: format!("the package {} is not found", quoted(name)),
            hint: format!("say where it is: --package {name}=FOLDER"),
        })
    }

    /// The path that `package://name/rest`, `model://name/rest`, `file://path` or a plain path
    /// mean.
    pub fn resolve(&self, address: &str) -> Result<PathBuf, Missing> {
        let address = address.trim();
        for scheme in ["package://", "model://"] {
            if let Some(rest) = address.strip_prefix(scheme) {
                let (name, path) = rest.split_once('/').unwrap_or((rest, ""));
                return Ok(self.package(name)?.join(path));
            }
        }
        let plain = address.strip_prefix("file://").unwrap_or(address);
        let folder = self.folder.clone().unwrap_or_default();
        Ok(folder.join(plain))
    }
}

/// Whether a folder is the package of a name, by its own name or by its package.xml.
fn is_package(folder: &Path, name: &str) -> bool {
    if let Ok(text) = std::fs::read_to_string(folder.join("package.xml"))
        && let Some(start) = text.find("<name>")
        && let Some(stated) = text.get(start + 6..).and_then(|t| t.split('<').next())
    {
        return stated.trim() == name;
    }
    folder.file_name().is_some_and(|n| n == name)
}

/// The package of a name directly in a folder, or one level below it.
fn in_root(root: &Path, name: &str) -> Option<PathBuf> {
    let direct = root.join(name);
    if direct.is_dir() {
        return Some(direct);
    }
    let folders = std::fs::read_dir(root).ok()?.take(500).flatten().map(|e| e.path());
    let mut folders: Vec<PathBuf> = folders.filter(|p| p.is_dir()).collect();
    folders.sort();
    let below = folders.iter().map(|f| f.join(name)).find(|f| f.is_dir());
    below.or_else(|| {
        let stated = |f: &&PathBuf| f.join("package.xml").is_file() && is_package(f, name);
        folders.iter().find(stated).cloned()
    })
}

/// Reads the text of a description.
pub(super) fn read_description(path: &Path) -> Result<String, FileError> {
    let name = path.display().to_string();
    if path.is_dir() {
        let hint = "give the file in it that describes the robot";
        return Err(FileError::whole(name, "cannot be read: it is a folder", hint));
    }
    match armlab_files::read_text(path, LARGEST_FILE) {
        Ok(text) => Ok(text),
        Err(error) if error.message.contains("is not UTF-8") => match read(path) {
            Ok((_, text)) if text.trim_start().starts_with('<') => Ok(text),
            _ => Err(error.with_hint(format!("armlab reads {}", FORMATS))),
        },
        Err(error) => Err(error.with_hint(format!("armlab reads {}", FORMATS))),
    }
}

/// Reads a text file.
fn read(path: &Path) -> Result<(String, String), Missing> {
    let name = path.display().to_string();
    let failed = |message: String| Missing { message, hint: "check the path".into() };
    let length = std::fs::metadata(path).map_err(|e| failed(format!("{name}: {e}")))?.len();
    if length > LARGEST_FILE as u64 {
        return Err(failed(format!("{name} is too large for a description")));
    }
    let bytes = std::fs::read(path).map_err(|e| failed(format!("{name}: {e}")))?;
    Ok((name, decoded(bytes)))
}
