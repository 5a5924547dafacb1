//! Nonlinear least squares in a box: Levenberg–Marquardt whose step is exact in
//! the box.
//!
//! `min ½ Σ ρ(r_i(x)²)`, `l ≤ x ≤ u`. Each step solves
//!
//! `min ‖J p + r‖² + λ‖D p‖²`, `l ≤ x + p ≤ u`
//!
//! with `D` the largest lengths of the Jacobian's columns so far (Moré 1978) and
//! `λ` by the ratio of actual to predicted decrease (Nielsen 1999). A robust
//! loss `ρ` enters as weights of rows (Triggs et al. 2000).

use crate::bounded_linear::{Side, bounded_least_squares};
use crate::loss::Loss;
use crate::objective::{Bounds, Objective};
use crate::run::{Budget, Outcome, Progress, Run, Stop};
use armlab_dense::{Matrix, Rows, Triangle, Tsqr, dot, norm};
use rayon::prelude::*;

/// Residuals as functions of unknowns.
pub trait Residuals: Sync {
    /// Number of unknowns.
    fn unknowns(&self) -> usize;
    /// Number of residuals.
    fn rows(&self) -> usize;
    /// Writes the residuals at `x`.
    fn residuals(&self, x: &[f64], out: &mut [f64]);
    /// Writes the derivatives at `x`, one column per unknown, and returns true;
    /// or returns false to have them taken by differences.
    fn jacobian(&self, _x: &[f64], _out: &mut Matrix) -> bool {
        false
    }
}

/// How derivatives are taken where a problem gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slopes {
    /// One more evaluation per unknown; about eight digits.
    Forward,
    /// Two per unknown; about ten digits.
    Central,
}

/// Settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NonlinearLeastSquares {
    /// Relative size of the last step and of the last decrease, and cosine
    /// between residual and any free column, at which the run has converged.
    pub tolerance: f64,
    /// First damping, relative.
    pub damping: f64,
    /// How derivatives are taken where the problem gives none.
    pub slopes: Slopes,
    /// What a residual costs.
    pub loss: Loss,
}

impl Default for NonlinearLeastSquares {
    fn default() -> Self {
        Self { tolerance: 1e-10, damping: 1e-3, slopes: Slopes::Forward, loss: Loss::Squares }
    }
}

/// A fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Point, cost (half the sum of losses), counts and reason of stopping.
    pub outcome: Outcome,
    /// Residuals at the point.
    pub residuals: Vec<f64>,
    /// Covariance of the unknowns for the residuals' own spread; zero rows for
    /// unknowns on a bound. Directions the residuals do not see are left out.
    pub covariance: Matrix,
    /// Standard deviation of a residual.
    pub deviation: f64,
    /// Number of directions of the free unknowns that the residuals see.
    pub rank: usize,
    /// For every unknown the bound that holds it, if one does.
    pub active: Vec<Option<Side>>,
    /// Largest cosine between the residual and a free column: zero at a minimum.
    pub stationarity: f64,
}

/// The cost as an objective, for the counting.
struct Cost<'a> {
    residuals: &'a dyn Residuals,
}

impl Objective for Cost<'_> {
    fn dimension(&self) -> usize {
        self.residuals.unknowns()
    }
    fn value(&self, x: &[f64]) -> f64 {
        let mut out = vec![0.0; self.residuals.rows()];
        self.residuals.residuals(x, &mut out);
        0.5 * dot(&out, &out)
    }
}

impl NonlinearLeastSquares {
    fn cost(&self, residuals: &[f64]) -> f64 {
        0.5 * residuals.iter().map(|r| self.loss.terms(r * r).0).sum::<f64>()
    }

