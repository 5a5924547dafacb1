//! The expected standard deviations of the parameters: the logarithm of their
//! geometric mean, `(1/2n) Σ ln (A⁻¹)_kk`. An error of every parameter by the
//! same factor counts alike, so units do not matter; unlike the determinant, it
//! looks at each parameter for itself, as a table of results does.
//!
//! With `C` the matrix of columns of length one and `K = C⁻¹`,
//! `(A⁻¹)_kk = K_kk/A_kk` and `∂K_kk/∂C = −K e_k e_kᵀ K`.

use super::determinant::inverse;
use super::{Objective, undo_unit_columns, unit_columns};
use armlab_dense::Matrix;

/// `(1/2n) Σ ln (A⁻¹)_kk`.
#[derive(Clone, Copy, Debug)]
pub struct Deviations;

impl Objective for Deviations {
    fn name(&self) -> &'static str {
        "deviations"
    }
    fn words(&self) -> &'static str {
        "smallest expected standard deviations of the parameters (their geometric mean)"
    }
    fn evaluate(&self, information: &Matrix, _: f64, slope: Option<&mut Matrix>) -> f64 {
        let n = information.rows();
        let unit = unit_columns(information);
        let Some((_, Some(k))) = inverse(&unit, true) else { return f64::INFINITY };
        let share = 0.5 / n.max(1) as f64;
        if let Some(slope) = slope {
            let scaled = Matrix::from_fn(n, n, |i, j| -share * k.at(i, j) / k.at(j, j));
            let mut out = undo_unit_columns(&scaled.product(&k), &unit, information);
            for i in 0..n {
                out.set(i, i, out.at(i, i) - share / information.at(i, i));
            }
            *slope = out;
        }
        share * (0..n).map(|i| k.at(i, i).ln() - information.at(i, i).ln()).sum::<f64>()
    }
}
