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
mod guard;
mod page;
mod parts;
mod read;
mod shape;
mod text;
mod tree;
mod write;

pub use edit::{EditedUrdf, edit_urdf};
pub use write::write_urdf;

use super::assemble;
use super::source::Notes;
use super::{Description, LARGEST_FILE, ReadOptions, TOO_LARGE};
use crate::robot::Robot;
use armlab_files::FileError;
use armlab_files::Source;
use read::Reader;
use roxmltree::{Document, Error, ParsingOptions};

/// Most XML nodes in one file: twenty thousand links with all their children
/// and the white space between them.
const MOST_NODES: u32 = 2_000_000;

/// Reads a robot from the text of a URDF file; `file` is what errors call it.
pub fn read_urdf(text: &str, file: &str, options: &ReadOptions) -> Result<Description, FileError> {
    let source = Source::new(file, text, LARGEST_FILE, TOO_LARGE)?;
    guard::check(&source)?;
    let limits = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(source.text, limits)
        .map_err(|error| not_xml(&source, &error))?;
    let mut reader = Reader { source: &source, notes: Notes::on(&source) };
    let parts = reader.robot(document.root_element())?;
    let (builder, places) = tree::plant(&source, parts)?;
    let mut read = assemble::finish(builder, &places, &source, options, None, reader.notes)?;
    read.robot.keep_urdf(text);
    Ok(read)
}

/// A robot as URDF: the file it was read from with its inertials and friction replaced,
/// or a new text where it was not read from URDF.
pub fn updated_urdf(robot: &Robot) -> EditedUrdf {
    let edited = robot.urdf_source().and_then(|original| edit_urdf(original, robot));
    edited.unwrap_or_else(|| EditedUrdf { text: write_urdf(robot), notes: Vec::new() })
}

fn not_xml(source: &Source, error: &Error) -> FileError {
    let at = error.pos();
    let message = error.to_string().replace(&format!(" at {at}"), "");
    let message = format!("this is not well-formed XML: {message}");
    let end = || source.position(source.text.len());
    let (position, hint) = match error {
        Error::NoRootNode => ((1, 1), "a URDF file holds one <robot> element"),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            (end(), "the file stops in the middle of an element; is it complete?")
        }
        Error::NodesLimitReached => ((1, 1), "the file has too many elements for one robot"),
        _ => ((at.row as usize, at.col as usize), "see the line above for what is missing"),
    };
    FileError::new(source.file, position, message, hint)
}
