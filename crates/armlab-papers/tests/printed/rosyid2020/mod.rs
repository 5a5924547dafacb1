//! The planar 3PRR machine.

mod bounds;
mod dynamics;
mod energy;
mod engine;
mod excitation;
mod forward;
mod friction;
mod kinematics;
mod observability;
mod samples;
mod vectors;
