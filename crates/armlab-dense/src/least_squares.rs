//! Least squares `min ‖A x − b‖` through QR, refined.
//!
//! Columns are scaled by powers of two, which is exact, so that units play no
//! part. From `A = Q R` follows `x = R⁻¹Qᵀb`, whose error grows with
//! `cond² ‖residual‖`. Solution and residual are then corrected together
//! (Björck 1967) through
//!
//! `[I A; Aᵀ 0] [δr; δx] = [b − r − A x; −Aᵀ r]`,
//!
//! right-hand side in extended precision, until the correction no longer
//! shrinks. With `c = Qᵀf − R⁻ᵀg`: `δx = R⁻¹ c`, `δr = f − Q c`.

use crate::extended::Extended;
use crate::matrix::{Matrix, dot, norm};
use crate::svd::{NoConvergence, condition};
use crate::triangular::{Singular, covariance, solve_upper, solve_upper_transposed};
use thiserror::Error;

/// Most corrections; one suffices unless the matrix is nearly singular.
const CORRECTIONS: usize = 8;

/// A least-squares solution.
#[derive(Clone, Debug, PartialEq)]
pub struct LeastSquares {
    /// The solution.
    pub x: Vec<f64>,
    /// `b − A x`
    pub residual: Vec<f64>,
    /// Standard deviation of a row's error, `‖residual‖/√(rows − unknowns)`;
    /// zero when there are no more rows than unknowns.
    pub residual_deviation: f64,
    /// Covariance of the solution for that deviation.
    pub covariance: Matrix,
    /// Condition number of `A`.
    pub condition: f64,
    /// Condition number after columns were scaled to lengths between one and two.
    pub scaled_condition: f64,
    /// Size of the last correction relative to the solution, in scaled columns:
    /// about the relative error that is left.
    pub last_correction: f64,
}

