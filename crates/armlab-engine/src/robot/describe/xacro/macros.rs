//! Macros by name.

use crate::robot::describe::xml::element::Element;
use armlab_files::quoted;
use std::collections::HashMap;
use std::rc::Rc;

/// A parameter of a macro.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// Its name; blocks begin with one or two stars.
    pub name: String,
    /// Whether it is taken from where the macro is called (`:=^`).
    pub inherits: bool,
    pub default: Option<String>,
}

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    pub parameters: Vec<Parameter>,
    pub body: Element,
    /// The file in which it was defined.
    pub file: String,
}

/// Macros by name, in tables within tables.
#[derive(Debug, Default)]
pub(super) struct Macros {
    tables: Vec<MacroTable>,
}

/// The table around it, its macros, and its name spaces.
type MacroTable = (Option<usize>, HashMap<String, Rc<Macro>>, HashMap<String, usize>);

impl Macros {
    pub fn new() -> Self {
        Self { tables: vec![(None, HashMap::new(), HashMap::new())] }
    }
    pub fn inner(&mut self, parent: Option<usize>) -> usize {
        self.tables.push((parent, HashMap::new(), HashMap::new()));
        self.tables.len() - 1
    }
    pub fn drop_last(&mut self, table: usize) {
        if table + 1 == self.tables.len() {
            self.tables.pop();
        }
    }
    pub fn set(&mut self, table: usize, name: &str, defined: Macro) {
        if let Some(table) = self.tables.get_mut(table) {
            table.1.insert(name.to_string(), Rc::new(defined));
        }
    }
    pub fn set_space(&mut self, table: usize, name: &str, space: usize) {
        if let Some(table) = self.tables.get_mut(table) {
            table.2.insert(name.to_string(), space);
        }
    }
    /// The macro of a name, which may have name spaces before it: `arm.link`.
    pub fn find(&self, table: usize, name: &str) -> Option<Rc<Macro>> {
        let (space, rest) = match name.split_once('.') {
            Some((space, rest)) => (Some(space), rest),
            None => (None, name),
        };
        let mut at = Some(table);
        while let Some(i) = at {
            let (parent, macros, spaces) = self.tables.get(i)?;
            match space {
                None if macros.contains_key(rest) => return macros.get(rest).cloned(),
                Some(space) if spaces.contains_key(space) => {
                    return self.find(*spaces.get(space)?, rest);
                }
                _ => at = *parent,
            }
        }
        None
    }
}

/// What is wrong where a macro is not known.
pub(super) fn unknown(tag: &str) -> (String, String) {
    let message = format!("there is no macro {}", quoted(tag));
    (message, "is the file that defines it included?".into())
}
