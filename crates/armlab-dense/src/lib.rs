//! Dense factorisations of tall or square `f64` matrices, by `faer`.
//!
//! A crate of its own, with nothing generic in its interface: `faer` is
//! instantiated here once, instead of again with every change of the library.

use faer::{Mat, MatRef};
use thiserror::Error;

/// A dense matrix, column after column.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

/// The iteration for singular values did not settle, as with entries that are
/// not finite.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the singular values could not be computed; are all entries finite?")]
pub struct NoConvergence;

impl Matrix {
    /// A matrix whose entry `(i, j)` is `entry(i, j)`.
    pub fn from_fn(rows: usize, columns: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let data = (0..rows * columns).map(|k| entry(k % rows, k / rows)).collect();
        Self { rows, columns, data }
    }
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }
    /// A column.
    ///
    /// # Panics
    /// If there is no column `j`.
    pub fn column(&self, j: usize) -> &[f64] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }
    fn view(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.data, self.rows, self.columns)
    }
    fn of(m: MatRef<'_, f64>) -> Self {
        Self::from_fn(m.nrows(), m.ncols(), |i, j| m[(i, j)])
    }

    /// The triangle `R` of `A = Q R`, square if there are at least as many rows
    /// as columns: its columns have the lengths of `A`'s and the angles between
    /// them.
    pub fn triangle(&self) -> Matrix {
        let triangle: Mat<f64> = self.view().qr().thin_R().to_owned();
        // Below the diagonal faer keeps what it likes.
        let mut clean = Self::of(triangle.as_ref());
        for j in 0..clean.columns {
            let column = &mut clean.data[j * clean.rows..(j + 1) * clean.rows];
            column.iter_mut().skip(j + 1).for_each(|x| *x = 0.0);
        }
        clean
    }

    /// Singular values, largest first.
    pub fn singular_values(&self) -> Result<Vec<f64>, NoConvergence> {
        if self.data.iter().any(|x| !x.is_finite()) {
            return Err(NoConvergence);
        }
        self.view().singular_values().map_err(|_| NoConvergence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_triangle_keeps_lengths_and_angles() {
        let a = Matrix::from_fn(7, 3, |i, j| ((i * 5 + j * 3) as f64).sin());
        let r = a.triangle();
        let dot = |m: &Matrix, i, j| -> f64 {
            m.column(i).iter().zip(m.column(j)).map(|(x, y)| x * y).sum()
        };
        for i in 0..3 {
            for j in 0..3 {
                assert!((dot(&a, i, j) - dot(&r, i, j)).abs() < 1e-14);
            }
        }
        assert_eq!((r.column(0)[1], r.column(1)[2]), (0.0, 0.0));
    }

    #[test]
    fn singular_values_of_all_ones_are_right_also_where_the_rank_is_one() {
        let ones = Matrix::from_fn(3, 5, |_, _| 1.0);
        let values = ones.singular_values().unwrap();
        assert!(
            (values[0] - 15_f64.sqrt()).abs() < 1e-14 && values[1..].iter().all(|v| *v < 1e-14)
        );
    }

    #[test]
    fn entries_that_are_not_finite_are_refused() {
        let nan = Matrix::from_fn(2, 2, |i, _| if i == 0 { f64::NAN } else { 1.0 });
        assert_eq!(nan.singular_values(), Err(NoConvergence));
    }
}
