//! What most programs need: `use armlab::prelude::*;`.

pub use crate::campaign::Campaign;
pub use crate::diagnosis::Diagnosis;
pub use crate::error::{Error, Hint, Result};
pub use crate::excitation::Excitation;
pub use crate::identification::{FrictionModel, Identification, Identified};
pub use crate::identify::online::Logged as Sample;
pub use crate::log::Log;
pub use crate::online_identification::OnlineIdentification;
pub use crate::progress::{CancelToken, Event, EventKind, Observer};
pub use crate::recordings::IntoLog;
pub use crate::robot::Robot;
pub use crate::simulation::Simulation;
pub use crate::validation::{Validated, Validation};
