//! xacro, the macro language of ROS, expanded to URDF: properties with expressions, macros with
//! blocks, arguments, conditionals and includes, as the program `xacro` does it.

mod call;
mod evaluate;
mod expand;
mod functions;
mod literal;
mod macros;
mod methods;
mod operators;
mod parse;
mod serialise;
mod substitute;
mod symbols;
mod tokens;
mod value;
mod yaml;

pub(super) use expand::expand;

use super::files::Files;
use super::{Description, ReadOptions, urdf};
use armlab_files::FileError;

/// Whether a text is to be expanded: it has elements of xacro.
pub(super) fn is_xacro(text: &str) -> bool {
    text.contains("<xacro:")
}

/// Reads a robot from a xacro file.
pub(super) fn read_with(
    text: &str,
    file: &str,
    options: &ReadOptions,
    files: &Files,
) -> Result<Description, FileError> {
    let expanded = expand(text, file, &options.arguments, files)?;
    let name = format!("{file}, expanded");
    urdf::read_urdf(&expanded, &name, options)
}
