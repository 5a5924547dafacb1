//! Attributes of an element together with the defaults of its class.

use crate::robot::describe::xml::sources::Sources;
use armlab_files::{FileError, parse_limit, parse_quantity};

/// Attributes, those of the element before those of its class.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub tag: String,
    pub at: usize,
    pub list: Vec<(String, String)>,
}

impl Values {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
    /// A name, unless it is empty.
    pub fn name(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|n| !n.is_empty())
    }
    /// `true` or `false`; none for `auto` and without the attribute.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name) {
            Some("true" | "enable") => Some(true),
            Some("false" | "disable") => Some(false),
            _ => None,
        }
    }

    /// The numbers of an attribute; none without it.
    pub fn numbers(&self, sources: &Sources, name: &str) -> Result<Option<Vec<f64>>, FileError> {
        self.parsed(sources, name, parse_quantity)
    }
    /// The numbers of an attribute that may be infinite.
    pub fn limits(&self, sources: &Sources, name: &str) -> Result<Option<Vec<f64>>, FileError> {
        self.parsed(sources, name, parse_limit)
    }

    fn parsed(
        &self,
        sources: &Sources,
        name: &str,
        parse: fn(&str) -> Result<f64, String>,
    ) -> Result<Option<Vec<f64>>, FileError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let numbers: Result<Vec<f64>, String> = text.split_whitespace().map(parse).collect();
        numbers.map(Some).map_err(|problem| {
            let message = format!("`{name}` of <{}>: {problem}", self.tag);
            sources.error(self.at, message, "write numbers, separated by spaces")
        })
    }

    /// The first number of an attribute.
    pub fn number(&self, sources: &Sources, name: &str) -> Result<Option<f64>, FileError> {
        Ok(self.numbers(sources, name)?.and_then(|n| n.first().copied()))
    }

    /// Exactly so many numbers.
    pub fn vector<const N: usize>(
        &self,
        sources: &Sources,
        name: &str,
    ) -> Result<Option<[f64; N]>, FileError> {
        let Some(numbers) = self.numbers(sources, name)? else { return Ok(None) };
        let count = numbers.len();
        <[f64; N]>::try_from(numbers).map(Some).map_err(|_| {
            let message = format!("`{name}` of <{}> has {count} numbers instead of {N}", self.tag);
            sources.error(self.at, message, "separate them by spaces and nothing else")
        })
    }
}
