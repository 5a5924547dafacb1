//! Machines with closed loops: the planar 3PRR in two models against its
//! vectors, and the physics that any looped machine must obey.

mod batch;
mod errors;
mod identifiability;
mod models;
mod physics;
mod platform;
mod vectors;

/// Asserts that a number is as expected, relative to its size or to one.
fn close(what: &str, got: f64, expected: f64, tolerance: f64) {
    let error = (got - expected).abs() / expected.abs().max(1.0);
    assert!(error <= tolerance, "{what}: {got} instead of {expected} ({error:.1e})");
}
