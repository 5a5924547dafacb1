//! SDF, the format of Gazebo and Drake, read and written.

mod include;
mod joints;
mod read;
mod scope;
mod shapes;
mod values;
mod write;

pub use read::read_sdf;
pub(super) use read::read_with;
pub use write::write_sdf;
