//! armlab weighs a robot by moving it.

pub mod dynamics;
pub mod kinematics;
pub mod robot;
pub mod spatial;
