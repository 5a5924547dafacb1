//! Quasi-Newton descent in a box (Bertsekas 1982; BFGS with Powell's damping
//! 1978).
//!
//! Unknowns that sit on a bound and are pushed against it are held. The others
//! take `d = −B_free⁻¹ g_free`; the step follows the path `P(x + α d)`, `P` the
//! projection onto the box, until the value falls enough (Armijo). `B` learns
//! the curvature from `s = Δx`, `y = Δg`; where `sᵀy` is too small, `y` is mixed
//! with `B s`, so that `B` stays positive definite without conditions on the
//! line search.

use crate::objective::{Bounds, Smooth};
use crate::run::{Budget, Outcome, Progress, Run, Stop, ranked};
use armlab_dense::{Cholesky, Matrix, dot, norm};

/// Quasi-Newton descent in a box. `B` is dense: for up to some hundred unknowns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectedBfgs {
    /// The run has converged when no unknown would move by more than this, times
    /// its size or one, along the negative gradient within the box.
    pub tolerance: f64,
}

impl Default for ProjectedBfgs {
    fn default() -> Self {
        Self { tolerance: 1e-8 }
    }
}

/// Sufficient decrease, as a share of the decrease the slope promises.
const ARMIJO: f64 = 1e-4;

impl ProjectedBfgs {
    /// Minimises from `start`.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn minimise(
        &self,
        objective: &dyn Smooth,
        bounds: &Bounds,
        start: &[f64],
        budget: &Budget,
        progress: Progress,
    ) -> Outcome {
        assert!(start.len() == bounds.dimension(), "one start per bound");
        let mut x = start.to_vec();
        bounds.clamp(&mut x);
        let values: &dyn crate::objective::Objective = objective;
        let mut run = Run::new(values, budget, progress);
        let mut curvature = Matrix::zeros(0, 0);
        descend(objective, bounds, &mut x, &mut curvature, self.tolerance, &mut run);
        run.finish()
    }
}

/// Largest move along the negative gradient within the box, relative.
pub(crate) fn projected_gradient(bounds: &Bounds, x: &[f64], gradient: &[f64]) -> f64 {
    let mut worst = 0.0_f64;
    for k in 0..x.len() {
        let moved = (x[k] - gradient[k]).max(bounds.lower()[k]).min(bounds.upper()[k]);
        let size = (moved - x[k]).abs() / x[k].abs().max(1.0);
        if !(size <= worst) {
            worst = size;
        }
    }
    worst
}

/// Descends until the projected gradient is below `tolerance`, no step helps or
/// the run stops. `curvature` is used if it has the right size, and left for
/// the next descent.
pub(crate) fn descend(
    objective: &dyn Smooth,
    bounds: &Bounds,
    x: &mut [f64],
    curvature: &mut Matrix,
    tolerance: f64,
    run: &mut Run,
) {
    let n = x.len();
    let mut gradient = vec![0.0; n];
    let mut value = ranked(objective.gradient(x, &mut gradient));
    run.count(x, value);
    if !value.is_finite() {
        run.stop(Stop::NotFinite);
        return;
    }
    let mut learned = curvature.rows() == n;
    if !learned {
        *curvature = Matrix::identity(n);
    }
    let (mut trial, mut next_gradient) = (vec![0.0; n], vec![0.0; n]);
    let mut factor = Cholesky::default();
    while !run.exhausted() {
        if projected_gradient(bounds, x, &gradient) <= tolerance {
            run.stop(Stop::Converged);
            return;
        }
        let free: Vec<usize> = (0..n)
            .filter(|k| {
                let at_lower = x[*k] <= bounds.lower()[*k] && gradient[*k] >= 0.0;
                let at_upper = x[*k] >= bounds.upper()[*k] && gradient[*k] <= 0.0;
                !(at_lower || at_upper)
            })
            .collect();
        let part = Matrix::from_fn(free.len(), free.len(), |i, j| curvature.at(free[i], free[j]));
        let mut direction: Vec<f64> = free.iter().map(|k| -gradient[*k]).collect();
        if factor.refactor(&part).is_ok() {
            factor.solve(&mut direction);
        } else {
            *curvature = Matrix::identity(n);
            learned = false;
        }
        // Before anything is learned, a step of length one at most.
        let mut length = if learned { 1.0 } else { 1.0 / norm(&direction).max(1.0) };
        let mut accepted = false;
        for _halving in 0..60 {
            trial.copy_from_slice(x);
            for (k, d) in free.iter().zip(&direction) {
                trial[*k] += length * d;
            }
            bounds.clamp(&mut trial);
            let promised: f64 = (0..n).map(|k| gradient[k] * (trial[k] - x[k])).sum();
            let found = run.value(&trial);
            if run.stopped() && found == f64::INFINITY {
                return;
            }
            if found <= value + ARMIJO * promised && found.is_finite() && promised < 0.0 {
                accepted = true;
                break;
            }
            // The minimum of the parabola through what is known, within limits.
            let parabola = -0.5 * promised / (found - value - promised);
            let share = if parabola.is_finite() { parabola.clamp(0.1, 0.5) } else { 0.1 };
            length *= share;
        }
        if !accepted {
            if learned {
                // The curvature may mislead: once more from scratch.
                *curvature = Matrix::identity(n);
                learned = false;
                continue;
            }
            run.stop(Stop::Converged);
            return;
        }
        value = objective.gradient(&trial, &mut next_gradient);
        let s: Vec<f64> = (0..n).map(|k| trial[k] - x[k]).collect();
        let y: Vec<f64> = (0..n).map(|k| next_gradient[k] - gradient[k]).collect();
        if !learned {
            let scale = dot(&y, &y) / dot(&s, &y);
            if scale.is_finite() && scale > 0.0 {
                *curvature = Matrix::from_fn(n, n, |i, j| if i == j { scale } else { 0.0 });
            }
            learned = true;
        }
        update(curvature, &s, y);
        x.copy_from_slice(&trial);
        gradient.copy_from_slice(&next_gradient);
        if !run.next() {
            return;
        }
    }
}

/// `B += y yᵀ/(sᵀy) − B s (B s)ᵀ/(sᵀB s)`, damped.
fn update(b: &mut Matrix, s: &[f64], mut y: Vec<f64>) {
    let bs = b.times_vector(s);
    let (sbs, mut sy) = (dot(s, &bs), dot(s, &y));
    if !(sbs > 0.0) {
        return;
    }
    if sy < 0.2 * sbs {
        let theta = 0.8 * sbs / (sbs - sy);
        for (y, b) in y.iter_mut().zip(&bs) {
            *y = theta * *y + (1.0 - theta) * b;
        }
        sy = dot(s, &y);
    }
    if !(sy > 0.0) {
        return;
    }
    for j in 0..s.len() {
        for (i, entry) in b.column_mut(j).iter_mut().enumerate() {
            *entry += y[i] * y[j] / sy - bs[i] * bs[j] / sbs;
        }
    }
}
