//! What a filter must know of the system it follows.
//!
//! ```text
//! x⁺ = f(x, u, Δt) + w,  w ~ N(0, Q)        z = h(x) + v,  v ~ N(0, R)
//! ```
//!
//! States that move by themselves come first; those that are constant, such as
//! the parameters of an augmented state, come last. A filter spares itself the
//! rows of `F` that say "constants stay".

use thiserror::Error;

/// Sizes of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimensions {
    /// All states.
    pub states: usize,
    /// States at the end that do not change by themselves.
    pub constants: usize,
    /// Numbers that a sample measures.
    pub measurements: usize,
}

impl Dimensions {
    /// States that move, which come first.
    pub fn moving(&self) -> usize {
        self.states - self.constants
    }
}

/// Why a state cannot be predicted.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct NoPrediction(pub String);

/// A system that a filter follows. Matrices go row after row into slices. No
/// call allocates unless it fails.
pub trait System {
    /// Its sizes; they never change.
    fn dimensions(&self) -> Dimensions;

    /// Advances states by `dt` under the input `u`, in place: any number of
    /// them, each of which begins `stride` numbers after the one before it. Constants stay.
    fn predict(
        &mut self,
        states: &mut [f64],
        stride: usize,
        u: &[f64],
        dt: f64,
    ) -> Result<(), NoPrediction>;

    /// Advances one state as [`predict`](Self::predict) does, with the slopes of
    /// the moving states by all states (`moving × states`) at where it was, in rows of `stride`
    /// numbers, of which the last are zero.
    fn linearise(
        &mut self,
        x: &mut [f64],
        u: &[f64],
        dt: f64,
        stride: usize,
        slopes: &mut [f64],
    ) -> Result<(), NoPrediction>;

    /// `Q` (`states × states`, symmetric) of a step that starts at `x`, in rows of `stride`
    /// numbers, of which the last are zero.
    fn process_noise(
        &mut self,
        x: &[f64],
        u: &[f64],
        dt: f64,
        stride: usize,
        noise: &mut [f64],
    ) -> Result<(), NoPrediction>;

    /// `h(x)`
    fn measure(&mut self, x: &[f64], out: &mut [f64]);

    /// Slopes of `h` (`measurements × states`).
    fn measurement_slopes(&mut self, x: &[f64], slopes: &mut [f64]);

    /// True when `h(x) = H x`, so that no filter needs to approximate it; `H` never changes.
    fn measures_linearly(&self) -> bool {
        true
    }

    /// `R` (`measurements × measurements`).
    fn measurement_noise(&mut self, noise: &mut [f64]);

    /// The diagonal of `R` where it is all there is, which lets filters take measurements one
    /// after another; false where it is not.
    fn independent_noise(&mut self, variances: &mut [f64]) -> bool {
        let _ = variances;
        false
    }

    /// Whether a system with the constants of `x` could exist. After an update
    /// that leads elsewhere, the step of the constants is halved until it does.
    fn feasible(&mut self, x: &[f64]) -> bool {
        let _ = x;
        true
    }

    /// The same of states one after another, an answer for each.
    fn feasible_each(&mut self, states: &[f64], out: &mut [bool]) {
        let width = self.dimensions().states.max(1);
        for (x, out) in states.chunks_exact(width).zip(out) {
            *out = self.feasible(x);
        }
    }
}
