//! What makes a motion informative: functions of the information matrix
//! `A = Σ YᵀWY` of the parameters that are looked for, the smaller the better.
//!
//! All depend on the eigenvalues `λ` of `A` only, hence with `A = V diag(λ) Vᵀ`
//! the derivative is `∂J/∂A = V diag(∂J/∂λ) Vᵀ`. Where an objective looks at the
//! smallest or largest eigenvalue it takes a smooth stand-in (see [`spectrum`]),
//! since several eigenvalues meet at the optimum.
//!
//! An objective is one file and one line in [`OBJECTIVES`].

mod condition;
mod information;
mod mixed;
mod sigma_min;
pub mod spectrum;

pub use mixed::{Mixed, Weights};

use armlab_dense::Matrix;
use std::fmt::Debug;

/// A function of the eigenvalues of an information matrix.
pub trait Objective: Debug + Send + Sync {
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// What it is, for people.
    fn words(&self) -> &'static str;
    /// The value at positive eigenvalues, and into `slopes` its derivatives by
    /// them. The larger `sharpness`, the nearer stand-ins for extreme eigenvalues
    /// are to these.
    fn of_eigenvalues(&self, eigenvalues: &[f64], sharpness: f64, slopes: &mut [f64]) -> f64;
    /// Whether columns of different units must be brought to one length first.
    fn needs_scaling(&self) -> bool {
        false
    }
}

/// Every objective, by name; the first is the usual one.
pub const OBJECTIVES: &[&dyn Objective] = &[
    &information::Information,
    &sigma_min::SigmaMin,
    &condition::Condition,
    &mixed::Mixed(Weights { condition: 1.0, weakest: 10.0 }),
];

/// The objective called `name`.
pub fn objective(name: &str) -> Option<&'static dyn Objective> {
    OBJECTIVES.iter().copied().find(|o| o.name() == name)
}

/// The value at an information matrix and, into `slope`, the derivative by it.
/// Infinite where the matrix is not positive definite.
pub fn evaluate(
    objective: &dyn Objective,
    information: &Matrix,
    sharpness: f64,
    slope: Option<&mut Matrix>,
) -> f64 {
    let Ok(eigen) = information.symmetric_eigen() else { return f64::INFINITY };
    let smallest = eigen.values.first().copied().unwrap_or(f64::NAN);
    let largest = eigen.values.last().copied().unwrap_or(f64::NAN);
    // Below rounding an eigenvalue is noise, and so would be its slope.
    if !(smallest > 1e-15 * largest) {
        return f64::INFINITY;
    }
    let mut slopes = vec![0.0; eigen.values.len()];
    let value = objective.of_eigenvalues(&eigen.values, sharpness, &mut slopes);
    if let Some(slope) = slope {
        let n = eigen.values.len();
        let scaled = Matrix::from_fn(n, n, |i, j| eigen.vectors.at(i, j) * slopes[j]);
        *slope = scaled.times(&eigen.vectors.transposed());
    }
    value
}
