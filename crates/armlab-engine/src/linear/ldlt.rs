//! `A x = b` for a small symmetric positive definite matrix of any scalar:
//! `A = L·D·Lᵀ` without square roots, so that one division per row remains.

use crate::spatial::Scalar;

/// Factors `a` (row after row, n×n, symmetric) in place: `L` below the
/// diagonal, `1/D` on it. Where `a` is not positive definite some `1/D` is not
/// positive; see [`is_positive_definite`].
#[inline(always)]
pub fn factor<S: Scalar>(a: &mut [S], n: usize) {
    for j in 0..n {
        // v[k] = L[j][k]·D[k] is kept in the upper triangle while row j is made.
        let mut d = a[j * n + j];
        for k in 0..j {
            let l = a[j * n + k];
            d = (-l).times_add(a[k * n + j], d);
        }
        let inverse = S::one() / d;
        a[j * n + j] = inverse;
        for i in j + 1..n {
            let mut v = a[i * n + j];
            for k in 0..j {
                v = (-a[i * n + k]).times_add(a[k * n + j], v);
            }
            // Upper triangle: L·D; lower triangle: L.
            a[j * n + i] = v;
            a[i * n + j] = v * inverse;
        }
    }
}

/// Solves with a factored matrix, in place.
#[inline(always)]
pub fn solve<S: Scalar>(factored: &[S], n: usize, x: &mut [S]) {
    for i in 0..n {
        let mut sum = x[i];
        for k in 0..i {
            sum = (-factored[i * n + k]).times_add(x[k], sum);
        }
        x[i] = sum;
    }
    for i in (0..n).rev() {
        let mut sum = x[i] * factored[i * n + i];
        for k in i + 1..n {
            sum = (-factored[k * n + i]).times_add(x[k], sum);
        }
        x[i] = sum;
    }
}

/// Whether the factored matrix was positive definite; else the first row where
/// it fails.
pub fn is_positive_definite(factored: &[f64], n: usize) -> Result<(), usize> {
    match (0..n).find(|&i| !(factored[i * n + i] > 0.0 && factored[i * n + i].is_finite())) {
        Some(row) => Err(row),
        None => Ok(()),
    }
}
