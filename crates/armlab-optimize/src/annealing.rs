//! Simulated annealing for continuous unknowns (Kirkpatrick, Gelatt & Vecchi
//! 1983; Metropolis et al. 1953).
//!
//! A move adds to every unknown a uniform error of a share of its interval that
//! shrinks with the square root of the temperature, reflected at the bounds. A
//! better point is taken, a worse one with probability `exp(−Δ/T)`. Moves are
//! added, not multiplied: multiplied ones never leave zero or change a sign.

use crate::random::Draws;
use crate::run::{Budget, Minimiser, Outcome, Problem, Progress, Run, Stop};

/// Simulated annealing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Annealing {
    /// First temperature, in units of the objective; without one it is the
    /// spread of the values of a few random points.
    pub temperature: Option<f64>,
    /// Factor of the temperature from level to level.
    pub cooling: f64,
    /// Moves at one temperature.
    pub moves: usize,
    /// The run has converged at this share of the first temperature.
    pub coldest: f64,
    /// Longest move at the first temperature, as a share of the box's width.
    pub reach: f64,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for Annealing {
    fn default() -> Self {
        Self { temperature: None, cooling: 0.94, moves: 450, coldest: 1e-8, reach: 0.5, seed: 0 }
    }
}

/// Random points whose values give the first temperature.
const PROBES: usize = 32;

impl Minimiser for Annealing {
    fn minimise(&self, problem: &Problem, budget: &Budget, progress: Progress) -> Outcome {
        let n = problem.objective.dimension();
        let bounds = problem.bounds.closed();
        let mut draws = Draws::new(self.seed);
        let mut run = Run::new(problem.objective, budget, progress);
        let mut probes = draws.population(&bounds, problem.start, PROBES);
        let mut values = vec![f64::INFINITY; PROBES];
        run.values(&probes, &mut values);
        let first = match self.temperature {
            Some(t) => t,
            None => {
                let finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
                let mean = finite.iter().sum::<f64>() / finite.len().max(1) as f64;
                let square: f64 = finite.iter().map(|v| (v - mean).powi(2)).sum();
                (square / finite.len().max(1) as f64).sqrt().max(f64::MIN_POSITIVE)
            }
        };
        // From the given start, else from the best probe.
        if problem.start.is_none() {
            let best = run.best().0.to_vec();
            probes[..n].copy_from_slice(&best);
            values[0] = run.best().1;
        }
        let mut x = probes[..n].to_vec();
        let mut value = values[0];
        let mut trial = vec![0.0; n];
        let mut share = 1.0_f64;
        while !run.exhausted() {
            for _move in 0..self.moves.max(1) {
                for k in 0..n {
                    let reach = self.reach * share.sqrt() * bounds.width(k);
                    let moved = x[k] + reach * (2.0 * draws.unit() - 1.0);
                    trial[k] = reflect(moved, bounds.lower()[k], bounds.upper()[k]);
                }
                let found = run.value(&trial);
                let chance = draws.unit();
                if found <= value || chance < ((value - found) / (first * share)).exp() {
                    x.copy_from_slice(&trial);
                    value = found;
                }
                if run.exhausted() {
                    break;
                }
            }
            share *= self.cooling;
            if !run.next() {
                break;
            }
            if !(share > self.coldest) {
                run.stop(Stop::Converged);
            }
        }
        run.finish()
    }
}

/// A number that ran over a bound comes back by as much; by more than the width
/// it is put on the bound.
fn reflect(x: f64, low: f64, high: f64) -> f64 {
    let back = if x < low {
        2.0 * low - x
    } else if x > high {
        2.0 * high - x
    } else {
        x
    };
    back.max(low).min(high)
}
