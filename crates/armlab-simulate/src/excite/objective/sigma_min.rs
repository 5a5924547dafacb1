//! The weakest direction: `−ln σ_min(W)`, with `σ²` the eigenvalues of `A = WᵀW`
//! (E-optimality).

use super::spectrum::ln_min;
use super::{Objective, of_eigenvalues};
use armlab_dense::Matrix;

/// `−ln σ_min`.
#[derive(Clone, Copy, Debug)]
pub struct SigmaMin;

impl Objective for SigmaMin {
    fn name(&self) -> &'static str {
        "sigma-min"
    }
    fn words(&self) -> &'static str {
        "largest smallest singular value: the weakest combination seen best (E-optimal)"
    }
    fn evaluate(&self, information: &Matrix, sharpness: f64, slope: Option<&mut Matrix>) -> f64 {
        of_eigenvalues(information, slope, |eigenvalues, slopes| {
            -0.5 * ln_min(eigenvalues, sharpness, -0.5, slopes)
        })
    }
}
