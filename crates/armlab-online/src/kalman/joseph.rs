//! The measurement update of a linear (or linearised) measurement, in the form of
//! Bucy & Joseph (1968), which stays positive whatever the gain:
//!
//! ```text
//! S = H P Hᵀ + R       K = P Hᵀ S⁻¹       x += K ν       P = (1 − K H) P (1 − K H)ᵀ + K R Kᵀ
//! ```
//!
//! With `A = (1 − K H) P` the last is `A + (K R − A Hᵀ) Kᵀ`, where the bracket is
//! zero but for rounding: it takes `n² m` and not `n³` operations.

use super::algebra::{cholesky, product, product_transposed, solve_lower, solve_rows, symmetrise};
use super::filter::{Belief, Failure};
use super::system::Dimensions;
use armlab_dense::dot;

/// Matrices of an update, and room for them.
#[derive(Clone, Debug)]
pub(super) struct Joseph {
    sizes: Dimensions,
    /// `H`
    pub(super) slopes: Vec<f64>,
    /// `R`
    pub(super) noise: Vec<f64>,
    /// `ν = z − h(x)`
    pub(super) innovation: Vec<f64>,
    /// `Kᵀ`, `measurements × states`.
    pub(super) gain: Vec<f64>,
    /// Cholesky factor of `S`.
    factor: Vec<f64>,
    /// `H P`
    seen: Vec<f64>,
    /// `R Kᵀ − H Aᵀ`
    rest: Vec<f64>,
    whitened: Vec<f64>,
}

impl Joseph {
    pub(super) fn new(sizes: Dimensions) -> Self {
        let (n, m) = (sizes.states, sizes.measurements);
        let wide = vec![0.0; m * n];
        let square = vec![0.0; m * m];
        Self {
            sizes,
            slopes: wide.clone(),
            noise: square.clone(),
            innovation: vec![0.0; m],
            gain: wide.clone(),
            factor: square,
            seen: wide.clone(),
            rest: wide,
            whitened: vec![0.0; m],
        }
    }

    /// Updates a belief with `slopes`, `noise` and `innovation`; `νᵀ S⁻¹ ν`.
    pub(super) fn update(&mut self, belief: &mut Belief) -> Result<f64, Failure> {
        let (n, m) = (self.sizes.states, self.sizes.measurements);
        product(&self.slopes, &belief.p, n, n, &mut self.seen);
        product_transposed(&self.seen, &self.slopes, n, &mut self.factor);
        self.factor.iter_mut().zip(&self.noise).for_each(|(s, r)| *s += r);
        symmetrise(&mut self.factor, m);
        if !cholesky(&mut self.factor, m) {
            return Err(Failure::NotPositive("innovation's covariance"));
        }
        self.gain.copy_from_slice(&self.seen);
        solve_rows(&self.factor, m, &mut self.gain);
        self.whitened.copy_from_slice(&self.innovation);
        solve_lower(&self.factor, m, &mut self.whitened);
        for (row, nu) in self.gain.chunks_exact(n).zip(&self.innovation) {
            belief.x.iter_mut().zip(row).for_each(|(x, k)| *x += k * nu);
        }
        // A = P − K (H P)
        for (gain, seen) in self.gain.chunks_exact(n).zip(self.seen.chunks_exact(n)) {
            subtract_outer(&mut belief.p, gain, seen);
        }
        // The bracket, transposed: R Kᵀ − H Aᵀ.
        product(&self.noise, &self.gain, m, n, &mut self.rest);
        for (rest, slopes) in self.rest.chunks_exact_mut(n).zip(self.slopes.chunks_exact(n)) {
            for (rest, a) in rest.iter_mut().zip(belief.p.chunks_exact(n)) {
                *rest -= dot(slopes, a);
            }
        }
        for (rest, gain) in self.rest.chunks_exact_mut(n).zip(self.gain.chunks_exact(n)) {
            rest.iter_mut().for_each(|x| *x = -*x);
            subtract_outer(&mut belief.p, rest, gain);
        }
        symmetrise(&mut belief.p, n);
        Ok(dot(&self.whitened, &self.whitened))
    }
}

/// `a −= u vᵀ`
fn subtract_outer(a: &mut [f64], u: &[f64], v: &[f64]) {
    for (row, &factor) in a.chunks_exact_mut(v.len()).zip(u) {
        row.iter_mut().zip(v).for_each(|(a, v)| *a -= factor * v);
    }
}
