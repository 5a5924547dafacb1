//! The physics that any robot must obey, on random trees of up to 40 joints:
//! revolute, continuous, prismatic and fixed joints, branches, axes in any
//! direction, rotor inertias, gravity in any direction; all from fixed seeds.
//!
//! Tolerances are relative to the natural size of a quantity (the largest entry
//! of a vector or matrix, unless a test says otherwise) and stand about ten
//! times above the worst error met; `cargo test --release --test physics --
//! --nocapture` prints those.

mod batches;
mod coupled;
mod derivatives;
mod descriptions;
mod energies;
mod equations;
mod kinematics;
mod locked;
mod scalars;
mod wrenches;

#[path = "../support/mod.rs"]
mod support;
