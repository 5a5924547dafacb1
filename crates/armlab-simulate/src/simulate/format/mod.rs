//! Experiment files: TOML that knows no robot. `docs/simulation.md` describes the keys.

mod read;

pub use read::{ExperimentFile, read_experiment};
