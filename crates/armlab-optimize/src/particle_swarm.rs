//! Particle swarm (Kennedy & Eberhart 1995; inertia: Shi & Eberhart 1998;
//! constriction: Clerc & Kennedy 2002).
//!
//! `v ← w v + c₁ r₁ (own best − x) + c₂ r₂ (swarm's best − x)`, `x ← x + v`, with
//! fresh uniform `r₁, r₂` per particle and unknown. The defaults are those of
//! constriction, `w = 0.7298`, `c = 1.49618`, which converge. With `w = 1` and
//! `c₁ + c₂ > 4` a free swarm diverges; a position clamp hides that, because
//! overshooting particles land on the faces of the box.

use crate::random::Draws;
use crate::run::{Budget, Minimiser, Outcome, Problem, Progress, Run};

/// A particle swarm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleSwarm {
    /// Number of particles.
    pub particles: usize,
    /// Inertia `w`.
    pub inertia: f64,
    /// Pull of a particle's own best, `c₁`.
    pub own: f64,
    /// Pull of the swarm's best, `c₂`.
    pub swarm: f64,
    /// Stop particles at the faces of the box. Without it they may leave the
    /// box, and the best point may lie outside.
    pub clamp_positions: bool,
    /// Largest velocity, as a share of the box's width.
    pub largest_velocity: Option<f64>,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for ParticleSwarm {
    fn default() -> Self {
        Self {
            particles: 60,
            inertia: 0.7298,
            own: 1.49618,
            swarm: 1.49618,
            clamp_positions: true,
            largest_velocity: None,
            seed: 0,
        }
    }
}

impl ParticleSwarm {
    /// The coefficients some papers print: `w = 1`, `c₁ = 3.1`, `c₂ = 3.9`. To be
    /// run for ten iterations with 60 particles.
    pub fn textbook() -> Self {
        Self { inertia: 1.0, own: 3.1, swarm: 3.9, ..Self::default() }
    }
}

impl Minimiser for ParticleSwarm {
    fn minimise(&self, problem: &Problem, budget: &Budget, progress: Progress) -> Outcome {
        let n = problem.objective.dimension();
        let count = self.particles.max(1);
        let bounds = problem.bounds.closed();
        let mut draws = Draws::new(self.seed);
        let mut x = draws.population(&bounds, problem.start, count);
        let mut v = vec![0.0; count * n];
        let mut values = vec![f64::INFINITY; count];
        let mut run = Run::new(problem.objective, budget, progress);
        run.values(&x, &mut values);
        let (mut own, mut own_values) = (x.clone(), values.clone());
        let mut best = run.best().0.to_vec();
        while run.next() {
            for i in 0..count {
                for k in 0..n {
                    let at = i * n + k;
                    let (a, b) = (draws.unit(), draws.unit());
                    v[at] = self.inertia * v[at]
                        + self.own * a * (own[at] - x[at])
                        + self.swarm * b * (best[k] - x[at]);
                    if let Some(share) = self.largest_velocity {
                        let limit = share * bounds.width(k);
                        v[at] = v[at].clamp(-limit, limit);
                    }
                    x[at] += v[at];
                    if self.clamp_positions {
                        x[at] = x[at].max(bounds.lower()[k]).min(bounds.upper()[k]);
                    }
                }
            }
            run.values(&x, &mut values);
            for i in 0..count {
                if values[i] < own_values[i] {
                    own_values[i] = values[i];
                    own[i * n..(i + 1) * n].copy_from_slice(&x[i * n..(i + 1) * n]);
                }
            }
            best.copy_from_slice(run.best().0);
        }
        run.finish()
    }
}
