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

use armlab::kinematics::inverse::{
    AnnealingSearch, InverseError, Problem, Schedule, Solution, Solver, SolverCapabilities,
};
use armlab::settings::{Range, method, settings, words};

/// Whether `c₁` of Eq 9 is one number or one per joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Factor {
    /// One number for all joints, as the equation is written.
    Scalar,
    /// One number per joint, as the text about it suggests.
    #[default]
    PerJoint,
}
words!(Factor { Scalar = "scalar", PerJoint = "per-joint" });

settings! {
    /// Simulated annealing as published. The environment variables n₁, n₂, n₃ are not in
    /// the paper; the defaults are the best of 96 triples tried.
    pub struct AnnealingPrinted {
        /// First temperature, in millimetres.
        hot: f64 = Schedule::default().hot, "", Range::POSITIVE;
        /// Temperature at which it ends.
        cold: f64 = Schedule::default().cold, "", Range::POSITIVE;
        /// Factor of the temperature from level to level.
        cooling: f64 = Schedule::default().cooling, "", Range::within(0.0, 1.0);
        /// Iterations per temperature.
        level: usize = Schedule::default().level, "", Range::between(1.0, 1000000.0);
        /// Distance at which the search ends.
        enough: f64 = Schedule::default().enough, "m", Range::POSITIVE;
        /// Environment variables n₁, n₂ and n₃.
        environment: Vec<f64> = vec![0.09, 0.03, -0.2], "", Range::ANY;
        /// How many random numbers Eq 9 draws.
        factor: Factor = Factor::PerJoint, "", Range::ANY;
        /// Random configurations of which the best is the initial solution; 0 begins at
        /// the given start.
        initial: usize = 200, "", Range::between(0.0, 1000000.0);
        /// Tries of Eq 10 before the state is kept.
        tries: usize = 100, "", Range::between(1.0, 1000000.0);
    }
}
method!(
    AnnealingPrinted,
    "annealing-printed",
    "Simulated annealing exactly as published by Urrea & Saa 2020, defects included. Best for \
     reproducing the paper."
);

impl AnnealingPrinted {
    /// A neighbour by `xᵢ (1 + a c + b)`.
    fn perturb(
        &self,
        problem: &Problem,
        search: &mut AnnealingSearch,
        [a, b]: [f64; 2],
        out: &mut [f64],
    ) {
        let shared = search.uniform();
        for (k, joint) in problem.chain.joints().iter().enumerate() {
            let c = match self.factor {
                Factor::PerJoint if k > 0 => search.uniform(),
                _ => shared,
            };
            out[joint.dof] = search.current()[joint.dof] * (1.0 + a * c + b);
        }
    }
}

impl Solver for AnnealingPrinted {
    fn capabilities(&self) -> SolverCapabilities {
        SolverCapabilities { search: true, ..SolverCapabilities::default() }
    }
    fn boxed(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }

    fn solve(&mut self, problem: &Problem, start: &[f64]) -> Result<Solution, InverseError> {
        let Self { hot, cold, cooling, level, enough, .. } = *self;
        let schedule = Schedule { hot, cold, cooling, level, enough, ..Schedule::default() };
        let [n1, n2, n3] = [0, 1, 2].map(|k| self.environment.get(k).copied().unwrap_or(0.0));
        let mut search = AnnealingSearch::new(problem, schedule, start)?;
        search.begin_at_best_of(self.initial);
        let mut neighbour = search.current().to_vec();
        let mut temperature = schedule.hot;
        while temperature >= schedule.cold && !search.is_done() {
            for _ in 0..schedule.level {
                self.perturb(problem, &mut search, [n1, -n2], &mut neighbour);
                let mut tries = 0;
                while !problem.chain.within_limits(&neighbour) && tries < self.tries {
                    self.perturb(problem, &mut search, [n3, 0.0], &mut neighbour);
                    tries += 1;
                }
                if !problem.chain.within_limits(&neighbour) {
                    neighbour.copy_from_slice(search.current());
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
