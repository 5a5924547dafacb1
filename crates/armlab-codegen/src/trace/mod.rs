//! The engine's recursions, recorded.

pub mod friction;
pub mod loops;
pub mod tree;
