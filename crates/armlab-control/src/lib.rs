//! What a controller does with a model, sample by sample: efforts ahead of the motion ([`feed_forward`]), efforts from outside ([`MomentumObserver`]),
//! collisions at a chosen rate of false alarms ([`CollisionDetector`]), and the load in the
//! hand ([`PayloadObserver`]). Generated code has the same functions.

mod collision;
mod error;
mod feed_forward;
mod observer;
mod payload;
mod quantile;

pub use collision::{Allowance, CollisionDetector, Thresholds};
pub use error::ControlError;
pub use feed_forward::{computed_torque, feed_forward, gravity_compensation};
pub use observer::{MomentumObserver, Sample};
pub use payload::{LOAD, Load, PayloadObserver, unit_loads};
pub use quantile::deviations;
