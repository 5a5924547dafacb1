//! Draws that several methods need, from one portable stream per run.

use crate::objective::Bounds;
use armlab_random::Random;

pub(crate) struct Draws {
    random: Random,
    spare: Option<f64>,
}

impl Draws {
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), spare: None }
    }
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.random.unit()
    }
    /// One of `0..count`.
    pub fn index(&mut self, count: usize) -> usize {
        self.random.index(count)
    }
    /// Standard normal: both of every pair are used.
    pub fn normal(&mut self) -> f64 {
        self.spare.take().unwrap_or_else(|| {
            let [first, second] = self.random.normal_pair();
            self.spare = Some(second);
            first
        })
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
