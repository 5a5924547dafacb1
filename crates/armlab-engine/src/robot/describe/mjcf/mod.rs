//! MJCF, the format of MuJoCo.

mod write;
mod write_equality;

pub use write::write_mjcf;
