//! The measurement update of a linear (or linearised) measurement, in the form of
//! Bucy & Joseph (1968), which stays positive whatever the gain:
//!
//! ```text
//! S = H P Hᵀ + R       K = P Hᵀ S⁻¹       x += K ν       P = (1 − K H) P (1 − K H)ᵀ + K R Kᵀ
//! ```
//!
//! With `A = (1 − K H) P` the last is `A + (K R − A Hᵀ) Kᵀ`, where the bracket is
//! zero but for rounding: it takes `n² m` and not `n³` operations. Where the first states
//! themselves are measured, with noises that are independent, the same is done for one measurement
//! after another, which needs no solution at all (Bierman 1977, ch. V).

use super::filter::{Belief, Failure};
use super::system::{Dimensions, System};
use armlab_dense::Aligned;
use armlab_dense::small::{
    Correction, Independent, Seen, add_scaled, correct, correct_one_by_one, padded,
};

/// Matrices of an update, and room for them.
#[derive(Clone, Debug)]
pub(super) struct Joseph {
    sizes: Dimensions,
    /// `H`
    pub(super) slopes: Vec<f64>,
    /// `R`
    pub(super) noise: Vec<f64>,
    /// `ν = z − h(x)`, padded.
    pub(super) innovation: Aligned,
    /// `Kᵀ`, `measurements × states`; this and what follows in padded rows.
    pub(super) gain: Aligned,
    /// `S`, then its factors.
    spread: Aligned,
    /// `H P`, which is `S Kᵀ`.
    pub(super) seen: Aligned,
    /// `R`
    padded_noise: Aligned,
    /// `K R − A Hᵀ`
    rest: Aligned,
    /// The diagonal of `R` where it is all there is.
    variances: Vec<f64>,
    work: Aligned,
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
        let wide = Aligned::zeros(m * padded(n));
        let square = Aligned::zeros(m * padded(m));
        Self {
            sizes,
            slopes: vec![0.0; m * n],
            noise: vec![0.0; m * m],
            innovation: Aligned::zeros(padded(m)),
            gain: wide.clone(),
            spread: square.clone(),
            seen: wide,
            padded_noise: square,
            rest: Aligned::zeros(n * padded(m)),
            variances: vec![0.0; m],
            work: Aligned::zeros(4 * padded(n)),
            entries: Vec::with_capacity(m * n),
            ends: vec![0; m],
            settled: false,
            direct: false,
        }
    }

    /// Updates a belief with `slopes`, `noise` and `innovation`; `νᵀ S⁻¹ ν`.
    pub(super) fn update(&mut self, belief: &mut Belief) -> Result<f64, Failure> {
        let m = self.sizes.measurements;
        let rows = self.padded_noise.chunks_exact_mut(padded(m).max(1));
        for (row, noise) in rows.zip(self.noise.chunks_exact(m.max(1))) {
            row[..m].copy_from_slice(noise);
        }
        let slopes = if self.direct {
            Seen::Directly
        } else {
            self.find_seen(belief);
            Seen::Through(&self.entries, &self.ends)
        };
        let square = correct(Correction {
            states: self.sizes.states,
            measurements: m,
            state: &mut belief.x,
            covariance: &mut belief.p,
            slopes,
            seen: &mut self.seen,
            spread: &mut self.spread,
            noise: &self.padded_noise,
            innovation: &self.innovation,
            gain: &mut self.gain,
            rest: &mut self.rest,
        });
        square.ok_or(Failure::NotPositive("innovation's covariance"))
    }

    /// Whether measurements can be taken one after another.
    pub(super) fn is_independent<S: System>(&mut self, system: &mut S) -> bool {
        self.direct && system.independent_noise(&mut self.variances)
    }
    /// The same update for noises that are independent.
    pub(super) fn update_one_by_one(&mut self, belief: &mut Belief) -> Result<f64, Failure> {
        let square = correct_one_by_one(Independent {
            states: self.sizes.states,
            state: &mut belief.x,
            covariance: &mut belief.p,
            innovation: &self.innovation,
            variances: &self.variances,
            work: &mut self.work,
        });
        square.ok_or(Failure::NotPositive("innovation's covariance"))
    }

    /// `H P` and the upper half of `S` by the entries of `H`.
    fn find_seen(&mut self, belief: &Belief) {
        let (m, stride) = (self.sizes.measurements, belief.stride);
        let row_of = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i];
        for (i, seen) in self.seen.chunks_exact_mut(stride).enumerate() {
            seen.fill(0.0);
            for &(k, value) in &self.entries[row_of(i)] {
                add_scaled(seen, value, &belief.p[k * stride..(k + 1) * stride]);
            }
        }
        for (i, seen) in self.seen.chunks_exact(stride).enumerate() {
            for j in i..m {
                let row = self.entries[row_of(j)].iter();
                let sum: f64 = row.map(|&(k, value)| value * seen[k]).sum();
                let at = i * padded(m) + j;
                self.spread[at] = sum + self.padded_noise[at];
            }
        }
    }

    /// Takes innovation and slopes of a measurement.
    pub(super) fn look<S: System>(&mut self, system: &mut S, x: &[f64], z: &[f64]) {
        let innovation = &mut self.innovation[..self.sizes.measurements];
        system.measure(x, innovation);
        innovation.iter_mut().zip(z).for_each(|(nu, z)| *nu = z - *nu);
        if !self.settled {
            system.measurement_slopes(x, &mut self.slopes);
            self.find_entries();
            self.settled = system.measures_linearly();
        }
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
