//! The measurement update of a linear (or linearised) measurement, in the form of
//! Bucy & Joseph (1968), which stays positive whatever the gain:
//!
//! ```text
//! S = H P Hᵀ + R       K = P Hᵀ S⁻¹       x += K ν       P = (1 − K H) P (1 − K H)ᵀ + K R Kᵀ
//! ```
//!
//! With `A = (1 − K H) P` the last is `A + (K R − A Hᵀ) Kᵀ`, where the bracket is
//! zero but for rounding: it takes `n² m` and not `n³` operations.

use super::filter::{Belief, Failure};
use super::system::Dimensions;
use armlab_dense::dot;
use armlab_dense::small::{add_scaled, cholesky, product, solve_lower, solve_rows};

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
    /// `H P`, which is `S Kᵀ`.
    pub(super) seen: Vec<f64>,
    /// `R Kᵀ − H Aᵀ`
    rest: Vec<f64>,
    whitened: Vec<f64>,
    /// Column and value of what is not zero in `H`, and where each row ends.
    entries: Vec<(usize, f64)>,
    ends: Vec<usize>,
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
            entries: Vec::with_capacity(m * n),
            ends: vec![0; m],
        }
    }

    /// Updates a belief with `slopes`, `noise` and `innovation`; `νᵀ S⁻¹ ν`.
    pub(super) fn update(&mut self, belief: &mut Belief) -> Result<f64, Failure> {
        let (n, m) = (self.sizes.states, self.sizes.measurements);
        self.find_entries();
        let row_of = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i];
        for (i, seen) in self.seen.chunks_exact_mut(n).enumerate() {
            seen.fill(0.0);
            for &(k, value) in &self.entries[row_of(i)] {
                add_scaled(seen, value, &belief.p[k * n..(k + 1) * n]);
            }
        }
        for i in 0..m {
            let seen = &self.seen[i * n..(i + 1) * n];
            for j in 0..=i {
                let row = self.entries[row_of(j)].iter();
                let sum: f64 = row.map(|&(k, value)| value * seen[k]).sum();
                self.factor[i * m + j] = sum + self.noise[i * m + j];
            }
        }
        if !cholesky(&mut self.factor, m) {
            return Err(Failure::NotPositive("innovation's covariance"));
        }
        self.gain.copy_from_slice(&self.seen);
        solve_rows(&self.factor, m, &mut self.gain);
        self.whitened.copy_from_slice(&self.innovation);
        solve_lower(&self.factor, m, &mut self.whitened);
        for (row, nu) in self.gain.chunks_exact(n).zip(&self.innovation) {
            add_scaled(&mut belief.x, *nu, row);
        }
        // A = P − K (H P)
        for (r, row) in belief.p.chunks_exact_mut(n).enumerate() {
            for (gain, seen) in self.gain.chunks_exact(n).zip(self.seen.chunks_exact(n)) {
                add_scaled(row, -gain[r], seen);
            }
        }
        // The bracket, transposed: R Kᵀ − H Aᵀ.
        product(&self.noise, &self.gain, m, n, &mut self.rest);
        for (i, rest) in self.rest.chunks_exact_mut(n).enumerate() {
            for &(k, value) in &self.entries[row_of(i)] {
                for r in 0..n {
                    rest[r] -= value * belief.p[r * n + k];
                }
            }
        }
        // One half of the sum, which is symmetric but for rounding.
        for r in 0..n {
            let row = &mut belief.p[r * n..r * n + r + 1];
            for (rest, gain) in self.rest.chunks_exact(n).zip(self.gain.chunks_exact(n)) {
                add_scaled(row, rest[r], &gain[..r + 1]);
            }
        }
        for i in 0..n {
            for j in 0..i {
                belief.p[j * n + i] = belief.p[i * n + j];
            }
        }
        Ok(dot(&self.whitened, &self.whitened))
    }

    /// Measurements mostly look at one state each.
    fn find_entries(&mut self) {
        self.entries.clear();
        for (row, end) in self.slopes.chunks_exact(self.sizes.states).zip(&mut self.ends) {
            for (k, &value) in row.iter().enumerate() {
                if value != 0.0 {
                    self.entries.push((k, value));
                }
            }
            *end = self.entries.len();
        }
    }
}
