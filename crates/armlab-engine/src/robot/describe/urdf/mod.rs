//! URDF, read and written.
//!
//! What URDF has no words for (gravity, the tool, acceleration limits, rotor
//! inertias, friction offsets, loops, base parameters) stands in `<armlab>`
//! elements, which other programs pass over.

mod attributes;
mod edit;
mod edit_dynamics;
mod extension;
mod friction;
mod page;
mod parts;
mod read;
mod shape;
mod transmission;
mod tree;
mod write;

pub use edit::{EditedUrdf, edit_urdf};
pub use write::write_urdf;

use super::assemble;
use super::source::Notes;
use super::xml::parse::with_document;
use super::{Description, LARGEST_FILE, ReadOptions, TOO_LARGE};
use crate::robot::Robot;
use armlab_files::FileError;
use armlab_files::Source;
use read::Reader;

/// Reads a robot from the text of a URDF file; `file` is what errors call it.
pub fn read_urdf(text: &str, file: &str, options: &ReadOptions) -> Result<Description, FileError> {
    let source = Source::new(file, text, LARGEST_FILE, TOO_LARGE)?;
    let mut read = with_document(&source, |document, complaint| {
        let mut reader = Reader { source: &source, notes: Notes::on(&source), base: options.base };
        if let Some(complaint) = complaint {
            reader.notes.add(0, format!("{complaint}; it is read all the same"));
        }
        let parts = reader.robot(document.root_element())?;
        let (builder, places) = tree::plant(&source, parts)?;
        assemble::finish(builder, &places, &source, options, None, reader.notes)
    })?;
    read.robot.keep_urdf(text);
    Ok(read)
}

/// A robot as URDF: the file it was read from with its inertials and friction replaced,
/// or a new text where it was not read from URDF.
pub fn updated_urdf(robot: &Robot) -> EditedUrdf {
    let edited = robot.urdf_source().and_then(|original| edit_urdf(original, robot));
    edited.unwrap_or_else(|| EditedUrdf { text: write_urdf(robot), notes: Vec::new() })
}
