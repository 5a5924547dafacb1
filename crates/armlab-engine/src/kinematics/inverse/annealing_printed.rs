//! Simulated annealing exactly as published by Urrea & Saa 2020 (Eq 9–15), with
//! its defects.
//!
//! ```text
//! xⱼ = xᵢ (1 + n₁ c₁ − n₂)                 (9)   a neighbour
//! xⱼ = xᵢ (1 + n₃ c₂)                      (10)  instead, until it is within the limits
//! D  = d(xⱼ) − d(xᵢ)                       (11)
//! d(x) = |p − p(x)| / 2                    (12)
//! accept if D ≤ 0 or K < exp(−D/T)         (14)
//! T ← α T after C iterations, until T < T_f (15)
//! ```
//!
//! with `T₀` = 90, `C` = 450, `α` = 0.94, and an end at a millimetre. The paper
//! gives no values for n₁, n₂, n₃ and T_f, and does not describe its search for
//! an initial solution; here it is the best of a number of random configurations.
//!
//! What is wrong with it, each tested:
//! - Perturbation multiplies, so **zero never moves**: from home, all zeros,
//!   nothing ever happens.
//! - With `n₂ < 1` factors are positive: **every coordinate keeps its sign**.
//! - With the single random number that Eq 9 literally has, the search knows
//!   only **one ray** through the start.
//! - `E[log factor]` is negative for `n₁ = 2 n₂`, which looks symmetric: at the
//!   printed temperature nearly everything is accepted, and the state
//!   **shrinks to the straight arm**.
//! - Eq 10 with `n₃ > 0` only enlarges, and near a limit may go on for ever; it is
//!   capped, and the state kept.

use super::Solver;
use super::annealing::{Schedule, Search};
use super::error::InverseError;
use super::problem::Problem;
use super::solution::Solution;

/// Tries of Eq 10 before the state is kept.
const TRIES: usize = 100;

/// Whether `c₁` of Eq 9 is one number or one per joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Factor {
    /// One number for all joints, as the equation is written.
    Scalar,
    /// One number per joint, as the text about it suggests.
    #[default]
    PerJoint,
}

/// Simulated annealing as published.
#[derive(Clone, Debug)]
pub struct AnnealingPrinted {
    /// Temperatures and when to stop.
    pub schedule: Schedule,
    /// The environment variables n₁, n₂, n₃. Not in the paper; these are the
    /// best of 96 triples tried.
    pub environment: [f64; 3],
    /// How many random numbers Eq 9 draws.
    pub factor: Factor,
    /// Random configurations of which the best is the initial solution; 0
    /// begins at the start that is given.
    pub initial: usize,
}

impl Default for AnnealingPrinted {
    fn default() -> Self {
        Self {
            schedule: Schedule::default(),
            environment: [0.09, 0.03, -0.2],
            factor: Factor::default(),
            initial: 200,
        }
    }
}

impl AnnealingPrinted {
    /// The best of the start and some random configurations.
    fn initial_solution(&self, problem: &Problem, search: &mut Search) {
        let chain = problem.chain;
        let mut drawn = vec![0.0; chain.joints().len()];
        let mut robot = search.current.clone();
        for _ in 0..self.initial {
            search.random.configuration(chain, &mut drawn);
            chain.scatter(&drawn, &mut robot);
            let distance = search.measure(&robot);
            if distance < search.distance {
                search.restart_at(&robot, distance);
            }
        }
    }

    /// A neighbour by `xᵢ (1 + a c + b)`.
    fn perturb(&self, problem: &Problem, search: &mut Search, [a, b]: [f64; 2], out: &mut [f64]) {
        let shared = search.random.unit();
        for (k, joint) in problem.chain.joints().iter().enumerate() {
            let c = match self.factor {
                Factor::PerJoint if k > 0 => search.random.unit(),
                _ => shared,
            };
            out[joint.dof] = search.current[joint.dof] * (1.0 + a * c + b);
        }
    }
}

impl Solver for AnnealingPrinted {
    fn name(&self) -> &'static str {
        "annealing-printed"
    }

    fn solve(&mut self, problem: &Problem, start: &[f64]) -> Result<Solution, InverseError> {
        let schedule = self.schedule;
        let [n1, n2, n3] = self.environment;
        let mut search = Search::new(problem, schedule, start)?;
        self.initial_solution(problem, &mut search);
        let mut neighbour = search.current.clone();
        let mut temperature = schedule.hot;
        while temperature >= schedule.cold && !search.is_done() {
            for _ in 0..schedule.level {
                self.perturb(problem, &mut search, [n1, -n2], &mut neighbour);
                let mut tries = 0;
                while !problem.chain.within_limits(&neighbour) && tries < TRIES {
                    self.perturb(problem, &mut search, [n3, 0.0], &mut neighbour);
                    tries += 1;
                }
                if !problem.chain.within_limits(&neighbour) {
                    neighbour.copy_from_slice(&search.current);
                }
                search.judge(&neighbour, temperature);
                if search.is_done() {
                    break;
                }
            }
            temperature *= schedule.cooling;
        }
        Ok(search.answer())
    }
}
