//! Programs as source code.

mod c;
mod rust;
mod statements;
mod trigonometry;

pub use c::write_c;
pub use rust::write_rust;

/// A file of the generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name, relative to the folder.
    pub name: String,
    /// Its text.
    pub content: String,
}

/// Puts values for the words between at signs of a template.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_string();
    for (word, value) in values {
        text = text.replace(&format!("@{word}@"), value);
    }
    text
}
