//! The condition number `ln cond(W) = ln(σ_max/σ_min)` (Gautier & Khalil 1992).
//!
//! Alone it is a trap: a motion that hardly moves can be perfectly balanced. It
//! says how errors of the regressor spread, not how large they are.

use super::spectrum::{ln_max, ln_min};
use super::{Objective, of_eigenvalues};
use armlab_dense::Matrix;

/// `ln cond(W)`.
#[derive(Clone, Copy, Debug)]
pub struct Condition;

impl Objective for Condition {
    fn name(&self) -> &'static str {
        "condition"
    }
    fn words(&self) -> &'static str {
        "smallest condition number: all combinations seen alike, however little"
    }
    fn evaluate(&self, information: &Matrix, sharpness: f64, slope: Option<&mut Matrix>) -> f64 {
        of_eigenvalues(information, slope, |eigenvalues, slopes| {
            0.5 * ln_max(eigenvalues, sharpness, 0.5, slopes)
                - 0.5 * ln_min(eigenvalues, sharpness, -0.5, slopes)
        })
    }
    fn needs_scaling(&self) -> bool {
        true
    }
}
