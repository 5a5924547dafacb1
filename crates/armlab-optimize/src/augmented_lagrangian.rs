//! Inequality constraints `g(x) ≤ 0` by multipliers and penalty (Powell,
//! Hestenes, Rockafellar; as in Birgin & Martínez, "Practical augmented
//! Lagrangian methods", 2014).
//!
//! In turn, `f(x) + ρ/2 Σ max(0, g_i(x) + λ_i/ρ)²` is minimised in the box by
//! [`ProjectedBfgs`](crate::ProjectedBfgs), and `λ_i = max(0, λ_i + ρ g_i(x))`. The penalty grows only
//! while violations do not shrink.

use crate::objective::{Bounds, Objective, Smooth};
use crate::projected_bfgs::{descend, projected_gradient};
use crate::run::{Budget, Outcome, Progress, Run, Step, Stop};
use armlab_dense::Matrix;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// An objective with inequality constraints `g(x) ≤ 0`, all with slopes.
/// Constraints should be of the order of one: divide each by its limit.
pub trait Constrained: Smooth {
    /// Number of constraints.
    fn constraints(&self) -> usize;
    /// Writes `g(x)`.
    fn constraint_values(&self, x: &[f64], out: &mut [f64]);
    /// `out += Σ weights_i ∇g_i(x)`; weights are often zero.
    fn add_constraint_slopes(&self, x: &[f64], weights: &[f64], out: &mut [f64]);
}

/// Settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AugmentedLagrangian {
    /// Largest constraint value that counts as satisfied.
    pub feasibility: f64,
    /// Projected gradient of the Lagrangian to be reached.
    pub tolerance: f64,
    /// Most updates of the multipliers.
    pub rounds: usize,
    /// Most iterations between two updates.
    pub iterations: usize,
    /// Change of the objective between two updates that is none: with the
    /// constraints kept, the run has then converged.
    pub change: f64,
    /// Factor by which the penalty grows where violations do not shrink enough. What
    /// was learnt about the curvature is forgotten with factors from ten on.
    pub growth: f64,
    /// Part of the last violation below which the next one has shrunk enough.
    pub shrinks: f64,
}

impl Default for AugmentedLagrangian {
    fn default() -> Self {
        Self {
            feasibility: 1e-8,
            tolerance: 1e-6,
            rounds: 60,
            iterations: 1000,
            change: 0.0,
            growth: 10.0,
            shrinks: 0.3,
        }
    }
}

/// The result.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstrainedOutcome {
    /// Point, value of the objective there, counts, and why the run ended.
    /// `Stop::Converged` means that violation and stationarity were reached.
    pub outcome: Outcome,
    /// One multiplier per constraint; positive where it holds the point back.
    pub multipliers: Vec<f64>,
    /// Largest constraint value; negative if all hold with room.
    pub violation: f64,
    /// Projected gradient of the Lagrangian.
    pub stationarity: f64,
}

struct Augmented<'a> {
    problem: &'a dyn Constrained,
    multipliers: Vec<f64>,
    penalty: f64,
    /// Constraint values, kept between calls; evaluations here are sequential.
    scratch: Mutex<Vec<f64>>,
}

impl Augmented<'_> {
    /// Weights of the constraints' slopes, `max(0, λ + ρ g)`, in place of the
    /// values; returns what is added to the objective.
    fn penalty_weights(&self, values: &mut [f64]) -> f64 {
        let mut sum = 0.0;
        for (g, multiplier) in values.iter_mut().zip(&self.multipliers) {
            let weight = multiplier + self.penalty * *g;
            // NaN is passed on, so that such points are refused.
            *g = if weight <= 0.0 { 0.0 } else { weight };
            sum += *g * *g;
        }
        0.5 * sum / self.penalty
    }
    fn added(&self, x: &[f64], slopes: Option<&mut [f64]>) -> f64 {
        let mut values = match self.scratch.lock() {
            Ok(guard) => guard,
            Err(poisoned) => poisoned.into_inner(),
        };
        self.problem.constraint_values(x, &mut values);
        let sum = self.penalty_weights(&mut values);
        if let Some(out) = slopes {
            self.problem.add_constraint_slopes(x, &values, out);
        }
        sum
    }
}

impl Objective for Augmented<'_> {
    fn dimension(&self) -> usize {
        self.problem.dimension()
    }
    fn value(&self, x: &[f64]) -> f64 {
        self.problem.value(x) + self.added(x, None)
    }
}

impl Smooth for Augmented<'_> {
    fn gradient(&self, x: &[f64], out: &mut [f64]) -> f64 {
        self.problem.gradient(x, out) + self.added(x, Some(out))
    }
}

/// Where a minimisation stands: enough to go on with it.
#[derive(Clone, Debug)]
pub struct Progressed {
    /// The point.
    pub x: Vec<f64>,
    /// The objective there.
    pub value: f64,
    /// Largest constraint value there.
    pub violation: f64,
    multipliers: Vec<f64>,
    penalty: f64,
    curvature: Matrix,
    /// How far feasibility and complementarity were from holding.
    miss: f64,
    accuracy: f64,
    stationarity: f64,
}

