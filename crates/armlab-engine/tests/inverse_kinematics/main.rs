//! Inverse kinematics: what the solvers promise, on the built-in robots and on
//! arms built for the purpose.

mod annealing;
mod closed_form;
mod input;
mod paths;
mod planar;
mod poses;
mod redundant;
mod support;
