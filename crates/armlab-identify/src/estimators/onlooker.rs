//! What a method says while it is at work, and how it is stopped.

use std::ops::ControlFlow;

/// How far a method is.
#[derive(Clone, Copy, Debug)]
pub struct Glimpse<'g> {
    /// The method.
    pub method: &'static str,
    /// Part of the work that is done, 0 to 1; not a number where nobody knows.
    pub done: f64,
    /// What it knows by now.
    pub known: Known<'g>,
}

/// What a method knows on its way.
#[derive(Clone, Copy, Debug)]
pub enum Known<'g> {
    /// An estimate, at a time of the log.
    Estimate {
        /// Time, s.
        at: f64,
        /// Values of the unknowns.
        values: &'g [f64],
        /// Their standard deviations, where it has them.
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

/// Looks on, from any thread. With `Break` a method ends with what it has, if it
/// can.
pub type Onlooker<'a> = &'a (dyn Fn(&Glimpse) -> ControlFlow<()> + Sync);
