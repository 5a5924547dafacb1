//! Draws that several methods need, from one portable stream per run.

use crate::objective::Bounds;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(crate) struct Draws {
    stream: ChaCha8Rng,
    spare: Option<f64>,
}

impl Draws {
    pub fn new(seed: u64) -> Self {
        Self { stream: ChaCha8Rng::seed_from_u64(seed), spare: None }
    }
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.stream.random::<f64>()
    }
    /// One of `0..count`.
    ///
    /// # Panics
    /// If `count` is zero.
    pub fn index(&mut self, count: usize) -> usize {
        self.stream.random_range(0..count)
    }
    /// Standard normal (Box & Muller 1958).
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        // 1 − u is in (0, 1], so the logarithm is finite.
        let (u, v) = (1.0 - self.unit(), self.unit());
        let radius = (-2.0 * u.ln()).sqrt();
        let (sin, cos) = (std::f64::consts::TAU * v).sin_cos();
        self.spare = Some(radius * sin);
        radius * cos
    }
    /// Uniform between the bounds of unknown `k` of a closed box.
    pub fn between(&mut self, bounds: &Bounds, k: usize) -> f64 {
        bounds.lower()[k] + bounds.width(k) * self.unit()
    }
    /// `count` points of a closed box, one after another; the first is `start`,
    /// if there is one.
    pub fn population(&mut self, bounds: &Bounds, start: Option<&[f64]>, count: usize) -> Vec<f64> {
        let n = bounds.dimension();
        let mut out = Vec::with_capacity(count * n);
        for _ in 0..count {
            for k in 0..n {
                let x = self.between(bounds, k);
                out.push(x);
            }
        }
        if let (Some(start), Some(first)) = (start, out.get_mut(..n)) {
            first.copy_from_slice(start);
        }
        out
    }
}
