//! A validation: its document and its report.

mod document;
mod report;

pub use document::{Document, naive, physical};
pub use report::page;
