//! TOML whose every error names file, line and column.
//!
//! ```
//! use armlab_files::toml::{TomlDocument, TomlFormat};
//!
//! const FORMAT: TomlFormat = TomlFormat {
//!     limit: 1 << 20,
//!     too_large: "split the file",
//!     malformed: "write `rate = 100`",
//! };
//!
//! fn rate(text: &str) -> Result<f64, armlab_files::FileError> {
//!     let document = TomlDocument::parse(text, "run.toml", &FORMAT)?;
//!     let table = document.root("the experiment");
//!     table.only(&["rate", "seed"])?;
//!     table.required_number("rate")
//! }
//!
//! assert_eq!(rate("rate = 100"), Ok(100.0));
//! let error = rate("seed = 3\nrat = 100").unwrap_err().to_string();
//! let expected = "run.toml:2:1: unknown key `rat` in the experiment\nhint: did you mean `rate`?";
//! assert_eq!(error, expected);
//! ```

mod guard;
mod table;

pub use table::{TomlTable, TomlValue};

use crate::error::FileError;
use crate::source::Source;
use ::toml::Spanned;
use ::toml::de::DeTable;
use serde::de::DeserializeOwned;

/// What all files of a format share.
#[derive(Clone, Copy, Debug)]
pub struct TomlFormat {
    /// Largest file, in bytes.
    pub limit: usize,
    /// What to do about a file that is too large.
    pub too_large: &'static str,
    /// What to do about a file that is not TOML.
    pub malformed: &'static str,
}

/// A parsed file.
pub struct TomlDocument<'a> {
    source: Source<'a>,
    root: Spanned<DeTable<'a>>,
}

impl<'a> TomlDocument<'a> {
    /// Parses the text of a file; `file` is what errors call it.
    pub fn parse(text: &'a str, file: &'a str, format: &TomlFormat) -> Result<Self, FileError> {
        let source = Source::new(file, text, format.limit, format.too_large)?;
        guard::check(&source)?;
        let root = DeTable::parse(source.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let message = format!("this is not well-formed TOML: {}", error.message());
            source.error(at, message, format.malformed)
        })?;
        Ok(Self { source, root })
    }

    /// The file's name and text.
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// The table that is the whole file; errors call it `title`.
    pub fn root(&self, title: impl Into<String>) -> TomlTable<'_> {
        TomlTable::new(&self.source, title.into(), self.root.get_ref(), 0)
    }
}

/// Reads a file that a program wrote into a type that serde knows.
pub fn deserialize<T: DeserializeOwned>(
    text: &str,
    file: &str,
    format: &TomlFormat,
) -> Result<T, FileError> {
    let source = Source::new(file, text, format.limit, format.too_large)?;
    guard::check(&source)?;
    ::toml::from_str(source.text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        source.error(at, error.message(), format.malformed)
    })
}
