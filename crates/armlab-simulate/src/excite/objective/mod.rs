//! What makes a motion informative: functions of the information matrix
//! `A = Σ YᵀWY` of the parameters that are looked for, the smaller the better.
//!
//! Most depend on the eigenvalues `λ` of `A` only, hence with `A = V diag(λ) Vᵀ`
//! the derivative is `∂J/∂A = V diag(∂J/∂λ) Vᵀ`. Where an objective looks at the
//! smallest or largest eigenvalue it takes a smooth stand-in (see [`spectrum`]),
//! since several eigenvalues meet at the optimum.
//!
//! An objective is one file and one line in [`OBJECTIVES`].

mod balanced;
mod condition;
mod determinant;
mod deviations;
mod mixed;
mod sigma_min;
pub mod spectrum;

pub use mixed::{Mixed, Weights};

use armlab_dense::Matrix;
use std::fmt::Debug;

/// A function of an information matrix.
pub trait Objective: Debug + Send + Sync {
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// What it is, for people.
    fn words(&self) -> &'static str;
    /// The value at a matrix and, into `slope`, its derivative by it; infinite
    /// where the matrix is not positive definite. The larger `sharpness`, the
    /// nearer stand-ins for extreme eigenvalues are to these.
    fn evaluate(&self, information: &Matrix, sharpness: f64, slope: Option<&mut Matrix>) -> f64;
    /// Whether columns of different units must be brought to one length first.
    fn needs_scaling(&self) -> bool {
        false
    }
}

/// Every objective, by name; the first is the usual one.
pub const OBJECTIVES: &[&dyn Objective] = &[
    &balanced::Balanced,
    &determinant::Determinant,
    &deviations::Deviations,
    &condition::Condition,
    &sigma_min::SigmaMin,
    &mixed::Mixed(Weights { condition: 1.0, weakest: 10.0 }),
];

/// The objective called `name`.
pub fn objective(name: &str) -> Option<&'static dyn Objective> {
    OBJECTIVES.iter().copied().find(|o| o.name() == name)
}

/// The value of a function of the eigenvalues at a matrix and, into `slope`, the
/// derivative by the matrix. The function writes its derivatives by the
/// eigenvalues. Infinite where the matrix is not positive definite.
fn of_eigenvalues(
    information: &Matrix,
    slope: Option<&mut Matrix>,
    function: impl Fn(&[f64], &mut [f64]) -> f64,
) -> f64 {
    let Ok(eigen) = information.symmetric_eigen() else { return f64::INFINITY };
    let smallest = eigen.values.first().copied().unwrap_or(f64::NAN);
    let largest = eigen.values.last().copied().unwrap_or(f64::NAN);
    // Below rounding an eigenvalue is noise, and so would be its slope.
    if !(smallest > 1e-15 * largest) {
        return f64::INFINITY;
    }
    let mut slopes = vec![0.0; eigen.values.len()];
    let value = function(&eigen.values, &mut slopes);
    if let Some(slope) = slope {
        let n = eigen.values.len();
        let scaled = Matrix::from_fn(n, n, |i, j| eigen.vectors.at(i, j) * slopes[j]);
        *slope = scaled.product(&eigen.vectors.transposed());
    }
    value
}

/// Columns of the regressor brought to length one: `C_ij = A_ij/√(A_ii A_jj)`.
pub(super) fn unit_columns(information: &Matrix) -> Matrix {
    let n = information.rows();
    let root: Vec<f64> = (0..n).map(|i| information.at(i, i).sqrt()).collect();
    Matrix::from_fn(n, n, |i, j| information.at(i, j) / (root[i] * root[j]))
}

/// The derivative by `A` from that by `C`: `D S D − diag((S C)_ii / A_ii)` with
/// `D = diag(1/√A_ii)`.
pub(super) fn undo_unit_columns(s: &Matrix, unit: &Matrix, information: &Matrix) -> Matrix {
    let n = s.rows();
    let root: Vec<f64> = (0..n).map(|i| information.at(i, i).sqrt()).collect();
    // (S C)_ii, both being symmetric.
    let diagonal = |i: usize| armlab_dense::dot(s.column(i), unit.column(i));
    let mut out = Matrix::from_fn(n, n, |i, j| s.at(i, j) / (root[i] * root[j]));
    for (i, root) in root.iter().enumerate() {
        out.set(i, i, out.at(i, i) - diagonal(i) / (root * root));
    }
    out
}
