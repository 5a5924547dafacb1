//! Noise that is learnt from what the filter did not expect (Mehra 1972, in the
//! recursive form of Akhlaghi, Zhou & Huang 2017, with memory `α`):
//!
//! ```text
//! R ← α R + (1 − α)(ε εᵀ + H P Hᵀ)       ε = z − h(x) after the update
//! Q ← α Q + (1 − α) K ν νᵀ Kᵀ
//! ```
//!
//! Both are sums of positive matrices and stay so. Only the moving states' part of
//! `Q` is learnt: what the update does to constants is learning, not noise, and
//! taken as noise it would keep them from ever settling.

use super::algebra::{product, product_transposed};
use super::filter::Belief;
use super::joseph::Joseph;
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};

/// How noise is learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// `α`, just below 1: the part of the old that a sample leaves.
    pub kept: f64,
    /// Samples at the start that teach nothing about noise: their surprises come
    /// from what is not known of the constants yet.
    pub warm_up: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Self { kept: 0.995, warm_up: 200 }
    }
}

/// Noise as learnt so far.
#[derive(Clone, Debug)]
pub(super) struct Adaptation {
    memory: Memory,
    sizes: Dimensions,
    updates: u64,
    /// Whether `q` and `r` hold anything yet.
    knows: [bool; 2],
    /// `moving × moving`
    q: Vec<f64>,
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
            knows: [false; 2],
            q: vec![0.0; moving * moving],
            r: vec![0.0; m * m],
            residual: vec![0.0; m],
            correction: vec![0.0; n],
            seen: vec![0.0; m * n],
            spread: vec![0.0; m * m],
        }
    }
    pub(super) fn start(&mut self) {
        (self.updates, self.knows) = (0, [false; 2]);
    }

    /// Puts what was learnt in the place of the system's `Q`, which it begins with.
    pub(super) fn process_noise(&mut self, noise: &mut [f64]) {
        let (n, moving) = (self.sizes.states, self.sizes.moving());
        let rows = noise.chunks_exact_mut(n).zip(self.q.chunks_exact_mut(moving.max(1)));
        for (noise, q) in rows {
            match self.knows[0] {
                true => noise[..moving].copy_from_slice(q),
                false => q.copy_from_slice(&noise[..moving]),
            }
        }
        // Until there is something to learn from, the system knows better.
        self.knows[0] = self.updates >= self.memory.warm_up;
    }
    /// The same for `R`.
    pub(super) fn measurement_noise(&mut self, noise: &mut [f64]) {
        match self.knows[1] {
            true => noise.copy_from_slice(&self.r),
            false => self.r.copy_from_slice(noise),
        }
        self.knows[1] = true;
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
        system.measure(&belief.x, &mut self.residual);
        self.residual.iter_mut().zip(z).for_each(|(e, z)| *e = z - *e);
        product(&done.slopes, &belief.p, n, n, &mut self.seen);
        product_transposed(&self.seen, &done.slopes, n, &mut self.spread);
        for i in 0..m {
            for j in 0..m {
                let sample = self.residual[i] * self.residual[j] + self.spread[i * m + j];
                self.r[i * m + j] = kept * self.r[i * m + j] + new * sample;
            }
        }
        self.correction.fill(0.0);
        for (gain, nu) in done.gain.chunks_exact(n).zip(&done.innovation) {
            self.correction.iter_mut().zip(gain).for_each(|(c, k)| *c += k * nu);
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
        let knows = self.knows.map(|k| if k { 1.0 } else { 0.0 });
        let progress = [self.updates as f64, knows[0], knows[1]];
        into.with("learnt Q", &self.q).with("learnt R", &self.r).with("learning", &progress)
    }
    pub(super) fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        let mut progress = [0.0; 3];
        saved.restore("learning", &mut progress)?;
        self.updates = progress[0] as u64;
        self.knows = [progress[1] != 0.0, progress[2] != 0.0];
        saved.restore("learnt Q", &mut self.q)?;
        saved.restore("learnt R", &mut self.r)
    }
}
