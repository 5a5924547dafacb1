//! Where to start again when a descent ends in the wrong valley.

use super::chain::Chain;
use super::problem::Problem;

/// Random numbers of a problem: made on first use, since most need none.
pub(super) struct Random {
    seed: u64,
    stream: u64,
    generator: Option<armlab_random::Random>,
}

impl Random {
    pub fn of(problem: &Problem) -> Self {
        Self { seed: problem.seed, stream: problem.stream, generator: None }
    }
    fn generator(&mut self) -> &mut armlab_random::Random {
        let Self { seed, stream, generator } = self;
        generator.get_or_insert_with(|| armlab_random::Random::with_stream(*seed, *stream))
    }
    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.generator().unit()
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
