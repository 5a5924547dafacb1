//! The rooms of armlab that the readers live in, compiled from their own files.
//!
//! Depending on the whole crate would instrument the dynamics kernels too, which
//! takes a compiler longer than the fuzzing takes to find anything.
#![allow(dead_code, unused_imports)]

#[path = "../../crates/armlab-engine/src/friction/mod.rs"]
pub mod friction;
#[path = "../../crates/armlab-engine/src/robot/mod.rs"]
pub mod robot;
#[path = "../../crates/armlab-engine/src/spatial/mod.rs"]
pub mod spatial;
#[path = "../../crates/armlab-engine/src/text.rs"]
mod text;
