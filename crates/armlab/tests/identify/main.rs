//! Identification from logs whose truth is known.

#[path = "../support/mod.rs"]
mod support;

mod friction_laws;
mod instruments;
mod logs;
mod structure;
