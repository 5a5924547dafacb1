//! armlab weighs a robot by moving it.

pub mod dynamics;
pub mod identify;
pub mod kinematics;
pub mod linear;
pub mod report;
pub mod robot;
pub mod spatial;
pub mod text;
