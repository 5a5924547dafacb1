//! The cylindrical arm.

mod dynamics;
mod helix;
mod kinematics;
mod physical;
mod vectors;
