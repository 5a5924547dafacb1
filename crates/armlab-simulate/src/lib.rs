//! Robots in motion: trajectories, closed-loop simulation, and the design of
//! excitation trajectories.

pub mod excite;
pub mod motion;
pub mod simulate;
