//! What can be computed from a robot alone: its description, kinematics and
//! dynamics, at the speed of the machine.

pub mod base;
pub mod collision;
pub mod dynamics;
pub mod friction;
pub mod kinematics;
pub mod linear;
pub mod mesh;
pub mod robot;
pub mod spatial;
pub mod text;
