//! Machines with closed loops in motion: simulation and friction.

mod drives;
mod friction;
#[allow(dead_code)]
#[path = "../../../armlab-engine/tests/loops/models.rs"]
mod models;
mod simulation;
