//! Excitation design: gradients, objectives, limits, and the designs of three robots.

mod apart;
mod bases;
mod designs;
mod gradients;
mod limits;
mod parallel;
mod support;
