//! A robot in motion under efforts, friction included.

mod contact;
mod integrate;

pub use contact::{Advance, Simulator};
pub use integrate::{Method, PlantState, SimulationError};
