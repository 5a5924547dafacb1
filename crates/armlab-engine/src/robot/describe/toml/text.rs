//! Strings and vectors as TOML text.

use crate::robot::describe::number::shortest;
use crate::spatial::Vec3;
use std::fmt::Write;

pub(super) fn vector(v: Vec3<f64>) -> String {
    format!("[{}]", v.to_array().map(shortest).join(", "))
}

/// A basic string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
