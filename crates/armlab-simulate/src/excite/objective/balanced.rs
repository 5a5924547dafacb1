//! Information and balance together: `−(1/n) ln det A + w ln cond(W)` with the
//! columns of `W` brought to length one and `w` = 1.5.
//!
//! The determinant alone spends everything on what is seen well already; the
//! condition number alone asks for no information at all. Together, both come
//! near to what they are alone. Whatever units the parameters have, the best
//! motion is the same.

use super::spectrum::{ln_max, ln_min};
use super::{Objective, of_eigenvalues, undo_unit_columns, unit_columns};
use armlab_dense::Matrix;

/// `w`.
const BALANCE: f64 = 1.5;

/// `−(1/n) ln det A + w ln cond(W)`.
#[derive(Clone, Copy, Debug)]
pub struct Balanced;

impl Objective for Balanced {
    fn name(&self) -> &'static str {
        "balanced"
    }
    fn words(&self) -> &'static str {
        "much information at a small condition number (determinant and condition together)"
    }
    fn evaluate(&self, information: &Matrix, sharpness: f64, slope: Option<&mut Matrix>) -> f64 {
        let n = information.rows();
        let count = n.max(1) as f64;
        let unit = unit_columns(information);
        let mut by_unit = Matrix::zeros(0, 0);
        let wanted = slope.is_some().then_some(&mut by_unit);
        let value = of_eigenvalues(&unit, wanted, |eigenvalues, slopes| {
            let half = 0.5 * BALANCE;
            let spread = half * ln_max(eigenvalues, sharpness, half, slopes)
                - half * ln_min(eigenvalues, sharpness, -half, slopes);
            for (slope, v) in slopes.iter_mut().zip(eigenvalues) {
                *slope -= 1.0 / (count * v);
            }
            spread - eigenvalues.iter().map(|v| v.ln()).sum::<f64>() / count
        });
        if !value.is_finite() {
            return f64::INFINITY;
        }
        if let Some(slope) = slope {
            let mut out = undo_unit_columns(&by_unit, &unit, information);
            for i in 0..n {
                out.set(i, i, out.at(i, i) - 1.0 / (count * information.at(i, i)));
            }
            *slope = out;
        }
        value - (0..n).map(|i| information.at(i, i).ln()).sum::<f64>() / count
    }
}
