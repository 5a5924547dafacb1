//! Experiment files: TOML that knows no robot. `docs/simulation.md` describes the keys.

mod fields;
mod read;

pub(crate) use fields::{per_joint, sizes};
pub use read::{ExperimentFile, read_experiment};
