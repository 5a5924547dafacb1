//! Elements one after the other, with properties, conditions, blocks, includes and macros.

use super::literal::truth;
use super::macros::{Macros, unknown};
use super::serialise::document;
use super::symbols::{Symbol, Symbols};
use super::value::Value;
use crate::robot::describe::files::Files;
use crate::robot::describe::xml::element::{Child, Element};
use crate::robot::describe::xml::sources::Sources;
use crate::robot::describe::{LARGEST_FILE, TOO_LARGE};
use armlab_files::{FileError, Source};
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// Most steps of all expressions together.
pub(super) const MOST_STEPS: usize = 5_000_000;
/// Most elements that come out.
const MOST_ELEMENTS: usize = 500_000;
/// How deep macros may call each other.
const DEEPEST: usize = 60;
/// Most files.
const MOST_FILES: usize = 1000;

/// What an element becomes.
pub(super) type Expanded = Vec<Child>;

/// The state of an expansion.
pub(super) struct Xacro<'a> {
    pub symbols: Symbols,
    pub macros: Macros,
    pub arguments: HashMap<String, String>,
    pub files: &'a Files,
    pub sources: Sources,
    /// Files that are being expanded, the innermost last.
    pub stack: Vec<String>,
    pub depth: usize,
    pub steps: usize,
    elements: usize,
    level: usize,
}

/// The URDF text that a xacro file stands for.
pub(in super::super) fn expand(
    text: &str,
    file: &str,
    arguments: &[(String, String)],
    files: &Files,
) -> Result<String, FileError> {
    let source = Source::new(file, text, LARGEST_FILE, TOO_LARGE)?;
    let mut sources = Sources::default();
    let main = sources.add(file, source.text);
    let (root, _) = Element::parse(&sources, main)?;
    let mut xacro = Xacro {
        symbols: Symbols::new(),
        macros: Macros::new(),
        arguments: arguments.iter().cloned().collect(),
        files,
        sources,
        stack: vec![file.to_string()],
        depth: 0,
        steps: 0,
        elements: 0,
        level: 0,
    };
    let mut done = xacro.plain(&root, 0, 0)?;
    done.attributes.retain(|(name, _)| name != "xmlns:xacro");
    Ok(document(&done))
}

