//! The weakest direction: `−ln σ_min(W)`, with `σ²` the eigenvalues of `A = WᵀW`
//! (E-optimality).

use super::Objective;
use super::spectrum::ln_min;

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
    fn of_eigenvalues(&self, eigenvalues: &[f64], sharpness: f64, slopes: &mut [f64]) -> f64 {
        -0.5 * ln_min(eigenvalues, sharpness, -0.5, slopes)
    }
}