impl AugmentedLagrangian {
    /// Minimises from `start`, which need not satisfy the constraints.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn minimise(
        &self,
        problem: &dyn Constrained,
        bounds: &Bounds,
        start: &[f64],
        budget: &Budget,
        progress: Progress,
    ) -> ConstrainedOutcome {
        let mut state = self.begin(problem, bounds, start);
        let outcome = self.resume(problem, bounds, &mut state, budget, progress);
        let Progressed { multipliers, violation, stationarity, .. } = state;
        ConstrainedOutcome { outcome, multipliers, violation, stationarity }
    }

    /// A minimisation that has not gone anywhere yet.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn begin(&self, problem: &dyn Constrained, bounds: &Bounds, start: &[f64]) -> Progressed {
        let (n, count) = (problem.dimension(), problem.constraints());
        assert!(start.len() == n && bounds.dimension() == n, "one start and bound per unknown");
        let mut x = start.to_vec();
        bounds.clamp(&mut x);
        let mut g = vec![0.0; count];
        problem.constraint_values(&x, &mut g);
        let squares: f64 = g.iter().map(|g| g.max(0.0).powi(2)).sum();
        let value = problem.value(&x).abs();
        let penalty = if squares > 0.0 { (2.0 * value / squares).clamp(0.1, 1e3) } else { 10.0 };
        Progressed {
            x,
            value: f64::INFINITY,
            violation: f64::INFINITY,
            multipliers: vec![0.0; count],
            penalty,
            curvature: Matrix::zeros(0, 0),
            miss: f64::INFINITY,
            accuracy: 1e-2,
            stationarity: f64::INFINITY,
        }
    }

    /// Goes on with a minimisation, for a problem that may have become a little
    /// another one since.
    pub fn resume(
        &self,
        problem: &dyn Constrained,
        bounds: &Bounds,
        state: &mut Progressed,
        budget: &Budget,
        progress: Progress,
    ) -> Outcome {
        let (n, count) = (problem.dimension(), problem.constraints());
        let mut g = vec![0.0; count];
        let mut augmented = Augmented {
            problem,
            multipliers: std::mem::take(&mut state.multipliers),
            penalty: state.penalty,
            scratch: Mutex::new(vec![0.0; count]),
        };
        let mut gradient = vec![0.0; n];
        let mut out = Outcome {
            x: state.x.clone(),
            value: f64::INFINITY,
            evaluations: 0,
            iterations: 0,
            stop: Stop::Iterations,
            history: Vec::new(),
        };
        for _round in 0..self.rounds {
            let left = Budget {
                evaluations: budget.evaluations.saturating_sub(out.evaluations),
                iterations: self.iterations.min(budget.iterations.saturating_sub(out.iterations)),
                target: f64::NEG_INFINITY,
            };
            let (before, evaluations) = (out.iterations, out.evaluations);
            let mut watch = |step: &Step| -> ControlFlow<()> {
                progress(&Step {
                    iteration: before + step.iteration,
                    evaluations: evaluations + step.evaluations,
                    ..*step
                })
            };
            let mut run = Run::new(&augmented, &left, &mut watch);
            let (x, curvature) = (&mut state.x, &mut state.curvature);
            descend(&augmented, bounds, x, curvature, state.accuracy, &mut run);
            let inner = run.finish();
            out.evaluations += inner.evaluations;
            out.iterations += inner.iterations;

            problem.constraint_values(&state.x, &mut g);
            state.violation = g.iter().fold(f64::NEG_INFINITY, |m, g| m.max(*g));
            // How far feasibility and complementarity are from holding.
            let mut miss = 0.0_f64;
            for (g, multiplier) in g.iter().zip(&augmented.multipliers) {
                miss = miss.max(g.max(-multiplier / augmented.penalty).abs());
            }
            for (multiplier, g) in augmented.multipliers.iter_mut().zip(&g) {
                *multiplier = (*multiplier + augmented.penalty * g).clamp(0.0, 1e12);
            }
            let value = problem.gradient(&state.x, &mut gradient);
            problem.add_constraint_slopes(&state.x, &augmented.multipliers, &mut gradient);
            state.stationarity = projected_gradient(bounds, &state.x, &gradient);
            let change = (value - state.value).abs();
            state.value = value;
            out.value = value;
            out.history.push((out.evaluations, value));
            let kept = miss <= self.feasibility;
            let done = kept && (state.stationarity <= self.tolerance || change < self.change);
            match inner.stop {
                Stop::Asked | Stop::NotFinite => out.stop = inner.stop,
                Stop::Evaluations => out.stop = Stop::Evaluations,
                _ if done => out.stop = Stop::Converged,
                _ if out.iterations >= budget.iterations => out.stop = Stop::Iterations,
                _ => {
                    if miss > self.shrinks * state.miss && !kept {
                        augmented.penalty = (augmented.penalty * self.growth).min(1e12);
                        if self.growth >= 10.0 {
                            state.curvature = Matrix::zeros(0, 0);
                        }
                    }
                    state.miss = miss;
                    state.accuracy = (0.1 * state.accuracy).max(0.3 * self.tolerance);
                    continue;
                }
            }
            break;
        }
        out.x.clone_from(&state.x);
        (state.multipliers, state.penalty) = (augmented.multipliers, augmented.penalty);
        out
    }
}
