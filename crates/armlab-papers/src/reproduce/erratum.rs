//! Something that is printed wrongly.

use serde::Serialize;

/// One misprint, its correction, and how we know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Erratum {
    /// Its number, as the comments of the paper's module have it: `A3`.
    pub number: &'static str,
    /// Where it is.
    pub place: &'static str,
    /// What is printed.
    pub printed: &'static str,
    /// What is right.
    pub correct: &'static str,
    /// What follows from it; empty where only words are concerned.
    pub consequence: &'static str,
    /// The test that proves it, as `file::test`.
    pub test: &'static str,
}
