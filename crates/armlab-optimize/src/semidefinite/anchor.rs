//! Directions that no row sees.
//!
//! Along them the objective is flat, the set of solutions may be unbounded, and
//! the interior-point method has no path to follow. They are therefore tied to
//! the start by rows so weak that moving by the start's own size costs a
//! billionth of `½‖b‖²`, or of the size of the objective that matters: they stay where they are unless a block needs them
//! elsewhere. Directions that rows do see are not touched.

use super::problem::Semidefinite;
use armlab_dense::{Cholesky, Matrix, norm};

/// Price of moving by the start's own size, relative to `½‖b‖²`.
const PULL: f64 = 1e-9;
/// Pivots of the normalised columns below this call for a closer look.
const SUSPICIOUS: f64 = 1e-9;
/// Squared, normalised singular values below this count as not seen.
const UNSEEN: f64 = 1e-13;

/// The rows that tie unseen directions to `start` (or zero), and their right-hand
/// side; none if every direction is seen.
pub(super) fn anchors(
    problem: &Semidefinite,
    hessian: &Matrix,
    start: Option<&[f64]>,
    scale: f64,
) -> Option<(Matrix, Vec<f64>)> {
    let n = problem.unknowns();
    let start = |k: usize| start.map_or(0.0, |s| s[k]);
    let energy = if scale > 0.0 {
        2.0 * scale
    } else {
        problem.rhs.iter().map(|b| b * b).sum::<f64>().max(f64::MIN_POSITIVE)
    };
    let length: Vec<f64> = (0..n).map(|k| hessian.at(k, k).sqrt()).collect();
    let seen: Vec<usize> = (0..n).filter(|k| length[*k] > 0.0).collect();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for k in (0..n).filter(|k| !(length[*k] > 0.0)) {
        let size = if start(k) != 0.0 { start(k).abs() } else { 1.0 };
        let mut row = vec![0.0; n];
        row[k] = (PULL * energy).sqrt() / size;
        rows.push(row);
    }
    let normalised = Matrix::from_fn(seen.len(), seen.len(), |i, j| {
        hessian.at(seen[i.max(j)], seen[i.min(j)]) / (length[seen[i]] * length[seen[j]])
    });
    if suspicious(&normalised)
        && let Ok(eigen) = normalised.symmetric_eigen()
    {
        let size = norm(&seen.iter().map(|k| length[*k] * start(*k)).collect::<Vec<_>>());
        let size = if size > 0.0 { size } else { energy.sqrt() };
        let largest = eigen.values.last().copied().unwrap_or(0.0);
        for (j, value) in eigen.values.iter().enumerate() {
            if *value <= UNSEEN * largest * n as f64 {
                let mut row = vec![0.0; n];
                for (i, k) in seen.iter().enumerate() {
                    let weight = (PULL * energy).sqrt() / size;
                    row[*k] = weight * eigen.vectors.at(i, j) * length[*k];
                }
                rows.push(row);
            }
        }
    }
    if rows.is_empty() {
        return None;
    }
    let matrix = Matrix::from_fn(rows.len(), n, |i, j| rows[i][j]);
    let rhs = matrix.times_vector(&(0..n).map(start).collect::<Vec<_>>());
    Some((matrix, rhs))
}

fn suspicious(normalised: &Matrix) -> bool {
    match Cholesky::new(normalised) {
        Ok(factor) => {
            let l = factor.lower();
            (0..l.rows()).any(|k| l.at(k, k) * l.at(k, k) < SUSPICIOUS)
        }
        Err(_) => true,
    }
}

/// The problem with more rows.
pub(super) fn with_rows(problem: &Semidefinite, more: &Matrix, rhs: &[f64]) -> Semidefinite {
    let (rows, old) = (problem.rows.rows() + more.rows(), problem.rows.rows());
    let joined = Matrix::from_fn(rows, problem.unknowns(), |i, j| {
        if i < old { problem.rows.at(i, j) } else { more.at(i - old, j) }
    });
    let mut all = problem.rhs.clone();
    all.extend_from_slice(rhs);
    Semidefinite { rows: joined, rhs: all, ..problem.clone() }
}
