//! Descriptions of robots in files: reading, writing, and saying what is wrong.
//!
//! Two formats hold a robot: **URDF**, which other programs speak, and armlab's
//! own **TOML** (`docs/robot-format.md`), which holds everything. Readers never
//! panic, bound their work by the limits below, and locate every complaint by
//! file, line and column. What a reader leaves out it says in [`Note`]s; what
//! is merely implausible it leaves to the checks, so that they can name it.

mod assemble;
mod bounds;
pub(super) mod builtin;
mod bytes;
mod drives;
mod files;
mod format;
mod mjcf;
mod note;
mod number;
mod part;
mod recognise;
mod sdf;
mod solids;
mod source;
mod toml;
mod urdf;
mod written;
mod xacro;
mod xml;

pub use armlab_files::FileError;
pub use format::Format;
pub use mjcf::{read_mjcf, write_mjcf};
pub use note::Note;
pub use sdf::{read_sdf, write_sdf};
pub use toml::{read_toml, write_toml};
pub use urdf::{EditedUrdf, edit_urdf, read_urdf, updated_urdf, write_urdf};
pub use written::Written;

use super::{Robot, nearest_name};
use std::path::{Path, PathBuf};

/// Largest file that is read, in bytes: room for [`MOST_PARTS`] links written
/// with all their digits. A humanoid's URDF has some 100 kB.
pub const LARGEST_FILE: usize = 32 << 20;
/// What to do about a file that is larger.
const TOO_LARGE: &str = "meshes and logs do not belong into it";
/// Most joints, and most frames, in one description.
pub const MOST_PARTS: usize = 20_000;

/// A robot as it was read, and what its file held beyond it.
#[derive(Clone, Debug)]
pub struct Description {
    /// The robot.
    pub robot: Robot,
    /// One sentence on it, where the file has one.
    pub summary: Option<String>,
    /// What was ignored or assumed.
    pub notes: Vec<Note>,
}

/// What happens to links that hang on fixed joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FixedJoints {
    /// They are merged into what carries them and stay as named frames.
    #[default]
    Merge,
    /// They stay links of their own.
    Keep,
}

/// What happens to joints that armlab has no coordinates for: a base that floats, a joint in
/// a plane, a ball joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// They are refused by name.
    #[default]
    AsStated,
    /// They are welded where they stand.
    Fixed,
}

/// How to read a description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What happens to links that hang on fixed joints.
    pub fixed_joints: FixedJoints,
    /// What happens to floating, planar and ball joints.
    pub base: Base,
    /// Values of a xacro file's arguments, by name.
    pub arguments: Vec<(String, String)>,
    /// Where ROS packages are, by name; beside those, folders above the file are searched.
    pub packages: Vec<(String, PathBuf)>,
}

impl ReadOptions {
    /// The usual options with a choice for fixed joints.
    pub const fn new(fixed_joints: FixedJoints) -> Self {
        Self { fixed_joints, base: Base::AsStated, arguments: Vec::new(), packages: Vec::new() }
    }
}

/// Reads a built-in robot by its name, or a file.
///
/// What a file is, its content says. A built-in name wins over a file of the same name;
/// `./name` is always the file.
pub fn read(path_or_builtin: &str, options: &ReadOptions) -> Result<Description, FileError> {
    if let Some(text) = builtin::source(path_or_builtin) {
        return read_toml(text, path_or_builtin, options);
    }
    let path = Path::new(path_or_builtin);
    if !path.exists() {
        return Err(not_found(path_or_builtin));
    }
    read_file(path, options)
}

/// Reads a file.
pub fn read_file(path: &Path, options: &ReadOptions) -> Result<Description, FileError> {
    let text = files::read_description(path)?;
    let files = files::Files::around(path, &options.packages);
    let mut description = recognise::read(&text, &path.display().to_string(), options, &files)?;
    if let Some(folder) = path.parent() {
        description.robot = description.robot.in_folder(folder);
    }
    Ok(description)
}

/// Reads a description from its text, whatever its format; `file` is what errors call it.
/// Other files that it names are not opened.
pub fn read_text(text: &str, file: &str, options: &ReadOptions) -> Result<Description, FileError> {
    recognise::read(text, file, options, &files::Files::default())
}

fn not_found(path: &str) -> FileError {
    let names = builtin::names().collect::<Vec<_>>();
    let near = nearest_name(path, names.iter().copied());
    let suggestion = near.map(|n| format!("did you mean `{n}`? ")).unwrap_or_default();
    FileError::whole(
        path,
        "is neither a built-in robot nor a file that exists",
        format!("{suggestion}built-in robots: {}", names.join(", ")),
    )
}
