//! Closed-loop simulation with friction: time stepping, controllers, sensor and drive
//! effects, and whole experiments that end in a log.

mod contact;
pub mod controller;
mod default_motion;
pub mod effects;
mod experiment;
mod fields;
mod finish;
pub mod format;
mod friction_scale;
mod integrate;
mod outcome;
mod plan;
mod platform;
mod provenance;
mod random;
mod record;
mod reference;
mod session;
mod sizes;
mod summary;

pub use reference::sample as sample_reference;
pub use session::{initial_state, saturation};

pub use contact::{Advance, Simulator};
pub use default_motion::default_motion;
pub use experiment::{Experiment, LogColumns, Saturation, Settings, Start};
pub use format::{ExperimentFile, read_experiment};
pub use friction_scale::with_friction_scaled;
pub use integrate::{Method, PlantState, SimulationError};
pub use outcome::{EarlyStop, End, ExperimentError, Run, StopCause};
pub use plan::plan;
pub use platform::{PlatformError, platform_motion};
pub use random::{StreamId, random_stream};
pub use record::{MEASURED, Record, Row};
pub use sizes::{ParseError, PerJoint, Sizes, WrongLength};
pub use summary::{EnergySummary, JointSummary, Summary};
