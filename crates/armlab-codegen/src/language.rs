//! The languages, and the files in each.

use crate::emit::{SourceFile, write_c, write_rust};
use crate::export::Generated;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// Rust without the standard library.
    Rust,
}

impl Generated<'_> {
    /// The files in a language.
    pub fn files(&self, language: Language) -> Vec<SourceFile> {
        match language {
            Language::C => write_c(self),
            Language::Rust => write_rust(self),
        }
    }
}
