//! Elements as XML text.

use crate::robot::describe::xml::element::{Child, Element};
use crate::robot::describe::xml::text::escaped;

/// The text of a document with this root element.
pub(super) fn document(root: &Element) -> String {
    let mut out = String::from("<?xml version=\"1.0\"?>\n");
    element(&mut out, root, 0);
    out
}

fn element(out: &mut String, e: &Element, depth: usize) {
    out.extend(std::iter::repeat_n("  ", depth));
    out.push('<');
    out.push_str(&e.tag);
    for (name, value) in &e.attributes {
        out.push_str(&format!(" {name}=\"{}\"", escaped(value)));
    }
    let text = e.text();
    let text = text.trim();
    if text.is_empty() && e.elements().next().is_none() {
        out.push_str("/>\n");
        return;
    }
    out.push('>');
    if e.elements().next().is_none() {
        out.push_str(&escaped(text));
    } else {
        out.push('\n');
        for child in &e.children {
            match child {
                Child::Element(inner) => element(out, inner, depth + 1),
                Child::Text(text) if text.trim().is_empty() => {}
                Child::Text(text) => {
                    out.push_str(&escaped(text.trim()));
                    out.push('\n');
                }
            }
        }
        out.extend(std::iter::repeat_n("  ", depth));
    }
    out.push_str(&format!("</{}>\n", e.tag));
}
