//! What the server and the page say to each other: every request, answer and
//! event, in SI units and radians.
//!
//! TypeScript is made from these types into `web/src/contract.ts`; the test
//! `contract_ts_is_what_the_types_say` fails when that file is stale and writes
//! it anew with `ARMLAB_WRITE_CONTRACT=1`. Routes are listed in `web/CONTRACT.md`.

mod catalogue;
mod event;
mod geometry;
mod ik;
mod import;
mod log;
mod model;
mod motion;
mod patch;
mod problem;
mod project;
mod run;
mod run_request;
mod series;
mod structure;
#[cfg(test)]
mod typescript;
mod workspace;

pub use catalogue::*;
pub use event::*;
pub use geometry::*;
pub use ik::*;
pub use import::*;
pub use log::*;
pub use model::*;
pub use motion::*;
pub use patch::*;
pub use problem::*;
pub use project::*;
pub use run::*;
pub use run_request::*;
pub use series::*;
pub use structure::*;
pub use workspace::*;

/// A pose: position in metres, then a unit quaternion `x, y, z, w`.
pub type Pose = [f64; 7];
