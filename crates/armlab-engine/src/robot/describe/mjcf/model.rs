//! A model: its elements, the meaning of its numbers, and the models it attaches.

use super::compiler::Compiler;
use super::defaults::Defaults;
use super::load::load;
use super::values::Values;
use crate::robot::describe::files::Files;
use crate::robot::describe::xml::element::Element;
use crate::robot::describe::xml::sources::Sources;
use armlab_files::{FileError, quoted};
use std::collections::HashMap;

/// How deep models may attach each other.
const DEEPEST: usize = 8;

/// One file with its includes.
pub(super) struct Model {
    pub root: Element,
    pub compiler: Compiler,
    pub defaults: Defaults,
    /// Number of every model of `<asset>` that can be attached.
    pub attachable: HashMap<String, usize>,
}

impl Model {
    /// Elements within all sections of a kind.
    pub fn section<'m>(&'m self, tag: &'m str) -> impl Iterator<Item = &'m Element> {
        self.root.all(tag).flat_map(Element::elements)
    }
}

/// Reads a model and all that it attaches; the main one comes first.
pub(super) fn models(
    sources: &mut Sources,
    files: &Files,
    file: usize,
) -> Result<(Vec<Model>, Vec<String>), FileError> {
    let (mut all, mut complaints) = (Vec::new(), Vec::new());
    add(sources, files, file, &mut all, &mut complaints, 0)?;
    Ok((all, complaints))
}

fn add(
    sources: &mut Sources,
    files: &Files,
    file: usize,
    all: &mut Vec<Model>,
    complaints: &mut Vec<String>,
    depth: usize,
) -> Result<usize, FileError> {
    let (root, more) = load(sources, files, file)?;
    complaints.extend(more);
    if root.tag != "mujoco" {
        let message = format!("the root element is <{}>, not <mujoco>", root.tag);
        return Err(sources.error(root.at, message, "MJCF is one <mujoco> element"));
    }
    let mut compiler = Compiler::default();
    for element in root.all("compiler") {
        let values =
            Values { tag: element.tag.clone(), at: element.at, list: element.attributes.clone() };
        compiler.read(sources, &values)?;
    }
    let mut defaults = Defaults::default();
    root.all("default").for_each(|section| defaults.read(section));
    let number = all.len();
    all.push(Model { root, compiler, defaults, attachable: HashMap::new() });
    let assets: Vec<(String, String, usize)> = all[number]
        .section("asset")
        .filter(|e| e.tag == "model")
        .filter_map(|e| {
            let path = e.attribute("file")?;
            let stem = path.rsplit(['/', '\\']).next().unwrap_or(path);
            let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
            Some((e.attribute("name").unwrap_or(stem).to_string(), path.to_string(), e.at))
        })
        .collect();
    for (name, path, at) in assets {
        if depth == DEEPEST {
            let message = format!("model {} is attached by too many models", quoted(&name));
            return Err(sources.error(at, message, "does a model attach itself?"));
        }
        let including = sources.source_at(at).file.to_string();
        let (path, text) = files
            .read(&path, &including)
            .map_err(|why| sources.error(at, why.message, why.hint))?;
        let file = sources.add(path, text);
        let attached = add(sources, files, file, all, complaints, depth + 1)?;
        all[number].attachable.insert(name, attached);
    }
    Ok(number)
}
