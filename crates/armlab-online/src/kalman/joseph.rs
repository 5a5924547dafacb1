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
use super::system::{Dimensions, System};
use armlab_dense::small::{
    Factor, add_product, add_scaled, solve_positive, squared_length, weighted_product,
};

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
    /// `S`, then its factors.
    factor: Vec<f64>,
    /// `H P`, which is `S Kᵀ`.
    pub(super) seen: Vec<f64>,
    /// `K R − A Hᵀ`
    rest: Vec<f64>,
    whitened: Vec<f64>,
    /// Column and value of what is not zero in `H`, and where each row ends.
    entries: Vec<(usize, f64)>,
    ends: Vec<usize>,
    /// Whether they are those of a measurement that is linear, and stay.
    pub(super) settled: bool,
    /// Whether the first states themselves are measured.
    direct: bool,
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
            settled: false,
            direct: false,
        }
    }

    /// Updates a belief with `slopes`, `noise` and `innovation`; `νᵀ S⁻¹ ν`.
    pub(super) fn update(&mut self, belief: &mut Belief) -> Result<f64, Failure> {
        let (n, m) = (self.sizes.states, self.sizes.measurements);
        let row_of = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i];
        if self.direct {
            self.seen.copy_from_slice(&belief.p[..m * n]);
            let rows = self.factor.chunks_exact_mut(m).zip(self.seen.chunks_exact(n));
            for ((s, seen), r) in rows.zip(self.noise.chunks_exact(m)) {
                s.iter_mut().zip(seen).zip(r).for_each(|((s, p), r)| *s = p + r);
            }
        } else {
            for (i, seen) in self.seen.chunks_exact_mut(n).enumerate() {
                seen.fill(0.0);
                for &(k, value) in &self.entries[row_of(i)] {
                    add_scaled(seen, value, &belief.p[k * n..(k + 1) * n]);
                }
            }
            // The upper half of S.
            for (i, seen) in self.seen.chunks_exact(n).enumerate() {
                for j in i..m {
                    let row = self.entries[row_of(j)].iter();
                    let sum: f64 = row.map(|&(k, value)| value * seen[k]).sum();
                    self.factor[i * m + j] = sum + self.noise[i * m + j];
                }
            }
        }
        self.gain.copy_from_slice(&self.seen);
        if !solve_positive(&mut self.factor, m, &mut self.gain) {
            return Err(Failure::NotPositive("innovation's covariance"));
        }
        let nu = Factor::rows(&self.innovation, m);
        add_product(1.0, nu, &self.gain, m, n, &mut belief.x);
        // A = P − K (H P)
        let gain = Factor::transposed(&self.gain, n);
        add_product(-1.0, gain, &self.seen, m, n, &mut belief.p);
        weighted_product(1.0, gain, &self.noise, m, m, &mut self.rest);
        for (rest, row) in self.rest.chunks_exact_mut(m.max(1)).zip(belief.p.chunks_exact(n)) {
            if self.direct {
                rest.iter_mut().zip(row).for_each(|(rest, p)| *rest -= p);
                continue;
            }
            for (i, rest) in rest.iter_mut().enumerate() {
                for &(k, value) in &self.entries[row_of(i)] {
                    *rest -= value * row[k];
                }
            }
        }
        add_product(1.0, Factor::rows(&self.rest, m), &self.gain, m, n, &mut belief.p);
        // Symmetric but for rounding.
        for i in 0..n {
            for j in 0..i {
                belief.p[j * n + i] = belief.p[i * n + j];
            }
        }
        self.whitened.copy_from_slice(&self.innovation);
        Ok(squared_length(&self.factor, m, &mut self.whitened))
    }

    /// Takes innovation, slopes and noise of a measurement.
    pub(super) fn look<S: System>(&mut self, system: &mut S, x: &[f64], z: &[f64]) {
        system.measure(x, &mut self.innovation);
        self.innovation.iter_mut().zip(z).for_each(|(nu, z)| *nu = z - *nu);
        if !self.settled {
            system.measurement_slopes(x, &mut self.slopes);
            self.find_entries();
            self.settled = system.measures_linearly();
        }
        system.measurement_noise(&mut self.noise);
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
        let m = self.sizes.measurements;
        let own = |(i, entry): (usize, &(usize, f64))| *entry == (i, 1.0) && self.ends[i] == i + 1;
        self.direct = m > 0 && self.entries.len() == m && self.entries.iter().enumerate().all(own);
    }
}
