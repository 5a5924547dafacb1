//! Slack and multiplier of one block, and its part of the Newton system.

use super::problem::Block;
use super::small::{cholesky, congruence, smallest_eigenvalue};
use armlab_dense::Matrix;

/// Slack and multiplier of a block, and room for a step.
pub(super) struct State {
    pub weight: f64,
    pub s: Vec<f64>,
    pub z: Vec<f64>,
    pub s_inverse: Vec<f64>,
    pub s_factor: Vec<f64>,
    pub z_factor: Vec<f64>,
    pub r_p: Vec<f64>,
    pub ds: Vec<f64>,
    pub dz: Vec<f64>,
    pub correction: Vec<f64>,
    pub scratch: Vec<f64>,
    pub more: Vec<f64>,
    /// Typical size of the block's entries.
    pub scale: f64,
}

impl State {
    pub fn new(block: &Block) -> Self {
        let zero = || vec![0.0; block.size * block.size];
        Self {
            weight: block.divergence.as_ref().map_or(0.0, |d| d.weight),
            s: zero(),
            z: zero(),
            s_inverse: zero(),
            s_factor: zero(),
            z_factor: zero(),
            r_p: zero(),
            ds: zero(),
            dz: zero(),
            correction: zero(),
            scratch: zero(),
            more: zero(),
            scale: 1.0,
        }
    }
    /// Largest step along which both matrices stay positive definite.
    pub fn longest_step(&mut self, d: usize) -> f64 {
        let mut longest = f64::INFINITY;
        for (direction, factor) in [(&self.ds, &self.s_factor), (&self.dz, &self.z_factor)] {
            self.scratch.copy_from_slice(direction);
            congruence(factor, d, &mut self.scratch);
            let least = smallest_eigenvalue(&mut self.scratch, d);
            if least < 0.0 {
                longest = longest.min(-1.0 / least);
            }
        }
        longest
    }
    /// The smallest eigenvalue of `S Z` after a step of this length.
    pub fn least_product(&mut self, d: usize, length: f64) -> f64 {
        for i in 0..d * d {
            self.scratch[i] = self.s[i] + length * self.ds[i];
        }
        if !cholesky(&self.scratch, d, &mut self.more) {
            return f64::NEG_INFINITY;
        }
        // Lᵀ Z L has the eigenvalues of S Z.
        for i in 0..d {
            for j in 0..d {
                let mut sum = 0.0;
                for k in i..d {
                    for m in j..d {
                        let z = self.z[k * d + m] + length * self.dz[k * d + m];
                        sum += self.more[k * d + i] * z * self.more[m * d + j];
                    }
                }
                self.scratch[i * d + j] = sum;
            }
        }
        smallest_eigenvalue(&mut self.scratch, d)
    }
}

/// `system_kl += tr(F_k Z F_l W)` for the unknowns of a block; `Z` and `W`
/// symmetric. Entry by entry: `tr(e_i e_jᵀ Z e_a e_bᵀ W) = Z_ja W_bi`.
pub(super) fn add_curvature(block: &Block, z: &[f64], w: &[f64], system: &mut Matrix) {
    let d = block.size;
    for (at, (k, first)) in block.terms.iter().enumerate() {
        for (l, second) in &block.terms[at..] {
            let mut sum = 0.0;
            for (i, j, v) in first {
                for (a, b, u) in second {
                    let mut part = z[j * d + a] * w[b * d + i];
                    if i != j {
                        part += z[i * d + a] * w[b * d + j];
                    }
                    if a != b {
                        part += z[j * d + b] * w[a * d + i];
                        if i != j {
                            part += z[i * d + b] * w[a * d + j];
                        }
                    }
                    sum += v * u * part;
                }
            }
            let (row, column) = if k >= l { (*k, *l) } else { (*l, *k) };
            system.set(row, column, system.at(row, column) + sum);
        }
    }
}
