//! Experiment files: TOML that knows no robot. `docs/simulation.md` describes the keys.

mod controller;
mod read;
mod section;
mod source;

pub use read::{ExperimentFile, read_experiment};
pub use section::Section;
