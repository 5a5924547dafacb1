//! `ln(w₁ cond(W) + w₂/σ_min(W))`: balance, but not at the price of information
//! (Rosyid & El-Khasawneh 2020, Eq 38; the logarithm changes no minimum).

use super::spectrum::{ln_max, ln_min};
use super::{Objective, of_eigenvalues};
use armlab_dense::Matrix;

/// The two weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// `w₁`, of the condition number.
    pub condition: f64,
    /// `w₂`, of `1/σ_min`.
    pub weakest: f64,
}

/// `ln(w₁ cond + w₂/σ_min)`.
#[derive(Clone, Copy, Debug)]
pub struct Mixed(pub Weights);

impl Objective for Mixed {
    fn name(&self) -> &'static str {
        "mixed"
    }
    fn words(&self) -> &'static str {
        "condition number and 1/sigma_min together"
    }
    fn evaluate(&self, information: &Matrix, sharpness: f64, slope: Option<&mut Matrix>) -> f64 {
        let Weights { condition, weakest } = self.0;
        of_eigenvalues(information, slope, |eigenvalues, slopes| {
            let mut of_min = vec![0.0; slopes.len()];
            let ln_largest = 0.5 * ln_max(eigenvalues, sharpness, 0.5, slopes);
            let ln_smallest = 0.5 * ln_min(eigenvalues, sharpness, 0.5, &mut of_min);
            let cond = condition * (ln_largest - ln_smallest).exp();
            let weak = weakest * (-ln_smallest).exp();
            let sum = cond + weak;
            for (slope, of_min) in slopes.iter_mut().zip(of_min) {
                *slope = cond / sum * *slope - of_min;
            }
            sum.ln()
        })
    }
    fn needs_scaling(&self) -> bool {
        true
    }
}