    /// Minimises from `start`.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn minimise(
        &self,
        problem: &dyn Residuals,
        bounds: &Bounds,
        start: &[f64],
        budget: &Budget,
        progress: Progress,
    ) -> Fit {
        let (n, rows) = (problem.unknowns(), problem.rows());
        assert!(start.len() == n && bounds.dimension() == n, "one start and bound per unknown");
        let cost_of = Cost { residuals: problem };
        let mut run = Run::new(&cost_of, budget, progress);
        let mut x = start.to_vec();
        bounds.clamp(&mut x);
        let (mut r, mut trial_r) = (vec![0.0; rows], vec![0.0; rows]);
        problem.residuals(&x, &mut r);
        let mut cost = self.cost(&r);
        run.count(&x, cost);
        if !cost.is_finite() {
            run.stop(Stop::NotFinite);
        }
        let mut jacobian = Matrix::zeros(rows, n);
        let mut lengths = vec![0.0_f64; n];
        let (mut lambda, mut growth) = (self.damping, 2.0);
        let mut trial = vec![0.0; n];
        let (mut fresh, mut blur) = (false, 1e-12);
        while !run.stopped() {
            if !fresh {
                blur = self.derive(problem, bounds, &x, &r, &mut jacobian, &mut run);
                fresh = true;
            }
            let Some(triangle) = self.weighted_triangle(&jacobian, &r) else {
                run.stop(Stop::NotFinite);
                break;
            };
            let square = triangle.r();
            for (k, length) in lengths.iter_mut().enumerate() {
                *length = length.max(norm(&square.column(k)[..=k]));
            }
            if self.stationarity(&triangle, bounds, &x).0 <= self.tolerance {
                run.stop(Stop::Converged);
                break;
            }
            // Steps until one is taken.
            loop {
                let damp =
                    |k: usize| (lambda * lengths[k] * lengths[k]).sqrt().max(f64::MIN_POSITIVE);
                let stacked = Matrix::from_fn(2 * n, n, |i, j| match i {
                    _ if i < n => square.at(i, j),
                    _ if i - n == j => damp(j),
                    _ => 0.0,
                });
                let mut rhs = triangle.rhs(0).to_vec();
                rhs.resize(2 * n, 0.0);
                let room = Bounds::new(
                    (0..n).map(|k| (bounds.lower()[k] - x[k]).min(0.0)).collect(),
                    (0..n).map(|k| (bounds.upper()[k] - x[k]).max(0.0)).collect(),
                );
                let Ok(room) = room else {
                    run.stop(Stop::NotFinite);
                    break;
                };
                let step = bounded_least_squares(&stacked, &rhs, &room).x;
                for k in 0..n {
                    trial[k] = x[k] + step[k];
                }
                bounds.clamp(&mut trial);
                problem.residuals(&trial, &mut trial_r);
                let trial_cost = self.cost(&trial_r);
                run.count(&trial, crate::run::ranked(trial_cost));
                let left = square.times_vector(&step);
                let predicted: f64 = 0.5
                    * left.iter().zip(triangle.rhs(0)).map(|(l, b)| l * (2.0 * b - l)).sum::<f64>();
                let moved = norm(&scaled(&step, &lengths));
                let size = norm(&scaled(&x, &lengths));
                let small = moved <= self.tolerance * (size + self.tolerance);
                if trial_cost < cost {
                    let gain = (cost - trial_cost) / predicted.max(f64::MIN_POSITIVE);
                    let flat = predicted <= self.tolerance * self.tolerance.max(1e-14) * cost
                        || (cost - trial_cost <= 1e-15 * cost && predicted <= 1e-15 * cost);
                    lambda = (lambda * (1.0 - (2.0 * gain.min(2.0) - 1.0).powi(3)).max(1.0 / 9.0))
                        .max(1e-20);
                    growth = 2.0;
                    x.copy_from_slice(&trial);
                    std::mem::swap(&mut r, &mut trial_r);
                    cost = trial_cost;
                    fresh = false;
                    if small || flat {
                        run.stop(Stop::Converged);
                    }
                    break;
                }
                if small || predicted <= 1e-16 * cost {
                    run.stop(Stop::Converged);
                    break;
                }
                lambda *= growth;
                growth *= 2.0;
                if run.exhausted() || lambda > 1e30 {
                    run.stop(Stop::Converged);
                    break;
                }
            }
            run.next();
        }
        // Derivatives at the final point, for the error bars.
        if cost.is_finite() && !fresh {
            blur = self.derive(problem, bounds, &x, &r, &mut jacobian, &mut run);
        }
        let (spread, deviation, rank, active, stationarity) =
            match self.weighted_triangle(&jacobian, &r) {
                Some(triangle) if cost.is_finite() => {
                    let (stationarity, active) = self.stationarity(&triangle, bounds, &x);
                    let (spread, deviation, rank) = spread(&triangle, &active, cost, blur);
                    (spread, deviation, rank, active, stationarity)
                }
                _ => (Matrix::zeros(n, n), f64::NAN, 0, vec![None; n], f64::NAN),
            };
        let mut outcome = run.finish();
        outcome.x = x;
        outcome.value = cost;
        Fit { outcome, residuals: r, covariance: spread, deviation, rank, active, stationarity }
    }

    /// The Jacobian at `x`, where the residuals are `r`; returns the relative size
    /// below which its singular values may be errors of differences.
    fn derive(
        &self,
        problem: &dyn Residuals,
        bounds: &Bounds,
        x: &[f64],
        r: &[f64],
        jacobian: &mut Matrix,
        run: &mut Run,
    ) -> f64 {
        if problem.jacobian(x, jacobian) {
            return 1e-12;
        }
        let (rows, central) = (r.len().max(1), self.slopes == Slopes::Central);
        let root = if central { f64::EPSILON.cbrt() } else { f64::EPSILON.sqrt() };
        jacobian.as_mut_slice().par_chunks_exact_mut(rows).enumerate().for_each(|(k, column)| {
            let mut moved = x.to_vec();
            let step = root * x[k].abs().max(1e-3);
            let (low, high) = (bounds.lower()[k], bounds.upper()[k]);
            let forward = if x[k] + step <= high { step } else { -step };
            moved[k] = x[k] + forward;
            let taken = moved[k] - x[k];
            problem.residuals(&moved, column);
            if central && x[k] - step >= low && x[k] + step <= high {
                moved[k] = x[k] - step;
                let width = taken + (x[k] - moved[k]);
                let mut below = vec![0.0; rows];
                problem.residuals(&moved, &mut below);
                for (c, b) in column.iter_mut().zip(&below) {
                    *c = (*c - b) / width;
                }
            } else {
                for (c, r) in column.iter_mut().zip(r) {
                    *c = (*c - r) / taken;
                }
            }
        });
        run.spend(x.len() * if central { 2 } else { 1 });
        if central { 1e-9 } else { 1e-6 }
    }

    /// Triangle of weighted Jacobian and negative residual; none if not finite.
    fn weighted_triangle(&self, jacobian: &Matrix, r: &[f64]) -> Option<Triangle> {
        let n = jacobian.columns();
        let mut negative: Vec<f64> = r.iter().map(|r| -r).collect();
        let mut weighted;
        let mut source = jacobian;
        if self.loss != Loss::Squares {
            weighted = jacobian.clone();
            for (i, negative) in negative.iter_mut().enumerate() {
                let (_, first, second) = self.loss.terms(r[i] * r[i]);
                let weight = (first + 2.0 * second * r[i] * r[i]).max(1e-10).sqrt();
                *negative *= first / weight;
                for k in 0..n {
                    weighted.set(i, k, weight * weighted.at(i, k));
                }
            }
            source = &weighted;
        }
        let mut columns: Vec<&[f64]> = (0..n).map(|k| source.column(k)).collect();
        columns.push(&negative);
        let mut tsqr = Tsqr::new(n, 1);
        tsqr.push_rows(&Rows::all(&columns)).ok()?;
        Some(tsqr.finish())
    }

    /// Largest cosine between the residual and a column that is free to move,
    /// and which unknowns are held by a bound.
    fn stationarity(
        &self,
        triangle: &Triangle,
        bounds: &Bounds,
        x: &[f64],
    ) -> (f64, Vec<Option<Side>>) {
        let square = triangle.r();
        let whole = norm(triangle.rhs(0)).hypot(triangle.residual_norm(0));
        let mut worst = 0.0_f64;
        let mut active = vec![None; x.len()];
        for k in 0..x.len() {
            let column = &square.column(k)[..=k];
            let descent = dot(column, &triangle.rhs(0)[..=k]);
            let cosine = descent / (norm(column) * whole).max(f64::MIN_POSITIVE);
            if x[k] <= bounds.lower()[k] && descent <= 0.0 {
                active[k] = Some(Side::Lower);
            } else if x[k] >= bounds.upper()[k] && descent >= 0.0 {
                active[k] = Some(Side::Upper);
            } else {
                worst = worst.max(cosine.abs());
            }
        }
        (if whole == 0.0 { 0.0 } else { worst }, active)
    }
}

