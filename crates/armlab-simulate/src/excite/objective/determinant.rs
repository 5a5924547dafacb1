//! D-optimality: the volume of the confidence ellipsoid, `−(1/n) ln det A`
//! (Swevers et al., *IEEE Trans. Robot. Autom.* 13, 1997; Atkinson & Donev,
//! *Optimum Experimental Designs*, 1992). Whatever units the parameters have,
//! the best motion is the same. The slope is `−A⁻¹/n`.

use super::{Objective, undo_unit_columns, unit_columns};
use armlab_dense::{Cholesky, Matrix};

/// `−(1/n) ln det A`.
#[derive(Clone, Copy, Debug)]
pub struct Determinant;

impl Objective for Determinant {
    fn name(&self) -> &'static str {
        "determinant"
    }
    fn words(&self) -> &'static str {
        "largest determinant of the information: smallest confidence ellipsoid (D-optimal)"
    }
    fn evaluate(&self, information: &Matrix, _: f64, slope: Option<&mut Matrix>) -> f64 {
        let n = information.rows();
        // Brought to length one first: units must not decide what is singular.
        let unit = unit_columns(information);
        let Some((factor, inverse)) = inverse(&unit, slope.is_some()) else { return f64::INFINITY };
        let lengths: f64 = (0..n).map(|i| information.at(i, i).ln()).sum();
        let factors: f64 = (0..n).map(|i| 2.0 * factor.at(i, i).ln()).sum();
        if let (Some(slope), Some(inverse)) = (slope, inverse) {
            let by_unit = Matrix::from_fn(n, n, |i, j| -inverse.at(i, j) / n as f64);
            let mut out = undo_unit_columns(&by_unit, &unit, information);
            for i in 0..n {
                out.set(i, i, out.at(i, i) - 1.0 / (n as f64 * information.at(i, i)));
            }
            *slope = out;
        }
        -(lengths + factors) / n.max(1) as f64
    }
}

/// Smallest pivot, relative to one, below which a matrix with ones on its
/// diagonal is singular.
const SINGULAR: f64 = 1e-13;

/// The lower factor of a matrix with ones on its diagonal and, if asked for, its
/// inverse; `None` where it is not positive definite.
pub(super) fn inverse(unit: &Matrix, with_inverse: bool) -> Option<(Matrix, Option<Matrix>)> {
    let n = unit.rows();
    let factor = Cholesky::new(unit).ok()?;
    let lower = factor.lower().clone();
    if !(0..n).all(|i| lower.at(i, i).powi(2) > SINGULAR) {
        return None;
    }
    let inverse = with_inverse.then(|| {
        let mut inverse = Matrix::identity(n);
        (0..n).for_each(|k| factor.solve(inverse.column_mut(k)));
        inverse
    });
    Some((lower, inverse))
}
