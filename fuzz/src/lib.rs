//! The targets of fuzzing.

pub mod targets;
