//! Identification from logs whose truth is known.

mod friction_laws;
mod hostile;
mod instruments;
mod knowledge;
mod logs;
mod payload;
