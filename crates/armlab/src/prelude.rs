//! What most programs need: `use armlab::prelude::*;`.

pub use crate::error::{Error, Hint, Result};
pub use crate::excitation::Excitation;
pub use crate::log::Log;
pub use crate::progress::{CancelToken, Event, EventKind, Observer};
pub use crate::robot::Robot;
pub use crate::simulation::Simulation;
