//! armlab weighs a robot by moving it.

pub mod robot;
pub mod spatial;
