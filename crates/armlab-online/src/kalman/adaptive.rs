//! Noise that is learnt from what the filter did not expect, with memory `α`: that
//! of the measurements from residuals (Mohamed & Schwarz 1999), that of the process
//! by matching the size of the innovations (Myers & Tapley 1976),
//!
//! ```text
//! R ← α R + (1 − α)(ε εᵀ + H P Hᵀ)       ε = z − h(x) after the update
//! Q ← Q + (1 − α) K (ν νᵀ − S) Kᵀ
//! ```
//!
//! so that nothing changes on average once innovations are as large as the filter
//! says. `R` is a sum of positive matrices; where `Q` would cease to be positive, it
//! is `α Q + (1 − α) K ν νᵀ Kᵀ` instead, which cannot.
//!
//! Both come from the same innovations, so where both are learnt one may stand in for
//! the other: the innovations come out as large as the filter says, but a measurement
//! noise that is given far too small may end up in `Q`. If one of them is known, learn
//! only the other. Only the moving states' part of `Q` is learnt: what the update
//! does to constants is learning, not noise, and taken as noise it would keep them
//! from ever settling.

use super::filter::Belief;
use super::joseph::Joseph;
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};
use armlab_dense::small::{cholesky, padded, product, product_transposed, symmetrise};

/// Which noise is learnt; the other is the system's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Learns {
    /// That of the process.
    Process,
    /// That of the measurements.
    Measurement,
    /// Both.
    #[default]
    Both,
}

/// How noise is learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Which noise.
    pub learns: Learns,
    /// `α`, just below 1: the part of the old that a sample leaves.
    pub kept: f64,
    /// Samples at the start that teach nothing about noise: their surprises come
    /// from what is not known of the constants yet.
    pub warm_up: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Self { learns: Learns::Both, kept: 0.995, warm_up: 200 }
    }
}

/// Noise as learnt so far.
#[derive(Clone, Debug)]
pub(super) struct Adaptation {
    memory: Memory,
    sizes: Dimensions,
    updates: u64,
    /// Whether `q` and `r` hold anything yet.
    learned: [bool; 2],
    /// `moving × moving`
    q: Vec<f64>,
    candidate: Vec<f64>,
    tried: Vec<f64>,
    r: Vec<f64>,
    residual: Vec<f64>,
    /// `K ν`
    correction: Vec<f64>,
    seen: Vec<f64>,
    spread: Vec<f64>,
}

impl Adaptation {
    pub(super) fn new(sizes: Dimensions, memory: Memory) -> Self {
        let (n, m, moving) = (sizes.states, sizes.measurements, sizes.moving());
        Self {
            memory,
            sizes,
            updates: 0,
            learned: [false; 2],
            q: vec![0.0; moving * moving],
            candidate: vec![0.0; moving * moving],
            tried: vec![0.0; moving * moving],
            r: vec![0.0; m * m],
            residual: vec![0.0; m],
            correction: vec![0.0; n],
            seen: vec![0.0; m * padded(n)],
            spread: vec![0.0; m * m],
        }
    }
    pub(super) fn start(&mut self) {
        (self.updates, self.learned) = (0, [false; 2]);
    }

    /// Puts what was learnt in the place of the system's `Q`, in padded rows, which it begins with.
    pub(super) fn process_noise(&mut self, noise: &mut [f64]) {
        if self.memory.learns == Learns::Measurement {
            return;
        }
        let (n, moving) = (self.sizes.states, self.sizes.moving());
        let rows = noise.chunks_exact_mut(padded(n)).zip(self.q.chunks_exact_mut(moving.max(1)));
        for (noise, q) in rows {
            if self.learned[0] {
                noise[..moving].copy_from_slice(q)
            } else {
                q.copy_from_slice(&noise[..moving])
            }
        }
        // Until there is something to learn from, the system's noise is used.
        self.learned[0] = self.updates >= self.memory.warm_up;
    }
    /// The same for `R`.
    pub(super) fn measurement_noise(&mut self, noise: &mut [f64]) {
        if self.memory.learns == Learns::Process {
            return;
        }
        if self.learned[1] {
            noise.copy_from_slice(&self.r)
        } else {
            self.r.copy_from_slice(noise)
        }
        self.learned[1] = true;
    }

    /// Learns from an update that has just been made.
    pub(super) fn learn<S: System>(
        &mut self,
        system: &mut S,
        belief: &Belief,
        z: &[f64],
        done: &Joseph,
    ) {
        self.updates += 1;
        if self.updates <= self.memory.warm_up {
            return;
        }
        let (n, m, moving) = (self.sizes.states, self.sizes.measurements, self.sizes.moving());
        let (kept, new) = (self.memory.kept, 1.0 - self.memory.kept);
        system.measure(belief.state(), &mut self.residual);
        self.residual.iter_mut().zip(z).for_each(|(e, z)| *e = z - *e);
        let stride = belief.stride;
        product(&done.slopes, &belief.p, n, stride, &mut self.seen);
        for (seen, spread) in self.seen.chunks_exact(stride).zip(self.spread.chunks_exact_mut(m)) {
            product_transposed(&seen[..n], &done.slopes, n, spread);
        }
        for i in 0..m {
            for j in 0..m {
                let sample = self.residual[i] * self.residual[j] + self.spread[i * m + j];
                self.r[i * m + j] = kept * self.r[i * m + j] + new * sample;
            }
        }
        self.correction.fill(0.0);
        for (gain, nu) in done.gain.chunks_exact(stride).zip(done.innovation.iter()) {
            self.correction.iter_mut().zip(gain).for_each(|(c, k)| *c += k * nu);
        }
        // K S is what the update has seen, transposed.
        for i in 0..moving {
            for j in 0..moving {
                let rows = done.seen.chunks_exact(stride).zip(done.gain.chunks_exact(stride));
                let expected: f64 = rows.map(|(seen, gain)| seen[i] * gain[j]).sum();
                let surprise = self.correction[i] * self.correction[j] - expected;
                self.candidate[i * moving + j] = self.q[i * moving + j] + new * surprise;
            }
        }
        symmetrise(&mut self.candidate, moving);
        self.tried.copy_from_slice(&self.candidate);
        if cholesky(&mut self.tried, moving) {
            self.q.copy_from_slice(&self.candidate);
            return;
        }
        for i in 0..moving {
            for j in 0..moving {
                let sample = self.correction[i] * self.correction[j];
                let q = &mut self.q[i * moving + j];
                *q = kept * *q + new * sample;
            }
        }
    }

    pub(super) fn save(&self, into: Saved) -> Saved {
        let learned = self.learned.map(|k| if k { 1.0 } else { 0.0 });
        let progress = [self.updates as f64, learned[0], learned[1]];
        into.with("learnt Q", &self.q).with("learnt R", &self.r).with("learning", &progress)
    }
    pub(super) fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        let mut progress = [0.0; 3];
        saved.restore("learning", &mut progress)?;
        self.updates = progress[0] as u64;
        self.learned = [progress[1] != 0.0, progress[2] != 0.0];
        saved.restore("learnt Q", &mut self.q)?;
        saved.restore("learnt R", &mut self.r)
    }
}
