//! Random numbers by seed and stream, so that draw *k* is the same whichever
//! thread makes it (ChaCha, Bernstein 2008).

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

/// Draws of one stream.
pub struct Draws {
    stream: ChaCha8Rng,
}

impl Draws {
    /// The stream of this number under a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Self { stream: generator }
    }
    /// One of `0..count`, which must not be empty.
    pub fn index(&mut self, count: usize) -> usize {
        self.stream.random_range(0..count.max(1))
    }
    /// Standard normal (Box & Muller 1958); of the pair only one is used, so that
    /// every draw takes the same number of words.
    pub fn normal(&mut self) -> f64 {
        // 1 − u is in (0, 1], so the logarithm is finite.
        let (u, v) = (1.0 - self.stream.random::<f64>(), self.stream.random::<f64>());
        (-2.0 * u.ln()).sqrt() * (TAU * v).cos()
    }
}
