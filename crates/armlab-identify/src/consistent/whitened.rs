//! Rows in which the covariance of the unknowns is the identity.
//!
//! Columns are scaled to length one, `y = S⁻¹ x`, and split into directions that are
//! in the data, `V₁`, and others, about which nothing was learnt and which get no
//! row. With `C = V₁ᵀ S⁻¹ Σ S⁻¹ V₁` the rows are `C^(-½) V₁ᵀ S⁻¹`. A variance is not
//! let below a tiny part of the efforts' own, so that an estimate that is exact but
//! for rounding is a point with a neighbourhood.

use crate::reduced::Reduced;
use armlab_dense::{Matrix, norm};

/// Deviation that is rounding, relative to the value that explains all efforts alone.
const ROUNDING: f64 = 1e-7;
/// Eigenvalues of the correlations below this are rounding.
const SMALLEST: f64 = 1e-12;

/// Rows over a model's unknowns, one per direction in the data; `None` where there
/// are no singular values.
pub(crate) fn whitened(covariance: &Matrix, rank: usize, reduced: &Reduced) -> Option<Matrix> {
    let n = covariance.columns();
    let triangle = reduced.whole(&vec![1.0; reduced.joints()]);
    let efforts = reduced.effort_squares(0..reduced.segments()).iter().sum::<f64>().sqrt();
    let r = triangle.r();
    let length = |k: usize| Some(norm(r.column(k))).filter(|l| *l > 0.0).unwrap_or(1.0);
    let lengths: Vec<f64> = (0..n).map(length).collect();
    let scaled = Matrix::from_fn(r.rows(), n, |i, j| r.at(i, j) / lengths[j]);
    let seen = scaled.svd().ok()?.v;
    let rank = rank.min(seen.columns());
    // Along the directions of the data, in units of effort.
    let along = Matrix::from_fn(n, rank, |i, k| seen.at(i, k) * lengths[i]);
    let floor = (ROUNDING * efforts).powi(2).max(f64::MIN_POSITIVE);
    let half = covariance.product(&along);
    let square = along.transposed().product(&half);
    let variance = |a: usize, b: usize| square.at(a, b) + if a == b { floor } else { 0.0 };
    let sizes: Vec<f64> = (0..rank).map(|k| variance(k, k).max(floor).sqrt()).collect();
    let correlations = Matrix::from_fn(rank, rank, |a, b| {
        0.5 * (variance(a, b) + variance(b, a)) / (sizes[a] * sizes[b])
    });
    let eigen = correlations.symmetric_eigen().ok()?;
    let largest = eigen.values.last().copied()?;
    let whitening = Matrix::from_fn(rank, rank, |row, k| {
        let value = eigen.values[row].max(SMALLEST * largest);
        eigen.vectors.at(k, row) / (value.sqrt() * sizes[k])
    });
    let rows = whitening.product(&along.transposed());
    rows.is_finite().then_some(rows)
}
