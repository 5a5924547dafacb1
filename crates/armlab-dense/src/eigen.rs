//! Eigenvalues and vectors of symmetric matrices: `A = V diag(λ) Vᵀ`.

use crate::matrix::Matrix;
use crate::svd::NoConvergence;
use faer::Side;

/// The eigenvalues and orthonormal eigenvectors of a symmetric matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct SymmetricEigen {
    /// Eigenvalues, smallest first.
    pub values: Vec<f64>,
    /// Eigenvectors, one column per value.
    pub vectors: Matrix,
}

impl Matrix {
    /// Eigenvalues and vectors of a symmetric matrix; only its lower half is read.
    ///
    /// # Panics
    /// If the matrix is not square.
    pub fn symmetric_eigen(&self) -> Result<SymmetricEigen, NoConvergence> {
        assert_eq!(self.rows(), self.columns(), "a square matrix");
        if !self.is_finite() {
            return Err(NoConvergence);
        }
        let eigen = self.view().self_adjoint_eigen(Side::Lower).map_err(|_| NoConvergence)?;
        let values = eigen.S().column_vector().iter().copied().collect();
        Ok(SymmetricEigen { values, vectors: Matrix::of(eigen.U()) })
    }
}
