//! armlab weighs a robot by moving it.
//!
//! The rooms of the house, in the order in which data passes through them. What
//! is computed from a robot alone lives in `armlab-engine` and is shown here
//! under the same roof; so are logs (`armlab-log`) and filters (`armlab-signal`).

pub use armlab_engine::{dynamics, kinematics, linear, robot, spatial, text};
pub use armlab_signal as signal;

pub mod identify;
pub mod motion;
pub mod report;
