//! `B` with `B Bᵀ = (RᵀR)⁻¹` along the directions that are in the data.
//!
//! Columns are scaled to length one first, so that what is in the data speaks of
//! excitation and not of units. Columns that are rounding errors of zero would be
//! blown up by that; they are zero.

use crate::solve::{UNSEEN, inverse_transposed, is_plain};
use armlab_dense::{Matrix, NoConvergence, Triangle, Tsqr, norm};

/// Columns shorter than this part of the longest are rounding errors of zero.
const ROUNDING: f64 = 1e-12;

/// One over the length of every column; zero for those that are zero.
pub fn column_scales(r: &Matrix) -> Vec<f64> {
    let lengths: Vec<f64> = (0..r.columns()).map(|j| norm(r.column(j))).collect();
    let longest = lengths.iter().fold(0.0_f64, |m, l| m.max(*l));
    let scale = |l: &f64| if *l > ROUNDING * longest { 1.0 / l } else { 0.0 };
    lengths.iter().map(scale).collect()
}

/// The root, one column per direction that is in the data.
pub fn inverse_root(r: &Matrix) -> Result<Matrix, NoConvergence> {
    let (n, scales) = (r.columns(), column_scales(r));
    if scales.iter().all(|s| *s > 0.0) && is_plain(r) {
        return Ok(inverse_transposed(r).transposed());
    }
    let svd = Matrix::from_fn(r.rows(), n, |i, j| r.at(i, j) * scales[j]).svd()?;
    let rank = svd.rank(UNSEEN);
    Ok(Matrix::from_fn(n, rank, |i, k| scales[i] * svd.v.at(i, k) / svd.values[k]))
}

/// A triangle whose columns that are rounding errors are zero.
pub fn without_rounding(triangle: &Triangle) -> Triangle {
    let scales = column_scales(&triangle.r());
    let mut all = triangle.matrix();
    for (j, _) in scales.iter().enumerate().filter(|(_, s)| **s == 0.0) {
        all.column_mut(j).fill(0.0);
    }
    let mut clean = Tsqr::new(triangle.unknowns(), 1);
    // A triangle's numbers have been checked when they came in.
    let _ = clean.push(all.as_slice(), all.rows());
    clean.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_of_rounding_errors_is_not_in_the_data() {
        let r = Matrix::from_fn(3, 3, |i, j| match (i, j) {
            (0, 0) => 2.0,
            (0, 1) => 1.0,
            (1, 1) => 3.0,
            (_, 2) => 1e-15,
            _ => 0.0,
        });
        let root = inverse_root(&r).unwrap();
        assert_eq!(root.columns(), 2);
        let inverse = root.times(&root.transposed());
        // (RᵀR)⁻¹ of [2 1; 0 3] is [10 −2; −2 4]/36.
        let exact = [[10.0, -2.0, 0.0], [-2.0, 4.0, 0.0], [0.0; 3]];
        for i in 0..3 {
            for j in 0..3 {
                assert!((inverse.at(i, j) - exact[i][j] / 36.0).abs() < 1e-15, "{i} {j}");
            }
        }
    }
}
