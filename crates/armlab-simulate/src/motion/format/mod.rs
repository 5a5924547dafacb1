//! Trajectory files: TOML, one table with a `kind`.
//!
//! Every list of lists has one row per coordinate. Written files give back every
//! number exactly. `docs/motion.md` describes the keys.

mod guard;
mod paths;
mod read;
mod section;
mod source;
mod tables;
mod write;

pub use read::{ReadFor, read_trajectory};
pub use source::FormatError;
pub use write::write_trajectory;
