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
    Factor, add_product, add_scaled, padded, solve_positive, squared_length, weighted_product,
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
    /// `Kᵀ`, `measurements × states`; this and what follows in padded rows.
    pub(super) gain: Vec<f64>,
    /// `S`, then its factors.
    factor: Vec<f64>,
    /// `H P`, which is `S Kᵀ`.
    pub(super) seen: Vec<f64>,
    /// `R`
    padded_noise: Vec<f64>,
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
        let wide = vec![0.0; m * padded(n)];
        let square = vec![0.0; m * padded(m)];
        Self {
            sizes,
            slopes: vec![0.0; m * n],
            noise: vec![0.0; m * m],
            innovation: vec![0.0; m],
            gain: wide.clone(),
            factor: square.clone(),
            seen: wide,
            padded_noise: square,
            rest: vec![0.0; n * padded(m)],
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
        let (stride, width) = (belief.stride, padded(m));
        let row_of = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i];
        for (row, noise) in
            self.padded_noise.chunks_exact_mut(width.max(1)).zip(self.noise.chunks_exact(m.max(1)))
        {
            row[..m].copy_from_slice(noise);
        }
        if self.direct {
            self.seen.copy_from_slice(&belief.p[..m * stride]);
            let rows =
                self.factor.chunks_exact_mut(width.max(1)).zip(self.seen.chunks_exact(stride));
            for ((s, seen), r) in rows.zip(self.padded_noise.chunks_exact(width.max(1))) {
                for j in 0..m {
                    s[j] = seen[j] + r[j];
                }
            }
        } else {
            for (i, seen) in self.seen.chunks_exact_mut(stride).enumerate() {
                seen.fill(0.0);
                for &(k, value) in &self.entries[row_of(i)] {
                    add_scaled(seen, value, &belief.p[k * stride..(k + 1) * stride]);
                }
            }
            // The upper half of S.
            for (i, seen) in self.seen.chunks_exact(stride).enumerate() {
                for j in i..m {
                    let row = self.entries[row_of(j)].iter();
                    let sum: f64 = row.map(|&(k, value)| value * seen[k]).sum();
                    self.factor[i * width + j] = sum + self.padded_noise[i * width + j];
                }
            }
        }
        self.gain.copy_from_slice(&self.seen);
        if !solve_positive(&mut self.factor, m, &mut self.gain) {
            return Err(Failure::NotPositive("innovation's covariance"));
        }
        let nu = Factor::rows(&self.innovation, m);
        add_product(1.0, nu, &self.gain, m, stride, &mut belief.x);
        // A = P − K (H P)
        let gain = Factor::transposed(&self.gain, stride);
        add_product(-1.0, gain, &self.seen, m, stride, &mut belief.p);
        weighted_product(1.0, gain, &self.padded_noise, m, width, &mut self.rest);
        let rows = self.rest.chunks_exact_mut(width.max(1)).zip(belief.p.chunks_exact(stride));
        for (rest, row) in rows {
            if self.direct {
                rest[..m].iter_mut().zip(row).for_each(|(rest, p)| *rest -= p);
                continue;
            }
            for (i, rest) in rest[..m].iter_mut().enumerate() {
                for &(k, value) in &self.entries[row_of(i)] {
                    *rest -= value * row[k];
                }
            }
        }
        add_product(1.0, Factor::rows(&self.rest, width), &self.gain, m, stride, &mut belief.p);
        belief.mirror(n);
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
