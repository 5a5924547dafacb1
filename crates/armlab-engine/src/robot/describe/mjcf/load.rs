//! The files of a model: the main one, and what it includes in place.

use crate::robot::describe::files::Files;
use crate::robot::describe::xml::element::{Child, Element};
use crate::robot::describe::xml::sources::Sources;
use armlab_files::{FileError, quoted};

/// Most files of one model.
const MOST_FILES: usize = 1000;
/// How deep files may include each other.
const DEEPEST: usize = 32;

/// Reads a file of a model; its root element, with all includes replaced by what they include.
pub(super) fn load(
    sources: &mut Sources,
    files: &Files,
    file: usize,
) -> Result<(Element, Vec<String>), FileError> {
    let (mut root, complaint) = Element::parse(sources, file)?;
    let mut complaints: Vec<String> = complaint.into_iter().collect();
    include(sources, files, &mut root, &mut complaints, 0)?;
    Ok((root, complaints))
}

fn include(
    sources: &mut Sources,
    files: &Files,
    element: &mut Element,
    complaints: &mut Vec<String>,
    depth: usize,
) -> Result<(), FileError> {
    let mut children = Vec::with_capacity(element.children.len());
    for child in std::mem::take(&mut element.children) {
        match child {
            Child::Element(mut inner) if inner.tag == "include" => {
                // What stands inside an include is not read by MuJoCo either.
                inner.children.clear();
                let root = included(sources, files, &inner, complaints, depth)?;
                children.extend(root.children);
            }
            Child::Element(mut inner) => {
                include(sources, files, &mut inner, complaints, depth)?;
                children.push(Child::Element(inner));
            }
            // Text means nothing in MJCF.
            Child::Text(_) => {}
        }
    }
    element.children = children;
    Ok(())
}

fn included(
    sources: &mut Sources,
    files: &Files,
    include_element: &Element,
    complaints: &mut Vec<String>,
    depth: usize,
) -> Result<Element, FileError> {
    let at = include_element.at;
    let Some(name) = include_element.attribute("file") else {
        return Err(sources.error(at, "<include> names no file", "write <include file=\"…\"/>"));
    };
    if depth == DEEPEST || sources.len() > MOST_FILES {
        let message = format!("{} is included by too many files", quoted(name));
        return Err(sources.error(at, message, "does a file include itself?"));
    }
    let including = sources.source_at(at).file.to_string();
    let (path, text) =
        files.read(name, &including).map_err(|why| sources.error(at, why.message, why.hint))?;
    let file = sources.add(path, text);
    let (mut root, complaint) = Element::parse(sources, file)?;
    complaints.extend(complaint);
    include(sources, files, &mut root, complaints, depth + 1)?;
    Ok(root)
}
