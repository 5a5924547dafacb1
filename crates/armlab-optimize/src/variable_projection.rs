//! Separable least squares: `min ‖y(α) − Φ(α) c‖²` over nonlinear `α` and linear
//! `c` (Golub & Pereyra 1973).
//!
//! For given `α` the best `c` is a linear problem, so only `α` is searched. The
//! reduced residual goes through [`NonlinearLeastSquares`] with derivatives by
//! differences, which is the full Jacobian also where coefficients are bounded.

use crate::bounded_linear::bounded_least_squares;
use crate::nonlinear::{Fit, NonlinearLeastSquares, Residuals, spread};
use crate::objective::Bounds;
use crate::run::{Budget, Progress};
use armlab_dense::{Matrix, Rows, Tsqr, quick_least_squares};

/// A model that is linear in some of its unknowns.
pub trait Separable: Sync {
    /// Number of nonlinear unknowns `α`.
    fn nonlinear(&self) -> usize;
    /// Number of linear coefficients `c`.
    fn coefficients(&self) -> usize;
    /// Number of rows.
    fn rows(&self) -> usize;
    /// Writes `Φ(α)` and the right-hand side `y(α)`.
    fn basis(&self, alpha: &[f64], phi: &mut Matrix, target: &mut [f64]);
}

/// A separable problem: the model and what is known of its coefficients.
#[derive(Clone)]
pub struct VariableProjection<'a> {
    /// The model.
    pub model: &'a dyn Separable,
    /// Beliefs `(coefficient, mean, deviation)`, each one more row
    /// `(c − mean)/deviation`.
    pub beliefs: Vec<(usize, f64, f64)>,
    /// Bounds of the coefficients.
    pub coefficient_bounds: Option<Bounds>,
}

/// A fit of a separable model.
#[derive(Clone, Debug, PartialEq)]
pub struct SeparableFit {
    /// The nonlinear unknowns: point, cost, counts.
    pub fit: Fit,
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// Covariance of nonlinear unknowns and coefficients together, in this
    /// order; zero for those on a bound.
    pub covariance: Matrix,
}

impl VariableProjection<'_> {
    /// Rows of model and beliefs at `α`, and their right-hand side.
    fn system(&self, alpha: &[f64]) -> (Matrix, Vec<f64>) {
        let (rows, count) = (self.model.rows(), self.model.coefficients());
        let mut phi = Matrix::zeros(rows, count);
        let mut target = vec![0.0; rows];
        self.model.basis(alpha, &mut phi, &mut target);
        if self.beliefs.is_empty() {
            return (phi, target);
        }
        let mut all = Matrix::zeros(rows + self.beliefs.len(), count);
        for k in 0..count {
            all.column_mut(k)[..rows].copy_from_slice(phi.column(k));
        }
        for (i, (k, mean, deviation)) in self.beliefs.iter().enumerate() {
            all.set(rows + i, *k, 1.0 / deviation);
            target.push(mean / deviation);
        }
        (all, target)
    }

    /// The best coefficients for given `α`.
    ///
    /// # Panics
    /// If a belief or bound names a coefficient that does not exist.
    pub fn coefficients(&self, alpha: &[f64]) -> Vec<f64> {
        let (a, b) = self.system(alpha);
        self.solve(&a, &b)
    }

    fn solve(&self, a: &Matrix, b: &[f64]) -> Vec<f64> {
        match &self.coefficient_bounds {
            Some(bounds) => bounded_least_squares(a, b, bounds).x,
            None => quick_least_squares(a, b),
        }
    }

    /// Minimises over `α` from `start`, and the coefficients with it.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn minimise(
        &self,
        method: &NonlinearLeastSquares,
        bounds: &Bounds,
        start: &[f64],
        budget: &Budget,
        progress: Progress,
    ) -> SeparableFit {
        let fit = method.minimise(self, bounds, start, budget, progress);
        let alpha = &fit.outcome.x;
        let (a, b) = self.system(alpha);
        let coefficients = self.solve(&a, &b);
        let covariance = self.joint_covariance(&fit, &a, &coefficients, bounds);
        SeparableFit { fit, coefficients, covariance }
    }

    /// From the Jacobian of `Φ(α) c − y(α)` in `α` (by differences, `c` fixed) and
    /// in `c` (which is `Φ`).
    fn joint_covariance(&self, fit: &Fit, a: &Matrix, c: &[f64], bounds: &Bounds) -> Matrix {
        let alpha = &fit.outcome.x;
        let (n, count) = (alpha.len(), c.len());
        let at = |alpha: &[f64]| {
            let (a, b) = self.system(alpha);
            let mut r = a.times_vector(c);
            r.iter_mut().zip(&b).for_each(|(r, b)| *r -= b);
            r
        };
        let mut columns: Vec<Vec<f64>> = Vec::with_capacity(n + count);
        for k in 0..n {
            let step = f64::EPSILON.cbrt() * alpha[k].abs().max(1e-3);
            let (mut high, mut low) = (alpha.clone(), alpha.clone());
            high[k] = (alpha[k] + step).min(bounds.upper()[k]);
            low[k] = (alpha[k] - step).max(bounds.lower()[k]);
            let width = (high[k] - low[k]).max(f64::MIN_POSITIVE);
            let below = at(&low);
            columns.push(at(&high).iter().zip(&below).map(|(h, l)| (h - l) / width).collect());
        }
        columns.extend((0..count).map(|k| a.column(k).to_vec()));
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let mut tsqr = Tsqr::new(n + count, 0);
        if tsqr.push_rows(&Rows::all(&columns)).is_err() {
            return Matrix::zeros(n + count, n + count);
        }
        let mut active = fit.active.clone();
        active.extend((0..count).map(|k| {
            let bounds = self.coefficient_bounds.as_ref()?;
            let (low, high) = (bounds.lower()[k], bounds.upper()[k]);
            if c[k] <= low {
                Some(crate::Side::Lower)
            } else {
                (c[k] >= high).then_some(crate::Side::Upper)
            }
        }));
        spread(&tsqr.finish(), &active, fit.outcome.value, 1e-9).0
    }
}

impl Residuals for VariableProjection<'_> {
    fn unknowns(&self) -> usize {
        self.model.nonlinear()
    }
    fn rows(&self) -> usize {
        self.model.rows() + self.beliefs.len()
    }
    fn residuals(&self, alpha: &[f64], out: &mut [f64]) {
        let (a, b) = self.system(alpha);
        let c = self.solve(&a, &b);
        a.times_vector_into(&c, out);
        for (r, b) in out.iter_mut().zip(&b) {
            *r -= b;
        }
    }
}