fn scaled(x: &[f64], lengths: &[f64]) -> Vec<f64> {
    x.iter().zip(lengths).map(|(x, d)| x * d).collect()
}

/// Covariance of the free unknowns from the triangle: `V diag(σ⁻²) Vᵀ s²` over
/// the singular values above `blur` times the largest.
pub(crate) fn spread(
    triangle: &Triangle,
    active: &[Option<Side>],
    cost: f64,
    blur: f64,
) -> (Matrix, f64, usize) {
    let n = active.len();
    let free: Vec<usize> = (0..n).filter(|k| active[*k].is_none()).collect();
    let square = triangle.r();
    // Scaled columns, so that units play no part in the rank.
    let scale: Vec<f64> = free
        .iter()
        .map(|k| {
            let length = norm(&square.column(*k)[..=*k]);
            if length > 0.0 { 1.0 / length } else { 1.0 }
        })
        .collect();
    let part = Matrix::from_fn(n, free.len(), |i, j| square.at(i, free[j]) * scale[j]);
    let mut out = Matrix::zeros(n, n);
    let Ok(svd) = part.svd() else { return (out, f64::NAN, 0) };
    let rank = svd.rank(blur);
    let degrees = (triangle.rows() as f64 - rank as f64).max(0.0);
    let variance = if degrees > 0.0 { 2.0 * cost / degrees } else { 0.0 };
    for (a, i) in free.iter().enumerate() {
        for (b, j) in free.iter().enumerate() {
            let sum: f64 = (0..rank)
                .map(|k| svd.v.at(a, k) * svd.v.at(b, k) / (svd.values[k] * svd.values[k]))
                .sum();
            out.set(*i, *j, variance * sum * scale[a] * scale[b]);
        }
    }
    (out, variance.sqrt(), rank)
}