impl Xacro<'_> {
    pub fn error(
        &self,
        at: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FileError {
        self.sources.error(at, message, hint)
    }
    /// A failed expression at an element.
    pub fn failed(&mut self, at: usize, why: String) -> FileError {
        self.depth = 0;
        let (message, hint) = match why.split_once("; give it") {
            Some((message, rest)) => (message.to_string(), format!("give it{rest}")),
            None => match why.split_once("; say where") {
                Some((message, rest)) => (message.to_string(), format!("say where{rest}")),
                None => (why, "see `armlab convert --help` for --arg and --package".to_string()),
            },
        };
        self.error(at, message, hint)
    }

    /// An element that is none of xacro's: its attributes evaluated, its children expanded.
    fn plain(
        &mut self,
        element: &Element,
        table: usize,
        macros: usize,
    ) -> Result<Element, FileError> {
        self.elements += 1;
        if self.elements > MOST_ELEMENTS {
            let message = format!("the file expands to more than {MOST_ELEMENTS} elements");
            return Err(self.error(element.at, message, "does a macro call itself?"));
        }
        let mut made = Element { tag: element.tag.clone(), at: element.at, ..Element::default() };
        for (name, text) in &element.attributes {
            let value = self.text(text, table).map_err(|why| self.failed(element.at, why))?;
            made.attributes.push((name.clone(), value.to_text()));
        }
        for child in self.children(element, table, macros)? {
            match child {
                // `<xacro:attribute>` within sets one of this element.
                Child::Element(set) if set.tag == ATTRIBUTE => {
                    let part = |n: &str| set.attribute(n).unwrap_or_default().to_string();
                    let (name, value) = (part("name"), part("value"));
                    made.attributes.retain(|(n, _)| *n != name);
                    made.attributes.push((name, value));
                }
                other => made.children.push(other),
            }
        }
        Ok(made)
    }

    /// What the children of an element become.
    pub fn children(
        &mut self,
        element: &Element,
        table: usize,
        macros: usize,
    ) -> Result<Expanded, FileError> {
        self.level += 1;
        if self.level > DEEPEST {
            let message = "macros and elements are nested too deep";
            return Err(self.error(element.at, message, "does a macro call itself?"));
        }
        let mut out = Vec::new();
        for child in &element.children {
            match child {
                Child::Text(text) => {
                    let value =
                        self.text(text, table).map_err(|why| self.failed(element.at, why))?;
                    out.push(Child::Text(value.to_text()));
                }
                Child::Element(inner) => self.child(inner, table, macros, &mut out)?,
            }
        }
        self.level -= 1;
        Ok(out)
    }

    fn child(
        &mut self,
        element: &Element,
        table: usize,
        macros: usize,
        out: &mut Expanded,
    ) -> Result<(), FileError> {
        let Some(tag) = element.tag.strip_prefix("xacro:") else {
            out.push(Child::Element(self.plain(element, table, macros)?));
            return Ok(());
        };
        match tag {
            "property" => self.property(element, table)?,
            "macro" => self.define(element, macros)?,
            "arg" => {
                let name = element.attribute("name").unwrap_or_default().to_string();
                if let Some(text) = element.attribute("default")
                    && !self.arguments.contains_key(&name)
                {
                    let value =
                        self.text(text, table).map_err(|why| self.failed(element.at, why))?;
                    self.arguments.insert(name, value.to_text());
                }
            }
            "if" | "unless" => {
                let text = element.attribute("value").unwrap_or_default();
                let value = self.text(text, table).map_err(|why| self.failed(element.at, why))?;
                let Some(holds) = truth(&value) else {
                    let message =
                        format!("the condition {} is neither true nor false", value.repr());
                    return Err(self.error(element.at, message, "write true, false, 1 or 0"));
                };
                if holds == (tag == "if") {
                    out.extend(self.children(element, table, macros)?);
                }
            }
            "include" => out.extend(self.include(element, table, macros)?),
            "insert_block" => out.extend(self.block(element, table, macros)?),
            "element" => {
                let mut named = element.clone();
                let text = element.attribute("xacro:name").unwrap_or_default();
                let name = self.text(text, table).map_err(|why| self.failed(element.at, why))?;
                named.tag = name.to_text();
                named.attributes.retain(|(n, _)| n != "xacro:name");
                out.push(Child::Element(self.plain(&named, table, macros)?));
            }
            "attribute" => {
                let mut set = self.plain(element, table, macros)?;
                set.tag = ATTRIBUTE.to_string();
                out.push(Child::Element(set));
            }
            _ => match self.called(element, table, macros)? {
                Some(made) => out.extend(made),
                None => {
                    let (message, hint) = unknown(&element.tag);
                    return Err(self.error(element.at, message, hint));
                }
            },
        }
        Ok(())
    }

    fn property(&mut self, element: &Element, table: usize) -> Result<(), FileError> {
        let Some(name) = element.attribute("name").filter(|n| !n.is_empty()) else {
            return Err(self.error(element.at, "a property has no name", "add name=\"…\""));
        };
        if element.attribute("remove").is_some_and(|r| r == "true") {
            self.symbols.remove(table, name);
            return Ok(());
        }
        let text = match (element.attribute("value"), element.attribute("default")) {
            (Some(value), _) => Some(value),
            (None, Some(_)) if self.symbols.find(table, name).is_some() => return Ok(()),
            (None, default) => default,
        };
        let owner = match element.attribute("scope") {
            Some("global") => Some(0),
            Some("parent") => Some(self.symbols.parent(table).unwrap_or(0)),
            _ => None,
        };
        match (text, owner) {
            (None, owner) => {
                let block = Symbol::Block(Rc::new(element.clone()));
                self.symbols.set(owner.unwrap_or(table), &format!("**{name}"), block);
            }
            (Some(text), None) => self.symbols.set_text(table, name, text),
            (Some(text), Some(owner)) => {
                let value = self.text(text, table).map_err(|why| self.failed(element.at, why))?;
                self.symbols.set_value(owner, name, value);
            }
        }
        Ok(())
    }

    /// `<xacro:insert_block name="…"/>`: an element, or what it contains.
    fn block(
        &mut self,
        element: &Element,
        table: usize,
        macros: usize,
    ) -> Result<Expanded, FileError> {
        let name = element.attribute("name").unwrap_or_default();
        let value = self.text(name, table).map_err(|why| self.failed(element.at, why))?;
        let name = value.to_text();
        for (stars, content_only) in [("**", true), ("*", false)] {
            let found = self.symbols.find(table, &format!("{stars}{name}"));
            let Some((_, Symbol::Block(block))) = found else { continue };
            let block = block.clone();
            return if content_only {
                self.children(&block, table, macros)
            } else {
                Ok(vec![Child::Element(self.plain(&block, table, macros)?)])
            };
        }
        let message = format!("there is no block `{name}`");
        Err(self.error(element.at, message, "blocks are parameters of macros with a star: *name"))
    }

    fn include(
        &mut self,
        element: &Element,
        table: usize,
        macros: usize,
    ) -> Result<Expanded, FileError> {
        let text = element.attribute("filename").unwrap_or_default();
        let optional = element.attribute("optional") == Some("true");
        let name = self.text(text, table).map_err(|why| self.failed(element.at, why));
        let name = match name {
            Err(_) if optional => return Ok(Vec::new()),
            other => other?.to_text(),
        };
        if self.files.folder.is_none() {
            let message = format!("`{name}` is another file, and only a text was given");
            return Err(self.error(element.at, message, "give the description by its path"));
        }
        let path = self.path(&name);
        if !path.is_file() {
            if optional {
                return Ok(Vec::new());
            }
            let message = format!("there is no file {}", path.display());
            let hint =
                "paths are relative to the file; say where packages are with --package NAME=DIR";
            return Err(self.error(element.at, message, hint));
        }
        if self.sources.len() > MOST_FILES {
            return Err(self.error(element.at, "too many files", "does a file include itself?"));
        }
        let (table, macros) = match element.attribute("ns") {
            None => (table, macros),
            Some(space) => {
                let value = self.text(space, table).map_err(|why| self.failed(element.at, why))?;
                let space = value.to_text();
                let (inner, inner_macros) = (self.symbols.inner(table), self.macros.inner(None));
                self.symbols.set(table, &space, Symbol::Value(Value::Space(inner)));
                self.macros.set_space(macros, &space, inner_macros);
                (inner, inner_macros)
            }
        };
        let root = self.open(&path, element.at)?;
        self.stack.push(path.display().to_string());
        let made = self.children(&root, table, macros);
        self.stack.pop();
        made
    }

    fn open(&mut self, path: &Path, at: usize) -> Result<Element, FileError> {
        let text = crate::robot::describe::files::read_description(path)
            .map_err(|error| self.error(at, error.message, error.hint))?;
        let file = self.sources.add(path.display().to_string(), text);
        Ok(Element::parse(&self.sources, file)?.0)
    }
}

/// Stands for `<xacro:attribute>` until the element around it takes it over.
const ATTRIBUTE: &str = " attribute";
