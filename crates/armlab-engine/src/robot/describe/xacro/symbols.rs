//! Names and what they stand for, in tables within tables.

use super::literal::literal;
use super::value::Value;
use crate::robot::describe::xml::element::Element;
use std::collections::HashMap;
use std::rc::Rc;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Value(Value),
    /// A text that is evaluated where it is first used.
    Lazy(Rc<str>),
    /// One that is being evaluated.
    Busy,
    /// An element, or what it contains.
    Block(Rc<Element>),
}

#[derive(Debug, Default)]
struct Table {
    parent: Option<usize>,
    names: HashMap<String, Symbol>,
}

/// All tables; the first is the outermost.
#[derive(Debug)]
pub(super) struct Symbols {
    tables: Vec<Table>,
}

impl Symbols {
    pub fn new() -> Self {
        Self { tables: vec![Table::default()] }
    }
    /// A new table within another.
    pub fn inner(&mut self, parent: usize) -> usize {
        self.tables.push(Table { parent: Some(parent), names: HashMap::new() });
        self.tables.len() - 1
    }
    /// Forgets the table added last, once nobody needs it.
    pub fn drop_last(&mut self, table: usize) {
        if table + 1 == self.tables.len() {
            self.tables.pop();
        }
    }
    pub fn parent(&self, table: usize) -> Option<usize> {
        self.tables.get(table).and_then(|t| t.parent)
    }
    pub fn set(&mut self, table: usize, name: &str, symbol: Symbol) {
        if let Some(table) = self.tables.get_mut(table) {
            table.names.insert(name.to_string(), symbol);
        }
    }
    /// Sets a value; texts that are numbers become numbers.
    pub fn set_value(&mut self, table: usize, name: &str, value: Value) {
        self.set(table, name, Symbol::Value(literal(value)));
    }
    /// Sets a text that is evaluated later, unless it is a number or truth value already.
    pub fn set_text(&mut self, table: usize, name: &str, text: &str) {
        let symbol = match literal(Value::text(text)) {
            Value::Text(text) => Symbol::Lazy(text),
            value => Symbol::Value(value),
        };
        self.set(table, name, symbol);
    }
    pub fn remove(&mut self, table: usize, name: &str) {
        if let Some(table) = self.tables.get_mut(table) {
            table.names.remove(name);
        }
    }
    /// The table that has a name, from one outwards, and what it stands for there.
    pub fn find(&self, table: usize, name: &str) -> Option<(usize, &Symbol)> {
        let mut at = Some(table);
        while let Some(i) = at {
            let table = self.tables.get(i)?;
            if let Some(symbol) = table.names.get(name) {
                return Some((i, symbol));
            }
            at = table.parent;
        }
        None
    }
}
