//! SDF, the format of Gazebo and Drake.

mod write;

pub use write::write_sdf;
