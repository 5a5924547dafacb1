//! Bounded quasi-Newton, multi-start: minimises `f(q) = ½|r(q)|²` within the
//! limits by sequential quadratic programming on bounds.
//!
//! The model of the curvature is built from gradients alone (Broyden, Fletcher,
//! Goldfarb, Shanno 1970; `H` below is the inverse):
//!
//! ```text
//! d = −H g over the free joints,    H ← (1 − ρ s yᵀ) H (1 − ρ y sᵀ) + ρ s sᵀ,   ρ = 1/yᵀs
//! ```
//!
//! A joint at a limit that the gradient presses against is fixed for the step,
//! as in Bertsekas' projected Newton method (1982); the line search (Armijo)
//! runs along the projection onto the limits. Unlike damped least squares it
//! knows nothing of the residual's structure, so it serves as an independent
//! second opinion, not as the fastest way.

use super::Solver;
use super::descent::Scratch;
use super::dls::configuration;
use super::error::InverseError;
use super::problem::Problem;
use super::residual::Residual;
use super::restarts::Random;
use super::solution::{Solution, Step};
use super::task::TaskError;
use armlab_settings::{Range, method, settings};
use std::time::Instant;

settings! {
    /// Settings of the bounded quasi-Newton method.
    pub struct QuasiNewtonSettings {
        /// Starts at most, beside the given one.
        restarts: usize = 60, "", Range::between(0.0, 1000000.0);
        /// Iterations per start at most.
        iterations: usize = 150, "", Range::between(1.0, 1000000.0);
        /// Part of the predicted decrease that a step must achieve (Armijo).
        sufficient_decrease: f64 = 1e-4, "", Range::within(0.0, 1.0);
        /// Halvings of a step before the search along it is given up.
        halvings: usize = 25, "", Range::between(1.0, 1000.0);
    }
}

/// Bounded quasi-Newton.
#[derive(Clone, Debug, Default)]
pub struct QuasiNewton {
    /// Its settings.
    pub settings: QuasiNewtonSettings,
    scratch: Scratch,
    q: Vec<f64>,
    gradient: Vec<f64>,
    trial: Vec<f64>,
    trial_gradient: Vec<f64>,
    direction: Vec<f64>,
    fixed: Vec<bool>,
    /// Inverse curvature, row after row.
    curvature: Vec<f64>,
    /// Its product with a difference of gradients.
    product: Vec<f64>,
}

method!(
    QuasiNewton,
    settings,
    "quasi-newton",
    "Bounded quasi-Newton from many starts. Best as an independent check of the default."
);

impl QuasiNewton {
    fn fit(&mut self, problem: &Problem) {
        let n = problem.chain.joints().len();
        self.scratch.fit(problem.chain);
        for list in [
            &mut self.q,
            &mut self.gradient,
            &mut self.trial,
            &mut self.trial_gradient,
            &mut self.direction,
            &mut self.product,
        ] {
            list.resize(n, 0.0);
        }
        self.fixed.resize(n, false);
        self.curvature.resize(n * n, 0.0);
    }

    /// Curvature as if every joint's range were the same length.
    fn reset_curvature(&mut self) {
        let n = self.q.len();
        self.curvature.fill(0.0);
        let largest = self.scratch.weight.iter().fold(0.0_f64, |a, &b| a.max(b));
        for i in 0..n {
            self.curvature[i * n + i] = self.scratch.weight[i] / largest;
        }
    }

    /// `d = −H g` over the free joints; returns the slope `gᵀd`.
    fn aim(&mut self) -> f64 {
        let n = self.q.len();
        for i in 0..n {
            let g = self.gradient[i];
            self.fixed[i] = (self.q[i] <= self.scratch.lower[i] && g >= 0.0)
                || (self.q[i] >= self.scratch.upper[i] && g <= 0.0);
        }
        let mut slope = 0.0;
        for i in 0..n {
            let mut d = 0.0;
            if !self.fixed[i] {
                for j in (0..n).filter(|&j| !self.fixed[j]) {
                    d -= self.curvature[i * n + j] * self.gradient[j];
                }
            }
            self.direction[i] = d;
            slope += d * self.gradient[i];
        }
        slope
    }

