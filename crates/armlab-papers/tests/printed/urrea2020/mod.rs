//! The planar arm.

mod annealing;
mod dynamics;
mod physical;
mod units;
mod vectors;
