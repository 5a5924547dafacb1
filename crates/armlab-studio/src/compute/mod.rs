//! What pages ask for and get at once: poses, shapes, inverse kinematics, workspaces, motions,
//! logs. All of it is computed by the library.

pub mod catalogue;
pub mod corrected;
pub mod geometry;
pub mod ik;
pub mod log;
pub mod log_series;
pub mod log_views;
pub mod motion_preview;
pub mod poses;
pub mod shapes;
pub mod share;
pub mod solid;
pub mod table;
pub mod workspace;
