//! XML elements that may come from several files, as xacro, MJCF and SDF have them.

use super::parse::with_document;
use super::sources::Sources;
use armlab_files::{FileError, Source};
use roxmltree::NodeType;

/// An element.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Element {
    /// Its tag as it is written, prefix included.
    pub tag: String,
    /// Names, as they are written, and values.
    pub attributes: Vec<(String, String)>,
    /// What it contains.
    pub children: Vec<Child>,
    /// Where it stands.
    pub at: usize,
}

/// What an element contains.
#[derive(Clone, Debug)]
pub(in super::super) enum Child {
    Element(Element),
    Text(String),
}

impl Element {
    /// Reads the text of file number `file` of the sources; its root element, and what was
    /// repaired.
    pub fn parse(sources: &Sources, file: usize) -> Result<(Self, Option<String>), FileError> {
        let source = sources.source(file);
        with_document(&source, |document, complaint| {
            let root = document.root_element();
            Ok((Self::of(root, &source, Sources::place(file, 0)), complaint))
        })
    }

    fn of(node: roxmltree::Node, source: &Source, base: usize) -> Self {
        let start = node.range().start;
        let written = source.text.get(start + 1..).unwrap_or_default();
        let is_end = |c: char| c.is_whitespace() || c == '>' || c == '/';
        let tag = written.split(is_end).next().unwrap_or_default();
        let undeclared = tag.contains(':') && node.tag_name().namespace().is_none();
        // Repaired text has another tag than the file.
        let tag = if undeclared { node.tag_name().name() } else { tag };
        let attributes = node.attributes().map(|a| {
            let name = source.text.get(a.range_qname()).unwrap_or(a.name());
            (name.to_string(), a.value().to_string())
        });
        // Declarations of prefixes are no attributes for the parser.
        let declared = node.namespaces().filter(|n| {
            node.parent_element().is_none_or(|p| p.lookup_namespace_uri(n.name()) != Some(n.uri()))
        });
        let declared = declared.filter_map(|n| {
            let name = n.name().filter(|n| *n != "xml")?;
            Some((format!("xmlns:{name}"), n.uri().to_string()))
        });
        let children = node.children().filter_map(|child| match child.node_type() {
            NodeType::Element => Some(Child::Element(Self::of(child, source, base))),
            NodeType::Text => Some(Child::Text(child.text().unwrap_or_default().to_string())),
            _ => None,
        });
        Self {
            tag: tag.to_string(),
            attributes: declared.chain(attributes).collect(),
            children: children.collect(),
            at: base + start,
        }
    }

    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
    /// Child elements.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }
    /// Child elements with a tag.
    pub fn all<'e>(&'e self, tag: &'e str) -> impl DoubleEndedIterator<Item = &'e Element> {
        self.elements().filter(move |e| e.tag == tag)
    }
    /// The first child element with a tag.
    pub fn first(&self, tag: &str) -> Option<&Element> {
        self.elements().find(|e| e.tag == tag)
    }
    /// Its text, without that of its children.
    pub fn text(&self) -> String {
        let text = self.children.iter().filter_map(|child| match child {
            Child::Text(text) => Some(text.as_str()),
            Child::Element(_) => None,
        });
        text.collect()
    }
}
