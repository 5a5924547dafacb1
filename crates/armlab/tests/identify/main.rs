//! Identification from logs whose truth is known.

#[path = "../support/mod.rs"]
mod support;

mod advice;
mod bootstrap;
mod dilution;
mod friction_laws;
mod instruments;
mod intervals;
mod logs;
mod motions;
mod sampled_models;
mod structure;
