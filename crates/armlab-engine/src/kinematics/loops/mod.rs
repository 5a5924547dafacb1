//! Kinematics of machines with closed loops: a tree whose closures hold frames
//! together.
//!
//! With `g(q) = 0` the closures' equations and `B = ∂g/∂q`, split into actuated
//! and passive joints, the passive ones follow the actuated ones:
//!
//! ```text
//! g(q_a, q_p) = 0        q̇_p = K q̇_a,  K = −B_p⁻¹ B_a        q̈_p = K q̈_a − B_p⁻¹ (Ḃ q̇)
//! ```
//!
//! Positions are found by Newton's method from a nearby assembled pose, so the
//! branch is the one that pose is on, and is kept along a motion. A joint that follows
//! another by a factor (`mimic`) is one more equation; where there are no others, nothing
//! is searched.

mod constraint;
mod error;
mod machine;
mod platform;
mod singularity;

pub use constraint::{BodyMotion, Constraints, Held, body_motions};
pub use error::{LoopError, MotionError};
pub use machine::{LoopMemory, Machine, Place};
pub use singularity::SingularityDistance;
