//! Solving with triangles, by substitution.

use crate::matrix::{Matrix, dot};
use thiserror::Error;

/// A diagonal entry is zero or not finite, so the triangle has no inverse.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the triangle has no inverse: unknown {column} is not determined by the rows")]
pub struct Singular {
    /// The column without a pivot.
    pub column: usize,
}

fn check(r: &Matrix, size: usize) -> Result<(), Singular> {
    assert!(r.rows() >= size && r.columns() == size, "a triangle for this vector");
    let usable = |j: &usize| r.at(*j, *j) != 0.0 && r.at(*j, *j).is_finite();
    match (0..size).find(|j| !usable(j)) {
        Some(column) => Err(Singular { column }),
        None => Ok(()),
    }
}

/// Solves `R x = b` in place, `R` upper triangular; what stands below its
/// diagonal is not read.
///
/// # Panics
/// If the sizes do not fit.
pub fn solve_upper(r: &Matrix, x: &mut [f64]) -> Result<(), Singular> {
    check(r, x.len())?;
    for j in (0..x.len()).rev() {
        let column = r.column(j);
        x[j] /= column[j];
        let xj = x[j];
        for (xi, c) in x[..j].iter_mut().zip(column) {
            *xi -= c * xj;
        }
    }
    Ok(())
}

/// Solves `Rᵀ x = b` in place, `R` upper triangular.
///
/// # Panics
/// If the sizes do not fit.
pub fn solve_upper_transposed(r: &Matrix, x: &mut [f64]) -> Result<(), Singular> {
    check(r, x.len())?;
    for j in 0..x.len() {
        let column = r.column(j);
        x[j] = (x[j] - dot(&column[..j], &x[..j])) / column[j];
    }
    Ok(())
}

/// Solves `L x = b` in place, `L` lower triangular.
///
/// # Panics
/// If the sizes do not fit.
pub fn solve_lower(l: &Matrix, x: &mut [f64]) -> Result<(), Singular> {
    check(l, x.len())?;
    for j in 0..x.len() {
        let column = l.column(j);
        x[j] /= column[j];
        let xj = x[j];
        for (xi, c) in x.iter_mut().zip(column).skip(j + 1) {
            *xi -= c * xj;
        }
    }
    Ok(())
}

/// Solves `Lᵀ x = b` in place, `L` lower triangular.
///
/// # Panics
/// If the sizes do not fit.
pub fn solve_lower_transposed(l: &Matrix, x: &mut [f64]) -> Result<(), Singular> {
    check(l, x.len())?;
    let n = x.len();
    for j in (0..n).rev() {
        let column = l.column(j);
        x[j] = (x[j] - dot(&column[j + 1..n], &x[j + 1..])) / column[j];
    }
    Ok(())
}

/// `R⁻¹` of an upper triangle.
///
/// # Panics
/// If `R` is not square.
pub fn inverse_upper(r: &Matrix) -> Result<Matrix, Singular> {
    let n = r.columns();
    check(r, n)?;
    let mut inverse = Matrix::identity(n);
    for j in 0..n {
        // The solution has entries up to j only.
        let x = inverse.column_mut(j);
        for k in (0..=j).rev() {
            let column = r.column(k);
            x[k] /= column[k];
            let xk = x[k];
            for (xi, c) in x[..k].iter_mut().zip(column) {
                *xi -= c * xk;
            }
        }
    }
    Ok(inverse)
}

/// `(RᵀR)⁻¹ s²`: the covariance of the least-squares solution with triangle `R`
/// when each row's error has variance `s²`.
///
/// # Panics
/// If `R` is not square.
pub fn covariance(r: &Matrix, variance: f64) -> Result<Matrix, Singular> {
    let inverse = inverse_upper(r)?.transposed();
    // Columns of R⁻ᵀ are rows of R⁻¹.
    let n = r.columns();
    let mut out = Matrix::zeros(n, n);
    for j in 0..n {
        for i in 0..=j {
            let entry = variance * dot(&inverse.column(i)[j..], &inverse.column(j)[j..]);
            out.set(i, j, entry);
            out.set(j, i, entry);
        }
    }
    Ok(out)
}
