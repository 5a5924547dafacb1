//! MJCF, the format of MuJoCo, read and written.

mod actuators;
mod bodies;
mod compiler;
mod defaults;
mod equality;
mod geoms;
mod inertial;
mod joints;
mod load;
mod meshes;
mod model;
mod place;
mod read;
mod scope;
mod values;
mod write;
mod write_equality;
mod write_place;

pub use read::read_mjcf;
pub(super) use read::read_with;
pub use write::write_mjcf;
