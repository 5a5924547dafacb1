//! Experiment files: TOML that knows no robot. `docs/simulation.md` describes the keys.

mod read;
mod section;
mod source;

pub use read::{ExperimentFile, read_experiment};
pub use section::Section;
