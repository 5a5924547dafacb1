//! Progress of a method at work, and how to stop it.

use std::ops::ControlFlow;

/// How far a method is.
#[derive(Clone, Copy, Debug)]
pub struct MethodProgress<'g> {
    /// The method.
    pub method: &'static str,
    /// Part of the work that is done, 0 to 1; not a number where that is unknown.
    pub done: f64,
    /// What it has found so far.
    pub found: Intermediate<'g>,
}

/// An intermediate result.
#[derive(Clone, Copy, Debug)]
pub enum Intermediate<'g> {
    /// An estimate, at a time of the log.
    Estimate {
        /// Time, s.
        at: f64,
        /// Values of the unknowns.
        values: &'g [f64],
        /// Their standard deviations, where the method has them.
        deviations: Option<&'g [f64]>,
    },
    /// The best cost so far.
    Cost {
        /// Generation.
        at: f64,
        /// Mean squared residual.
        cost: f64,
    },
}

/// Called from any thread. With `Break` a method ends with the result it has, if it
/// can.
pub type MethodObserver<'a> = &'a (dyn Fn(&MethodProgress) -> ControlFlow<()> + Sync);
