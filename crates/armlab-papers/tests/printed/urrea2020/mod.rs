//! The planar arm.

mod dynamics;
mod physical;
mod units;
mod vectors;
