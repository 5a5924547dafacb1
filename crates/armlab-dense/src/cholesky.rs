//! Cholesky factorisation `A = L Lᵀ`, which fails where `A` is not positive
//! definite and says where.

use crate::matrix::Matrix;
use crate::triangular::{solve_lower, solve_lower_transposed};
use faer::linalg::cholesky::llt::factor::{LltError, cholesky_in_place, cholesky_in_place_scratch};
use faer::{MatMut, Par};
use thiserror::Error;

/// The matrix is not positive definite.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the matrix is not positive definite: the leading block up to row {row} fails")]
pub struct NotPositiveDefinite {
    /// The first row whose leading block is not positive definite.
    pub row: usize,
}

/// `A = L Lᵀ`
#[derive(Default)]
pub struct Cholesky {
    l: Matrix,
    scratch: Option<faer::dyn_stack::MemBuffer>,
}

impl Cholesky {
    /// Factorises a symmetric matrix; only its lower half is read.
    ///
    /// # Panics
    /// If the matrix is not square.
    pub fn new(a: &Matrix) -> Result<Self, NotPositiveDefinite> {
        let mut out = Self::default();
        out.refactor(a)?;
        Ok(out)
    }
    /// Factorises another matrix, in the same memory if it has the same size.
    /// After an error the factor is of no use.
    ///
    /// # Panics
    /// If the matrix is not square.
    pub fn refactor(&mut self, a: &Matrix) -> Result<(), NotPositiveDefinite> {
        assert_eq!(a.rows(), a.columns(), "a square matrix");
        let n = a.rows();
        if self.l.rows() == n && self.scratch.is_some() {
            self.l.data.copy_from_slice(&a.data);
        } else {
            self.l = a.clone();
            let need = cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default());
            self.scratch = Some(faer::dyn_stack::MemBuffer::new(need));
        }
        let Some(scratch) = self.scratch.as_mut() else { return Ok(()) };
        let l = MatMut::from_column_major_slice_mut(&mut self.l.data, n, n);
        let stack = faer::dyn_stack::MemStack::new(scratch);
        match cholesky_in_place(l, Default::default(), Par::Seq, stack, Default::default()) {
            Ok(_) => {}
            Err(LltError::NonPositivePivot { index }) => {
                return Err(NotPositiveDefinite { row: index });
            }
        }
        // A pivot that is not a number is no pivot either.
        match (0..n).find(|i| !(self.l.at(*i, *i) > 0.0)) {
            Some(row) => Err(NotPositiveDefinite { row }),
            None => Ok(()),
        }
    }
    /// The factor; above its diagonal stands what stood in the matrix.
    pub fn lower(&self) -> &Matrix {
        &self.l
    }
    /// Solves `A x = b` in place.
    ///
    /// # Panics
    /// If `x` has another size than the matrix.
    pub fn solve(&self, x: &mut [f64]) {
        // A factor has a positive diagonal, so substitution cannot fail.
        let _ = solve_lower(&self.l, x);
        let _ = solve_lower_transposed(&self.l, x);
    }
    /// `log det A`
    pub fn log_determinant(&self) -> f64 {
        2.0 * (0..self.l.rows()).map(|i| self.l.at(i, i).ln()).sum::<f64>()
    }
}
