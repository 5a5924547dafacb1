//! A robot in motion under efforts, friction included: time stepping, controllers,
//! sensors and drives as they are, and whole experiments that end in a log.

mod contact;
pub mod controller;
mod default_motion;
pub mod effects;
mod experiment;
pub mod format;
mod friction_scale;
mod integrate;
mod plan;
mod platform;
mod provenance;
mod random;
mod record;
mod reference;
mod session;
mod sizes;
mod summary;

pub use contact::{Advance, Simulator};
pub use default_motion::default_motion;
pub use experiment::{
    Broken, End, Experiment, ExperimentError, Kept, Progress, Run, Saturation, Settings, Start,
    StopCause,
};
pub use format::{ExperimentFile, read_experiment};
pub use friction_scale::with_friction_scaled;
pub use integrate::{Method, PlantState, SimulationError};
pub use plan::plan;
pub use platform::{PlatformError, platform_motion};
pub use random::{Draws, StreamId};
pub use record::{MEASURED, Record, Row};
pub use sizes::{PerJoint, Sizes, WrongLength};
pub use summary::{EnergySummary, JointSummary, Summary};
