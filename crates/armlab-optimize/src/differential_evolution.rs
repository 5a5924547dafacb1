//! Differential evolution, rand/1/bin (Storn & Price 1997).
//!
//! For every individual `a + F (b − c)` of three others is mixed in, unknown by
//! unknown with probability `CR` and at least once; the better of old and new
//! lives on. Unknowns that leave the box come back halfway to the bound.

use crate::random::Draws;
use crate::run::{Budget, Minimiser, Outcome, Problem, Progress, Run, Stop};

/// Differential evolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferentialEvolution {
    /// Individuals; zero means ten per unknown.
    pub population: usize,
    /// `F`
    pub factor: f64,
    /// `CR`
    pub crossover: f64,
    /// The run has converged when the values of the population differ by less
    /// than this, relative to the best or absolutely.
    pub tolerance: f64,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for DifferentialEvolution {
    fn default() -> Self {
        Self { population: 0, factor: 0.6, crossover: 0.9, tolerance: 1e-14, seed: 0 }
    }
}

impl Minimiser for DifferentialEvolution {
    fn minimise(&self, problem: &Problem, budget: &Budget, progress: Progress) -> Outcome {
        let n = problem.objective.dimension();
        let count = if self.population == 0 { 10 * n } else { self.population }.max(4);
        let bounds = problem.bounds.closed();
        let mut draws = Draws::new(self.seed);
        let mut run = Run::new(problem.objective, budget, progress);
        let mut x = draws.population(&bounds, problem.start, count);
        let mut values = vec![f64::INFINITY; count];
        run.values(&x, &mut values);
        let (mut trials, mut trial_values) = (x.clone(), values.clone());
        while n > 0 && run.next() {
            for i in 0..count {
                let mut others = [0; 3];
                for place in 0..3 {
                    others[place] = loop {
                        let other = draws.index(count);
                        if other != i && !others[..place].contains(&other) {
                            break other;
                        }
                    };
                }
                let [a, b, c] = others;
                let always = draws.index(n);
                for k in 0..n {
                    let old = x[i * n + k];
                    let mixed = x[a * n + k] + self.factor * (x[b * n + k] - x[c * n + k]);
                    let (low, high) = (bounds.lower()[k], bounds.upper()[k]);
                    let inside = if mixed < low {
                        0.5 * (low + old)
                    } else if mixed > high {
                        0.5 * (high + old)
                    } else {
                        mixed
                    };
                    let take = draws.unit() < self.crossover || k == always;
                    trials[i * n + k] = if take { inside } else { old };
                }
            }
            run.values(&trials, &mut trial_values);
            for i in 0..count {
                if trial_values[i] <= values[i] {
                    values[i] = trial_values[i];
                    x[i * n..(i + 1) * n].copy_from_slice(&trials[i * n..(i + 1) * n]);
                }
            }
            let worst = values.iter().fold(f64::NEG_INFINITY, |m, v| m.max(*v));
            let best = run.best().1;
            if worst - best <= self.tolerance * best.abs().max(1.0) {
                run.stop(Stop::Converged);
            }
        }
        run.finish()
    }
}
