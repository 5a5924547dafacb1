//! Identification from logs whose truth is known.

mod friction_laws;
mod instruments;
mod logs;
