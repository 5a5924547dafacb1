//! Closed-loop experiments: the papers', physics, and every effect by itself.

mod divergence;
mod effects;
mod files;
mod parallel;
mod physics;
mod scara;
mod streams;
mod support;
