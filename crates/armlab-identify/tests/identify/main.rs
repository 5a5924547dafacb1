//! Identification from logs whose truth is known.

mod advice;
mod all_rows;
mod bootstrap;
mod consistent;
mod dilution;
mod friction_laws;
mod hostile;
mod instruments;
mod intervals;
mod knowledge;
mod logs;
mod motions;
mod parallel;
mod payload;
mod sampled_models;
#[path = "../../../armlab-engine/tests/support/mod.rs"]
mod support;
