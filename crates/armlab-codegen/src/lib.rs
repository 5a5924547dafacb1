//! Source code specialised to one robot.
//!
//! The engine's recursions are generic over their scalar. Run on expressions instead of
//! numbers they leave a graph of what they compute, in which constants are folded, zeros
//! dropped and repeated terms shared; written out as C99 or Rust it is the dynamics of
//! that one robot, several times as fast as the recursion and without any dependency. As a
//! [`Tape`] it runs at once, without a compiler.

pub mod emit;
pub mod error;
pub mod export;
pub mod function;
pub mod graph;
pub mod language;
pub mod model;
pub mod names;
pub mod program;
pub mod tape;
pub mod trace;
pub mod vectors;

pub use error::CodegenError;
pub use export::Generated;
pub use language::Language;
pub use program::Settings;
pub use tape::Tape;
