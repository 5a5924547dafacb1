//! Trajectory files: TOML, one table with a `kind`.
//!
//! Every list of lists has one row per coordinate. Written files give back every
//! number exactly. `docs/motion.md` describes the keys.

mod located;
mod paths;
mod read;
mod tables;
mod write;

pub(crate) use read::read_trajectory_table;
pub use read::{ReadFor, read_trajectory};
pub use write::write_trajectory;
