//! Macros: their parameters, and calls of them.

use super::expand::{Expanded, Xacro};
use super::macros::{Macro, Parameter};
use super::symbols::Symbol;
use super::value::Value;
use crate::robot::describe::xml::element::{Child, Element};
use armlab_files::FileError;
use std::rc::Rc;

impl Xacro<'_> {
    /// `<xacro:macro name="…" params="…">`
    pub fn define(&mut self, element: &Element, macros: usize) -> Result<(), FileError> {
        let name = element.attribute("name").unwrap_or_default();
        let name = name.strip_prefix("xacro:").unwrap_or(name);
        if name.is_empty() {
            return Err(self.error(element.at, "a macro has no name", "add name=\"…\""));
        }
        let parameters = parameters(element.attribute("params").unwrap_or_default());
        let file = self.stack.last().cloned().unwrap_or_default();
        let defined = Macro { parameters, body: element.clone(), file };
        self.macros.set(macros, name, defined);
        Ok(())
    }

    /// What a call of a macro makes; none where there is no such macro.
    pub fn called(
        &mut self,
        element: &Element,
        table: usize,
        macros: usize,
    ) -> Result<Option<Expanded>, FileError> {
        let (name, skip) = match element.tag.as_str() {
            "xacro:call" => {
                let name = element.attribute("macro").unwrap_or_default().to_string();
                (self.attribute_text(element, &name, table)?, "macro")
            }
            tag => (tag.strip_prefix("xacro:").unwrap_or(tag).to_string(), ""),
        };
        let Some(found) = self.macros.find(macros, &name) else { return Ok(None) };
        // Names are those of the caller, or of the name space before the macro's name.
        let mut around = table;
        let spaces = name.rsplit_once('.').map_or("", |(spaces, _)| spaces);
        for space in spaces.split('.').filter(|s| !s.is_empty()) {
            if let Ok(Some(Value::Space(inner))) = self.symbol(space, around) {
                around = inner;
            }
        }
        let inner = self.symbols.inner(around);
        let mut left = found.parameters.clone();
        for (attribute, text) in element.attributes.iter().filter(|(n, _)| n != skip) {
            if attribute.starts_with("xmlns") {
                continue;
            }
            let Some(at) = left.iter().position(|p| p.name == *attribute) else {
                let message = format!("macro `{name}` has no parameter `{attribute}`");
                let names: Vec<&str> = found.parameters.iter().map(|p| p.name.as_str()).collect();
                let hint = format!("its parameters are {}", names.join(", "));
                return Err(self.error(element.at, message, hint));
            };
            left.remove(at);
            let value = self.text(text, table).map_err(|why| self.failed(element.at, why))?;
            self.symbols.set_value(inner, attribute, value);
        }
        // Blocks are expanded where the macro is called.
        let mut blocks = Vec::new();
        for child in self.children(element, table, macros)? {
            if let Child::Element(block) = child {
                blocks.push(block);
            }
        }
        let mut blocks = blocks.into_iter();
        for parameter in left.iter().filter(|p| p.name.starts_with('*')) {
            let Some(block) = blocks.next() else {
                let message = format!("the call of macro `{name}` has too few blocks");
                let hint = format!("it needs one for `{}`", parameter.name);
                return Err(self.error(element.at, message, hint));
            };
            self.symbols.set(inner, &parameter.name, Symbol::Block(Rc::new(block)));
        }
        if let Some(more) = blocks.next() {
            let message = format!("the call of macro `{name}` has a block <{}> too many", more.tag);
            return Err(self.error(element.at, message, "delete it, or add a parameter for it"));
        }
        for parameter in left.iter().filter(|p| !p.name.starts_with('*')) {
            let value = self.default_of(parameter, table, element, &name)?;
            self.symbols.set_value(inner, &parameter.name, value);
        }
        let inner_macros = self.macros.inner(Some(macros));
        self.stack.push(found.file.clone());
        let expanded = self.children(&found.body, inner, inner_macros);
        self.stack.pop();
        self.macros.drop_last(inner_macros);
        self.symbols.drop_last(inner);
        expanded.map(Some)
    }

    fn default_of(
        &mut self,
        parameter: &Parameter,
        table: usize,
        element: &Element,
        name: &str,
    ) -> Result<Value, FileError> {
        if parameter.inherits {
            let found = self.symbol(&parameter.name, table);
            if let Some(value) = found.map_err(|why| self.failed(element.at, why))? {
                return Ok(value);
            }
        }
        match &parameter.default {
            Some(text) => self.text(text, table).map_err(|why| self.failed(element.at, why)),
            None => {
                let message = format!("the call of macro `{name}` lacks `{}`", parameter.name);
                let hint = format!("write <{} {}=\"…\" …>", element.tag, parameter.name);
                Err(self.error(element.at, message, hint))
            }
        }
    }

    fn attribute_text(
        &mut self,
        element: &Element,
        text: &str,
        table: usize,
    ) -> Result<String, FileError> {
        let value = self.text(text, table).map_err(|why| self.failed(element.at, why))?;
        Ok(value.to_text())
    }
}

/// Parameters of a macro: `a b:=1 c:=^|2 *block **content`.
fn parameters(text: &str) -> Vec<Parameter> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end =
            rest.find(|c: char| c.is_whitespace() || c == ':' || c == '=').unwrap_or(rest.len());
        let name = rest[..end].to_string();
        rest = &rest[end..];
        let (mut inherits, mut default) = (false, None);
        let assigned = rest.strip_prefix(":=").or_else(|| rest.strip_prefix('='));
        if let Some(after) = assigned {
            rest = after;
            if let Some(after) = rest.strip_prefix('^') {
                inherits = true;
                rest = after.strip_prefix('|').unwrap_or(after);
            }
            let length = default_length(rest);
            let word = &rest[..length];
            rest = &rest[length..];
            if !word.is_empty() {
                default = Some(word.to_string());
            } else if !inherits {
                default = None;
            }
        } else if rest.starts_with(':') {
            rest = &rest[1..];
        }
        if !name.is_empty() {
            all.push(Parameter { name, inherits, default });
        }
        rest = rest.trim_start();
    }
    all
}

/// Length of a default value: an expression, or a word in which quotes hold spaces.
fn default_length(text: &str) -> usize {
    for (open, close) in [("${", '}'), ("$(", ')')] {
        if text.starts_with(open)
            && let Some(end) = text.find(close)
        {
            return end + 1;
        }
    }
    let mut quote = None;
    for (i, c) in text.char_indices() {
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, c) if c.is_whitespace() => return i,
            _ => {}
        }
    }
    text.len()
}
