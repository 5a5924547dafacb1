//! Attributes of XML elements as numbers and names, with located complaints.

use super::read::Reader;
use crate::robot::describe::source::checked_name;
use armlab_files::FileError;
use armlab_files::{parse_limit, parse_quantity};
use roxmltree::{Attribute, Node};

/// What stands for an empty name.
const UNNAMED: &str = "unnamed";

impl<'a> Reader<'a> {
    /// The tag of an element; with its prefix, which makes it another one.
    pub fn tag<'n>(&self, node: Node<'n, '_>) -> &'n str
    where
        'a: 'n,
    {
        let start = node.range().start + 1;
        let local = node.tag_name().name();
        let written = self.source.text.get(start..).unwrap_or_default();
        match written.find(local) {
            Some(end) if written.get(..end).is_some_and(|prefix| prefix.ends_with(':')) => {
                written.get(..end + local.len()).unwrap_or(local)
            }
            _ => local,
        }
    }

    /// Notes attributes that mean nothing here.
    pub fn expect_attributes(&mut self, node: Node, known: &[&str]) {
        let strange = |a: &Attribute| a.namespace().is_some() || !known.contains(&a.name());
        for attribute in node.attributes().filter(strange) {
            let (name, tag) = (attribute.name(), self.tag(node));
            let message = format!("attribute `{name}` of <{tag}> is ignored");
            self.notes.add(attribute.range().start, message);
        }
    }

    /// An attribute that must be there.
    pub fn required<'n>(&self, node: Node<'n, '_>, name: &str) -> Result<&'n str, FileError> {
        node.attribute(name).ok_or_else(|| {
            let tag = self.tag(node);
            let message = format!("<{tag}> has no attribute `{name}`");
            self.source.error(node.range().start, message, format!("write <{tag} {name}=\"…\" …>"))
        })
    }

    /// A name in an attribute that must be there.
    pub fn name_in(&self, node: Node, attribute: &str) -> Result<String, FileError> {
        let text = match self.required(node, attribute)? {
            "" => UNNAMED,
            text => text,
        };
        checked_name(self.source, self.value_at(node, attribute), self.tag(node), text)
    }

    /// One quantity, if the attribute is there.
    pub fn number(&self, node: Node, name: &str) -> Result<Option<f64>, FileError> {
        self.one(node, name, parse_quantity)
    }

    /// One limit, if the attribute is there; infinite ones may be.
    pub fn limit(&self, node: Node, name: &str) -> Result<Option<f64>, FileError> {
        self.one(node, name, parse_limit)
    }

    fn one(
        &self,
        node: Node,
        name: &str,
        parse: fn(&str) -> Result<f64, String>,
    ) -> Result<Option<f64>, FileError> {
        let Some(text) = node.attribute(name) else { return Ok(None) };
        parse(text.trim()).map(Some).map_err(|problem| {
            let message = format!("`{name}` of <{}>: {problem}", self.tag(node));
            self.source.error(self.value_at(node, name), message, "write a number in SI units")
        })
    }

    /// A quantity that must be there.
    pub fn required_number(&self, node: Node, name: &str) -> Result<f64, FileError> {
        self.required(node, name)?;
        Ok(self.number(node, name)?.unwrap_or_default())
    }

    /// Numbers separated by white space, or `default` without the attribute.
    pub fn vector<const N: usize>(
        &self,
        node: Node,
        name: &str,
        default: [f64; N],
    ) -> Result<[f64; N], FileError> {
        let Some(text) = node.attribute(name) else { return Ok(default) };
        let mut values = default;
        let mut count = 0;
        for token in text.split_ascii_whitespace() {
            let value = parse_quantity(token).map_err(|problem| {
                let at = self.token_at(node, name, text, token);
                let message = format!("`{name}` of <{}>: {problem}", self.tag(node));
                self.source.error(at, message, "write numbers in SI units, separated by spaces")
            })?;
            if let Some(slot) = values.get_mut(count) {
                *slot = value;
            }
            count += 1;
        }
        if count != N {
            let tag = self.tag(node);
            let message = format!("`{name}` of <{tag}> has {count} numbers instead of {N}");
            let hint = "separate them by spaces and nothing else";
            return Err(self.source.error(self.value_at(node, name), message, hint));
        }
        Ok(values)
    }

    /// Byte of an attribute's value, or of the element without it.
    pub fn value_at(&self, node: Node, name: &str) -> usize {
        let attribute = node.attribute_node(name);
        attribute.map_or(node.range().start, |a| a.range_value().start)
    }

    /// Byte of a token inside an attribute's value. Character references make
    /// the value differ from the text; then the value's start must do.
    fn token_at(&self, node: Node, name: &str, value: &str, token: &str) -> usize {
        let start = self.value_at(node, name);
        let offset = (token.as_ptr() as usize).saturating_sub(value.as_ptr() as usize);
        let at = start + offset;
        let same = self.source.text.get(at..).is_some_and(|t| t.starts_with(token));
        if same { at } else { start }
    }
}
