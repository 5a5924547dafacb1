//! Singular values and vectors: `A = U diag(s) Vᵀ`, thin.

use crate::matrix::Matrix;
use thiserror::Error;

/// The iteration for singular values or eigenvalues did not settle, as with
/// entries that are not finite.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the singular values could not be computed; are all entries finite?")]
pub struct NoConvergence;

/// A thin singular value decomposition.
#[derive(Clone, Debug, PartialEq)]
pub struct Svd {
    /// Left vectors, one column per value.
    pub u: Matrix,
    /// Singular values, largest first.
    pub values: Vec<f64>,
    /// Right vectors, one column per value.
    pub v: Matrix,
}

impl Svd {
    /// The relative tolerance below which a singular value of a matrix of this
    /// shape cannot be told from rounding: `max(rows, columns) · 2⁻⁵²`.
    pub fn rounding(rows: usize, columns: usize) -> f64 {
        rows.max(columns) as f64 * f64::EPSILON
    }
    /// Number of singular values above `tolerance` times the largest.
    pub fn rank(&self, tolerance: f64) -> usize {
        let largest = self.values.first().copied().unwrap_or(0.0);
        self.values.iter().take_while(|v| **v > tolerance * largest).count()
    }
    /// Largest singular value over the smallest; infinite if that is zero.
    pub fn condition(&self) -> f64 {
        condition(&self.values)
    }
    /// The vector of least length among those with the least `‖A x − b‖`, with
    /// singular values up to `tolerance` times the largest counted as zero.
    ///
    /// # Panics
    /// If `b` has not one entry per row.
    pub fn minimum_norm(&self, b: &[f64], tolerance: f64) -> Vec<f64> {
        let mut x = vec![0.0; self.v.rows()];
        let coordinates = self.u.transpose_times_vector(b);
        for k in 0..self.rank(tolerance) {
            let factor = coordinates[k] / self.values[k];
            for (xi, v) in x.iter_mut().zip(self.v.column(k)) {
                *xi += factor * v;
            }
        }
        x
    }
}

/// Largest over smallest of values sorted from the largest.
pub(crate) fn condition(values: &[f64]) -> f64 {
    match (values.first(), values.last()) {
        (Some(largest), Some(smallest)) if *smallest > 0.0 => largest / smallest,
        (Some(_), _) => f64::INFINITY,
        _ => 1.0,
    }
}

impl Matrix {
    /// Singular values, largest first.
    pub fn singular_values(&self) -> Result<Vec<f64>, NoConvergence> {
        if !self.is_finite() {
            return Err(NoConvergence);
        }
        self.view().singular_values().map_err(|_| NoConvergence)
    }
    /// The thin singular value decomposition.
    pub fn svd(&self) -> Result<Svd, NoConvergence> {
        if !self.is_finite() {
            return Err(NoConvergence);
        }
        let svd = self.view().thin_svd().map_err(|_| NoConvergence)?;
        let values = svd.S().column_vector().iter().copied().collect();
        Ok(Svd { u: Matrix::of(svd.U()), values, v: Matrix::of(svd.V()) })
    }
    /// Largest singular value over the smallest; infinite if that is zero.
    pub fn condition(&self) -> Result<f64, NoConvergence> {
        Ok(condition(&self.singular_values()?))
    }
}
