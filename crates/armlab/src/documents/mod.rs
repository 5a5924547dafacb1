//! What the command line and the studio hand out, in the same digits: results as
//! JSON documents, reports as pages, corrected descriptions as files.
//!
//! Nothing is computed here that the library does not compute; nothing is written
//! or printed.

mod markup;
pub mod table;

pub use markup::Markup;

use crate::text::significant;

/// A number with five digits.
pub fn number(x: f64) -> String {
    significant(x, 5)
}

/// A name as part of a file's name: anything unusual becomes `_`.
pub fn file_name(name: &str) -> String {
    let usual = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let safe: String = name.chars().take(64).map(|c| if usual(c) { c } else { '_' }).collect();
    if safe.trim_matches('.').is_empty() { "robot".into() } else { safe }
}

/// A command as it would be typed, with words quoted where a shell wants that.
pub fn typed(words: impl IntoIterator<Item = String>) -> String {
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+%@".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}
