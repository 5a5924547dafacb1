//! XML text as a tree, read as leniently as other programs read it.

use super::guard;
use super::lenient::repaired;
use armlab_files::{FileError, Source};
use roxmltree::{Document, Error, ParsingOptions};

/// Most XML nodes in one file: twenty thousand links with all their children
/// and the white space between them.
const MOST_NODES: u32 = 2_000_000;

/// Calls `read` with the tree of a text. If it is not quite XML, and what is wrong changes no
/// meaning, the tree is that of the repaired text, with the complaint beside it; places are
/// the same in both.
pub(in super::super) fn with_document<T>(
    source: &Source,
    read: impl FnOnce(&Document, Option<String>) -> Result<T, FileError>,
) -> Result<T, FileError> {
    guard::check(source)?;
    let options = || ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let error = match Document::parse_with_options(source.text, options()) {
        Ok(document) => return read(&document, None),
        Err(error) => error,
    };
    let whole = repaired(source.text);
    match Document::parse_with_options(&whole, options()) {
        Ok(document) => read(&document, Some(complaint(&error))),
        Err(_) => Err(not_xml(source, &error)),
    }
}

fn complaint(error: &Error) -> String {
    let message = error.to_string().replace(&format!(" at {}", error.pos()), "");
    format!("this is not well-formed XML: {message}")
}

fn not_xml(source: &Source, error: &Error) -> FileError {
    let at = error.pos();
    let end = || source.position(source.text.len());
    let (position, hint) = match error {
        Error::NoRootNode => ((1, 1), "a description is one XML element"),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            (end(), "the file stops in the middle of an element; is it complete?")
        }
        Error::NodesLimitReached => ((1, 1), "the file has too many elements for one robot"),
        _ => ((at.row as usize, at.col as usize), "see the line above for what is missing"),
    };
    FileError::new(source.file, position, complaint(error), hint)
}
