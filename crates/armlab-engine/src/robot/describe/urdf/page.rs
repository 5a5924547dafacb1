//! The text of an XML document, its elements, and changes of it.

use roxmltree::Node;
use std::ops::Range;

/// Replaced ranges of a text.
#[derive(Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub fn replace(&mut self, range: Range<usize>, text: String) {
        self.0.push((range, text));
    }
    pub fn insert(&mut self, at: usize, text: String) {
        self.0.push((at..at, text));
    }
    pub fn apply(mut self, original: &str) -> Option<String> {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut out, mut at) = (String::with_capacity(original.len()), 0);
        for (range, text) in self.0 {
            out.push_str(original.get(at..range.start)?);
            out.push_str(&text);
            at = range.end;
        }
        out.push_str(original.get(at..)?);
        Some(out)
    }
}

/// The document and its text.
pub(super) struct Page<'a, 'i> {
    pub text: &'i str,
    pub root: Node<'a, 'i>,
}

impl<'a, 'i> Page<'a, 'i> {
    /// The child of `<robot>` with a tag and a name.
    pub fn named(&self, tag: &str, name: &str) -> Option<Node<'a, 'i>> {
        let mut children = self.root.children().filter(|c| c.has_tag_name(tag));
        children.find(|c| c.attribute("name") == Some(name))
    }
    /// What starts a new line.
    pub fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
    /// White space before a node on its line; none if something else stands there.
    pub fn indent(&self, node: Node) -> &'i str {
        let before = self.text.get(..node.range().start).unwrap_or_default();
        let line = before.rfind('\n').map_or(before, |at| before.get(at + 1..).unwrap_or_default());
        if line.trim().is_empty() { line } else { "" }
    }
    /// Indentation of a node's children: that of the first one on a line of its own, or
    /// two spaces more than the node's.
    pub fn child_indent(&self, node: Node) -> String {
        let of_child = |c: Node| Some(self.indent(c)).filter(|i| !i.is_empty());
        let found = node.children().filter(Node::is_element).find_map(of_child);
        found.map_or_else(|| format!("{}  ", self.indent(node)), str::to_string)
    }
    /// Inserts lines as the first or last child of a node.
    pub fn insert_child(&self, node: Node, text: &str, first: bool, edits: &mut Edits) {
        let (indent, newline) = (self.child_indent(node), self.newline());
        let line = format!("{newline}{indent}{text}");
        let element = node.children().rfind(Node::is_element);
        match (node.first_child(), element) {
            (Some(child), _) if first => edits.insert(child.range().start, line),
            (_, Some(last)) => edits.insert(last.range().end, line),
            (Some(child), None) => edits.insert(child.range().start, line),
            (None, None) => {
                let range = node.range();
                let own = self.text.get(range.clone()).unwrap_or_default();
                let (tag, outer) = (node.tag_name().name(), self.indent(node));
                let end = format!("{newline}{outer}</{tag}>");
                match own.strip_suffix("/>") {
                    Some(head) => {
                        edits.replace(range, format!("{}>{line}{end}", head.trim_end()));
                    }
                    None => {
                        let head = own.rfind("</").unwrap_or(own.len());
                        edits.replace(range.start + head..range.end, format!("{line}{end}"));
                    }
                }
            }
        }
    }
}
