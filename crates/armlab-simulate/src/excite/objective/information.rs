//! D-optimality: the volume of the confidence ellipsoid, `−(1/n) ln det A`
//! (Swevers et al., *IEEE Trans. Robot. Autom.* 13, 1997; Atkinson & Donev,
//! *Optimum Experimental Designs*, 1992). Whatever units the parameters have,
//! the best motion is the same.

use super::Objective;

/// `−(1/n) ln det A`.
#[derive(Clone, Copy, Debug)]
pub struct Information;

impl Objective for Information {
    fn name(&self) -> &'static str {
        "information"
    }
    fn words(&self) -> &'static str {
        "most information: smallest volume of the confidence ellipsoid (D-optimal)"
    }
    fn of_eigenvalues(&self, eigenvalues: &[f64], _: f64, slopes: &mut [f64]) -> f64 {
        let n = eigenvalues.len().max(1) as f64;
        for (slope, v) in slopes.iter_mut().zip(eigenvalues) {
            *slope = -1.0 / (n * v);
        }
        -eigenvalues.iter().map(|v| v.ln()).sum::<f64>() / n
    }
}
