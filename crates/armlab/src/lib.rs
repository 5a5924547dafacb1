//! armlab weighs a robot by moving it.
//!
//! The rooms of the house, in the order in which data passes through them. What
//! is computed from a robot alone lives in `armlab-engine` and is shown here
//! under the same roof; so are filters (`armlab-signal`), optimisers
//! (`armlab-optimize`), logs (`armlab-log`) and estimators that learn sample by
//! sample (`armlab-online`).

pub use armlab_engine::{base, dynamics, friction, kinematics, linear, robot, spatial, text};
pub use armlab_identify as identify;
pub use armlab_log as log;
pub use armlab_online as online;
pub use armlab_optimize as optimize;
pub use armlab_progress as progress;
pub use armlab_settings as settings;
pub use armlab_signal as signal;
pub use armlab_simulate::{excite, motion, simulate};

pub mod campaign;
pub mod demo;
pub mod documents;
pub mod error;
pub mod evaluation;
pub mod excitation;
pub mod identification;
pub mod online_identification;
pub mod prelude;
pub mod recordings;
pub mod report;
mod saving;
pub mod simulation;
pub mod validation;

pub use campaign::Campaign;
pub use error::{Error, Hint, Result};
pub use excitation::Excitation;
pub use simulation::Simulation;
