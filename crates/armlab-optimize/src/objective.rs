//! What is minimised, and where.

use thiserror::Error;

/// A function of several unknowns, the smaller the better. Values that are not
/// finite count as worse than all others. `Sync`, because the candidates of a
/// generation are evaluated on all cores.
pub trait Objective: Sync {
    /// Number of unknowns.
    fn dimension(&self) -> usize;
    /// The value at `x`.
    fn value(&self, x: &[f64]) -> f64;
}

/// An objective with slopes.
pub trait Smooth: Objective {
    /// Writes the gradient at `x` into `out` and returns the value.
    fn gradient(&self, x: &[f64], out: &mut [f64]) -> f64;
}

/// A closure as an objective.
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F> {
    dimension: usize,
    function: F,
}

/// Makes an objective of `dimension` unknowns from a closure.
pub fn from_fn<F: Fn(&[f64]) -> f64 + Sync>(dimension: usize, function: F) -> FromFn<F> {
    FromFn { dimension, function }
}

impl<F: Fn(&[f64]) -> f64 + Sync> Objective for FromFn<F> {
    fn dimension(&self) -> usize {
        self.dimension
    }
    fn value(&self, x: &[f64]) -> f64 {
        (self.function)(x)
    }
}

/// Slopes by central differences around an objective that has none. Steps stay
/// within the bounds they are given.
#[derive(Clone, Copy)]
pub struct Differences<'a> {
    /// The objective.
    pub objective: &'a dyn Objective,
    /// Where it may be evaluated.
    pub bounds: &'a Bounds,
}

impl Objective for Differences<'_> {
    fn dimension(&self) -> usize {
        self.objective.dimension()
    }
    fn value(&self, x: &[f64]) -> f64 {
        self.objective.value(x)
    }
}

impl Smooth for Differences<'_> {
    fn gradient(&self, x: &[f64], out: &mut [f64]) -> f64 {
        let mut moved = x.to_vec();
        for k in 0..x.len() {
            let step = f64::EPSILON.cbrt() * x[k].abs().max(1.0);
            let high = (x[k] + step).min(self.bounds.upper()[k]);
            let low = (x[k] - step).max(self.bounds.lower()[k]);
            moved[k] = high;
            let above = self.objective.value(&moved);
            moved[k] = low;
            let below = self.objective.value(&moved);
            moved[k] = x[k];
            out[k] = if high > low { (above - below) / (high - low) } else { 0.0 };
        }
        self.objective.value(x)
    }
}

/// Bounds that cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BoundsError {
    /// Numbers of lower and upper bounds differ.
    #[error("{lower} lower bounds but {upper} upper bounds; give one of each per unknown")]
    Lengths {
        /// Lower bounds.
        lower: usize,
        /// Upper bounds.
        upper: usize,
    },
    /// A lower bound is above the upper one.
    #[error("unknown {unknown} must lie between {lower} and {upper}, which is impossible")]
    Order {
        /// The unknown.
        unknown: usize,
        /// Lower bound.
        lower: f64,
        /// Upper bound.
        upper: f64,
    },
}

/// A box.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Bounds {
    /// A box between two corners; infinite entries leave a side open.
    pub fn new(lower: Vec<f64>, upper: Vec<f64>) -> Result<Self, BoundsError> {
        if lower.len() != upper.len() {
            return Err(BoundsError::Lengths { lower: lower.len(), upper: upper.len() });
        }
        let order = lower.iter().zip(&upper).position(|(l, u)| !(l <= u));
        if let Some(unknown) = order {
            let (lower, upper) = (lower[unknown], upper[unknown]);
            return Err(BoundsError::Order { unknown, lower, upper });
        }
        Ok(Self { lower, upper })
    }
    /// The same interval for every unknown.
    ///
    /// # Panics
    /// If `lower` is above `upper`.
    pub fn cube(dimension: usize, lower: f64, upper: f64) -> Self {
        assert!(lower <= upper, "a lower bound below the upper one");
        Self { lower: vec![lower; dimension], upper: vec![upper; dimension] }
    }
    /// No bounds.
    pub fn none(dimension: usize) -> Self {
        Self::cube(dimension, f64::NEG_INFINITY, f64::INFINITY)
    }
    /// Number of unknowns.
    pub fn dimension(&self) -> usize {
        self.lower.len()
    }
    /// Lower corner.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }
    /// Upper corner.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }
    /// True if `x` lies in the box.
    pub fn contains(&self, x: &[f64]) -> bool {
        x.iter().enumerate().all(|(k, x)| *x >= self.lower[k] && *x <= self.upper[k])
    }
    /// Moves `x` to the nearest point of the box.
    pub fn clamp(&self, x: &mut [f64]) {
        for (k, x) in x.iter_mut().enumerate() {
            *x = x.max(self.lower[k]).min(self.upper[k]);
        }
    }
    /// The box as methods need it that draw from it: an open side is closed one
    /// hundred beyond the other side or zero.
    pub(crate) fn closed(&self) -> Self {
        const FAR: f64 = 100.0;
        let (mut lower, mut upper) = (self.lower.clone(), self.upper.clone());
        for k in 0..lower.len() {
            match (lower[k].is_finite(), upper[k].is_finite()) {
                (false, false) => (lower[k], upper[k]) = (-FAR, FAR),
                (false, true) => lower[k] = upper[k] - FAR,
                (true, false) => upper[k] = lower[k] + FAR,
                (true, true) => {}
            }
        }
        Self { lower, upper }
    }
    pub(crate) fn width(&self, k: usize) -> f64 {
        self.upper[k] - self.lower[k]
    }
}
