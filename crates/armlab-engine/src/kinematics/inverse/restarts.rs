//! Where to start again when a descent ends in the wrong valley.

use super::chain::Chain;
use super::problem::Problem;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random numbers of a problem: made on first use, since most need none.
pub(super) struct Random {
    seed: u64,
    stream: u64,
    generator: Option<ChaCha8Rng>,
}

impl Random {
    pub fn of(problem: &Problem) -> Self {
        Self { seed: problem.seed, stream: problem.stream, generator: None }
    }
    fn generator(&mut self) -> &mut ChaCha8Rng {
        self.generator.get_or_insert_with(|| {
            let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
            generator.set_stream(self.stream);
            generator
        })
    }
    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.generator().random::<f64>()
    }
    /// A configuration uniform within the chain's limits.
    pub fn configuration(&mut self, chain: &Chain, q: &mut [f64]) {
        let reach = chain.reach();
        for (q, joint) in q.iter_mut().zip(chain.joints()) {
            let (low, high) = joint.search_range(reach);
            *q = (low + (high - low) * self.unit()).clamp(joint.lower, joint.upper);
        }
    }
}
