//! Lines, attributes and vectors as XML text.

use crate::robot::describe::number::shortest;
use crate::spatial::Vec3;
use std::fmt::Write;

pub(in super::super) fn line(out: &mut String, depth: usize, text: impl AsRef<str>) {
    out.extend(std::iter::repeat_n("  ", depth));
    out.push_str(text.as_ref());
    out.push('\n');
}

pub(in super::super) fn vector(v: Vec3<f64>) -> String {
    v.to_array().map(shortest).join(" ")
}

/// Text for an attribute. Characters that XML cannot hold at all are replaced.
pub(in super::super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", c as u32);
            }
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}
