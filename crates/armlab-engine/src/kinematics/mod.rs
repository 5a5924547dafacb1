//! Where every frame is, and how fast it moves.

pub mod forward;
pub mod inverse;
pub mod jacobian;
pub mod loops;
pub mod workspace;

pub use forward::{body_poses, frame_pose, link_poses};
pub use jacobian::{ReferenceFrame, frame_jacobian, frame_jacobian_rate};
