//! Dynamics
pub mod inverse;