    /// The update of the inverse curvature from the step to `trial`.
    fn learn(&mut self) {
        let n = self.q.len();
        let (mut ys, mut yhy) = (0.0, 0.0);
        for i in 0..n {
            let y = self.trial_gradient[i] - self.gradient[i];
            ys += y * (self.trial[i] - self.q[i]);
            let mut hy = 0.0;
            for j in 0..n {
                hy += self.curvature[i * n + j] * (self.trial_gradient[j] - self.gradient[j]);
            }
            self.product[i] = hy;
            yhy += y * hy;
        }
        // Only a step along which the function curves upwards teaches anything.
        if !(ys > 1e-14 * yhy.abs().max(1e-300)) {
            return;
        }
        for i in 0..n {
            let si = self.trial[i] - self.q[i];
            for j in 0..n {
                let sj = self.trial[j] - self.q[j];
                self.curvature[i * n + j] += (1.0 + yhy / ys) * si * sj / ys
                    - (self.product[i] * sj + si * self.product[j]) / ys;
            }
        }
    }

    /// Descends from `self.q`; returns the cost and error where it ends.
    fn descend(
        &mut self,
        problem: &Problem,
        residual: &Residual,
        counts: &mut super::dls::Counts,
    ) -> (f64, TaskError) {
        self.reset_curvature();
        let mut fresh = true;
        let (mut cost, mut error) = self.scratch.gradient(residual, &self.q, &mut self.gradient);
        counts.evaluations += 1;
        for _ in 0..self.settings.iterations {
            if problem.record {
                let (evaluation, start) = (counts.evaluations, counts.restarts);
                counts.history.push(Step { evaluation, start, error });
            }
            if error.within(&problem.tolerance) || !cost.is_finite() {
                break;
            }
            counts.iterations += 1;
            let slope = self.aim();
            // Not `slope >= 0`: a NaN must end the descent as well.
            if !(slope < 0.0) {
                if fresh {
                    break;
                }
                self.reset_curvature();
                fresh = true;
                continue;
            }
            let mut length = 1.0;
            let mut next = None;
            for _ in 0..self.settings.halvings {
                for i in 0..self.q.len() {
                    let moved = self.q[i] + length * self.direction[i];
                    self.trial[i] = moved.clamp(self.scratch.lower[i], self.scratch.upper[i]);
                }
                let at = self.scratch.gradient(residual, &self.trial, &mut self.trial_gradient);
                counts.evaluations += 1;
                if at.0 <= cost + self.settings.sufficient_decrease * length * slope {
                    next = Some(at);
                    break;
                }
                length *= 0.5;
            }
            let Some(at) = next else {
                if fresh {
                    break;
                }
                self.reset_curvature();
                fresh = true;
                continue;
            };
            let gained = cost - at.0;
            self.learn();
            fresh = false;
            self.q.copy_from_slice(&self.trial);
            self.gradient.copy_from_slice(&self.trial_gradient);
            (cost, error) = at;
            if gained <= 1e-12 * cost {
                break;
            }
        }
        (cost, error)
    }
}

impl Solver for QuasiNewton {
    fn boxed(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }

    fn solve(&mut self, problem: &Problem, start: &[f64]) -> Result<Solution, InverseError> {
        let since = Instant::now();
        problem.check_start(start)?;
        self.fit(problem);
        let chain = problem.chain;
        for (q, joint) in self.q.iter_mut().zip(chain.joints()) {
            *q = start[joint.dof].clamp(joint.lower, joint.upper);
        }
        let residual = Residual::new(problem);
        let mut random = Random::of(problem);
        let mut counts = super::dls::Counts::default();
        let mut best = (f64::INFINITY, self.q.clone());
        loop {
            let (cost, error) = self.descend(problem, &residual, &mut counts);
            if cost < best.0 {
                best.0 = cost;
                best.1.copy_from_slice(&self.q);
            }
            if error.within(&problem.tolerance) || counts.restarts >= self.settings.restarts {
                break;
            }
            counts.restarts += 1;
            random.configuration(chain, &mut self.q);
        }
        let mut solution = Solution::at(problem, configuration(chain, &best.1, start));
        solution.iterations = counts.iterations;
        solution.evaluations = counts.evaluations;
        solution.restarts = counts.restarts;
        solution.history = counts.history;
        solution.seconds = since.elapsed().as_secs_f64();
        Ok(solution)
    }
}