impl LeastSquares {
    /// Standard deviations of the solution.
    pub fn deviations(&self) -> Vec<f64> {
        (0..self.x.len()).map(|k| self.covariance.at(k, k).sqrt()).collect()
    }
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum LeastSquaresError {
    /// Fewer rows than unknowns.
    #[error("{rows} rows cannot determine {unknowns} unknowns; add rows or drop unknowns")]
    TooFewRows {
        /// Rows.
        rows: usize,
        /// Unknowns.
        unknowns: usize,
    },
    /// An entry is not finite, or so large that its square is not.
    #[error("an entry of the matrix or the right-hand side is not finite or beyond 1e150")]
    NotFinite,
    /// Columns depend on each other.
    #[error(transparent)]
    Singular(#[from] Singular),
    /// The condition number could not be computed.
    #[error(transparent)]
    NoConvergence(#[from] NoConvergence),
}

/// The power of two that brings a positive number into `[1, 2)`; one for zero.
pub fn power_of_two(length: f64) -> f64 {
    if length > 0.0 && length.is_finite() { (-length.log2().floor()).exp2() } else { 1.0 }
}

/// Solves `min ‖A x − b‖`.
///
/// # Panics
/// If `b` has not one entry per row.
pub fn least_squares(a: &Matrix, b: &[f64]) -> Result<LeastSquares, LeastSquaresError> {
    let (rows, unknowns) = (a.rows(), a.columns());
    assert_eq!(b.len(), rows, "one right-hand side per row");
    if rows < unknowns {
        return Err(LeastSquaresError::TooFewRows { rows, unknowns });
    }
    if a.data.iter().chain(b).any(|x| !(x.abs() <= crate::block::LARGEST_ENTRY)) {
        return Err(LeastSquaresError::NotFinite);
    }
    let scales: Vec<f64> = (0..unknowns).map(|j| power_of_two(norm(a.column(j)))).collect();
    let scaled = Matrix::from_fn(rows, unknowns, |i, j| a.at(i, j) * scales[j]);
    let factors = scaled.view().qr();
    let q = Matrix::of(factors.compute_thin_Q().as_ref());
    let r = Matrix::of_upper(factors.thin_R());
    let scaled_condition = condition(&r.singular_values()?);
    let unscaled = Matrix::from_fn(unknowns, unknowns, |i, j| r.at(i, j) / scales[j]);

    let mut state = Refinement {
        a: &scaled,
        b,
        q: &q,
        r: &r,
        x: vec![0.0; unknowns],
        residual: b.to_vec(),
        f: vec![0.0; rows],
        g: vec![0.0; unknowns],
    };
    // The first correction, from x = 0 and r = b, is the plain solution.
    state.residual.fill(0.0);
    let mut last = f64::INFINITY;
    for step in 0..=CORRECTIONS {
        let correction = state.correct()?;
        if step > 0 && !(correction < 0.5 * last && correction > 0.25 * f64::EPSILON) {
            last = last.min(correction);
            break;
        }
        last = if step == 0 { f64::INFINITY } else { correction };
    }
    let Refinement { mut x, residual, .. } = state;
    for (xj, s) in x.iter_mut().zip(&scales) {
        *xj *= s;
    }
    let residual_deviation =
        if rows > unknowns { norm(&residual) / ((rows - unknowns) as f64).sqrt() } else { 0.0 };
    let mut spread = covariance(&r, residual_deviation * residual_deviation)?;
    for j in 0..unknowns {
        for i in 0..unknowns {
            spread.set(i, j, spread.at(i, j) * scales[i] * scales[j]);
        }
    }
    let condition = condition(&unscaled.singular_values()?);
    Ok(LeastSquares {
        x,
        residual,
        residual_deviation,
        covariance: spread,
        condition,
        scaled_condition,
        last_correction: last,
    })
}

/// Solves `min ‖A x − b‖` once, without refinement or error bars: the step of an
/// iteration. Where columns depend on each other the shortest solution is taken,
/// singular values below `1e-13` of the largest counting as zero; a system that
/// is not finite has the solution zero.
///
/// # Panics
/// If `b` has not one entry per row.
pub fn quick_least_squares(a: &Matrix, b: &[f64]) -> Vec<f64> {
    const DEPENDENT: f64 = 1e-13;
    let (rows, unknowns) = (a.rows(), a.columns());
    assert_eq!(b.len(), rows, "one right-hand side per row");
    if rows >= unknowns {
        let all = Matrix::from_fn(
            rows,
            unknowns + 1,
            |i, j| if j < unknowns { a.at(i, j) } else { b[i] },
        );
        let r = all.triangle();
        let determined = (0..unknowns)
            .all(|j| r.at(j, j).abs() > DEPENDENT * unknowns as f64 * norm(&r.column(j)[..=j]));
        if determined {
            let mut x = r.column(unknowns)[..unknowns].to_vec();
            let square = Matrix::from_fn(unknowns, unknowns, |i, j| r.at(i, j));
            if solve_upper(&square, &mut x).is_ok() && x.iter().all(|x| x.is_finite()) {
                return x;
            }
        }
    }
    a.svd().map_or(vec![0.0; unknowns], |svd| svd.minimum_norm(b, DEPENDENT))
}

struct Refinement<'a> {
    a: &'a Matrix,
    b: &'a [f64],
    q: &'a Matrix,
    r: &'a Matrix,
    x: Vec<f64>,
    residual: Vec<f64>,
    f: Vec<f64>,
    g: Vec<f64>,
}

impl Refinement<'_> {
    /// One correction; returns its size relative to the solution.
    fn correct(&mut self) -> Result<f64, Singular> {
        for (i, f) in self.f.iter_mut().enumerate() {
            let mut sum = Extended::new(self.b[i]);
            sum.add(-self.residual[i]);
            for (j, x) in self.x.iter().enumerate() {
                sum.add_product(-self.a.at(i, j), *x);
            }
            *f = sum.value();
        }
        for (j, g) in self.g.iter_mut().enumerate() {
            let mut sum = Extended::default();
            for (a, r) in self.a.column(j).iter().zip(&self.residual) {
                sum.add_product(-a, *r);
            }
            *g = sum.value();
        }
        solve_upper_transposed(self.r, &mut self.g)?;
        let mut c: Vec<f64> =
            (0..self.x.len()).map(|j| dot(self.q.column(j), &self.f) - self.g[j]).collect();
        for (j, cj) in c.iter().enumerate() {
            for (f, q) in self.f.iter_mut().zip(self.q.column(j)) {
                *f -= q * cj;
            }
        }
        for (r, d) in self.residual.iter_mut().zip(&self.f) {
            *r += d;
        }
        solve_upper(self.r, &mut c)?;
        for (x, d) in self.x.iter_mut().zip(&c) {
            *x += d;
        }
        let size = norm(&self.x);
        Ok(if size > 0.0 { norm(&c) / size } else { 0.0 })
    }
}
