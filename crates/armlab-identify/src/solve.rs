//! Unknowns from a triangle, with what the data cannot tell said so.
//!
//! Columns are scaled to length one first, so that rank and condition speak of
//! excitation and not of units. Directions whose singular value is below
//! [`UNSEEN`] of the largest are not in the data: the solution stays at the prior
//! along them.

use armlab_dense::{Matrix, NoConvergence, Triangle, dot, solve_upper};

/// Singular values below this part of the largest are zero.
pub const UNSEEN: f64 = 1e-8;
/// Triangles of a smaller condition are solved by substitution: that of columns of length
/// one is estimated, so there is room to [`UNSEEN`].
const PLAIN: f64 = 1e6;
/// An unknown of which less than this lies in directions the data see is not in the data.
const SEEN: f64 = 0.99;

/// A least-squares solution.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The unknowns.
    pub x: Vec<f64>,
    /// Their covariance for rows of unit variance; directions that are not in
    /// the data have none.
    pub covariance: Matrix,
    /// Directions that are in the data.
    pub rank: usize,
    /// Largest over smallest singular value of the columns as they are.
    pub condition: f64,
    /// The same of columns of length one.
    pub scaled_condition: f64,
    /// Per unknown, how much of it lies in directions the data see: 1 is all.
    pub seen: Vec<f64>,
}

/// Solves `R x = Qᵀb` about a prior.
pub fn solve(triangle: &Triangle, prior: &[f64]) -> Result<Solution, NoConvergence> {
    let r = triangle.r();
    let n = r.columns();
    let lengths: Vec<f64> = (0..n).map(|j| armlab_dense::norm(r.column(j))).collect();
    let scale: Vec<f64> = lengths.iter().map(|l| if *l > 0.0 { 1.0 / l } else { 1.0 }).collect();
    let scaled = Matrix::from_fn(r.rows(), n, |i, j| r.at(i, j) * scale[j]);
    let svd = scaled.svd()?;
    let rank = svd.rank(UNSEEN);
    // About the prior: R (x − x0) = Qᵀb − R x0.
    let at_prior = r.times_vector(prior);
    let rest: Vec<f64> = triangle.rhs(0).iter().zip(&at_prior).map(|(b, p)| b - p).collect();
    let step = svd.minimum_norm(&rest, UNSEEN);
    let x = (0..n).map(|j| prior[j] + scale[j] * step[j]).collect();
    let along = Matrix::from_fn(rank, n, |k, i| scale[i] * svd.v.at(i, k) / svd.values[k]);
    let mut covariance = Matrix::zeros(n, n);
    for i in 0..n {
        for j in 0..=i {
            let entry = dot(along.column(i), along.column(j));
            covariance.set(i, j, entry);
            covariance.set(j, i, entry);
        }
    }
    let seen = (0..n).map(|i| (0..rank).map(|k| svd.v.at(i, k).powi(2)).sum()).collect();
    let scaled_condition = match rank < n {
        true => f64::INFINITY,
        false => svd.condition(),
    };
    let condition = match rank < n {
        true => f64::INFINITY,
        false => r.condition()?,
    };
    Ok(Solution { x, covariance, rank, condition, scaled_condition, seen })
}

/// All unknowns, and how well the first ones are known.
pub(crate) struct FirstUnknowns {
    pub x: Vec<f64>,
    /// Deviations of the first ones for rows of unit variance.
    pub deviations: Vec<f64>,
    /// How much of each lies in directions the data see.
    pub seen: Vec<f64>,
    /// Directions that are in the data.
    pub rank: usize,
}

impl FirstUnknowns {
    /// About zero, with deviations of the first `count`.
    pub fn of(triangle: &Triangle, count: usize) -> Result<Self, NoConvergence> {
        let r = triangle.r();
        let n = r.columns();
        let mut x = triangle.rhs(0).to_vec();
        if !is_plain(&r) || solve_upper(&r, &mut x).is_err() {
            let Solution { x, covariance, rank, mut seen, .. } = solve(triangle, &vec![0.0; n])?;
            let deviations = (0..count).map(|k| covariance.at(k, k).max(0.0).sqrt()).collect();
            seen.truncate(count);
            return Ok(Self { x, deviations, seen, rank });
        }
        let deviations = (0..count).map(|k| armlab_dense::norm(&inverse_row(&r, k)[k..])).collect();
        Ok(Self { x, deviations, seen: vec![1.0; count], rank: n })
    }
}

/// The unknowns alone, about a prior: by substitution where all directions are well in the
/// data, and otherwise as [`solve`] does it.
pub(crate) fn unknowns_of(triangle: &Triangle, prior: &[f64]) -> Result<Vec<f64>, NoConvergence> {
    let r = triangle.r();
    if !is_plain(&r) {
        return Ok(solve(triangle, prior)?.x);
    }
    let mut x = triangle.rhs(0).to_vec();
    match solve_upper(&r, &mut x) {
        Ok(()) => Ok(x),
        Err(_) => Ok(solve(triangle, prior)?.x),
    }
}

/// Whether a triangle is well conditioned once its columns have length one: the norm of its
/// inverse is estimated from below by two substitutions, the first with a right-hand side
/// that grows (Cline, Moler, Stewart & Wilkinson 1979).
pub(crate) fn is_plain(r: &Matrix) -> bool {
    let n = r.columns();
    let lengths: Vec<f64> = (0..n).map(|j| armlab_dense::norm(r.column(j))).collect();
    if !(0..n).all(|j| r.at(j, j).abs() > lengths[j] / PLAIN) {
        return false;
    }
    // (R D)ᵀ y = e with e_j = ±1: D Rᵀ y = e.
    let mut y = vec![0.0; n];
    for j in 0..n {
        let column = r.column(j);
        let sum = dot(&column[..j], &y[..j]);
        let side = if sum > 0.0 { -lengths[j] } else { lengths[j] };
        y[j] = (side - sum) / column[j];
    }
    let size = armlab_dense::norm(&y);
    if solve_upper(r, &mut y).is_err() {
        return false;
    }
    y.iter_mut().zip(&lengths).for_each(|(y, l)| *y *= l);
    let inverse = armlab_dense::norm(&y) / size;
    inverse * (n as f64).sqrt() < PLAIN
}

/// Deviations of the unknowns for rows of unit variance; none for those that are not in the
/// data.
pub(crate) fn deviations_of(triangle: &Triangle) -> Result<Vec<Option<f64>>, NoConvergence> {
    let r = triangle.r();
    let n = r.columns();
    if !is_plain(&r) {
        let solution = solve(triangle, &vec![0.0; n])?;
        let own = |k: usize| solution.covariance.at(k, k).max(0.0).sqrt();
        return Ok((0..n).map(|k| (solution.seen[k] >= SEEN).then(|| own(k))).collect());
    }
    let rows = inverse_transposed(&r);
    Ok((0..n).map(|k| Some(armlab_dense::norm(&rows.column(k)[k..]))).collect())
}

/// The inverse of a triangle, row by row as columns: the solution of `Rᵀ y = e_k`, which
/// begins at `k`, is row `k`.
pub(crate) fn inverse_transposed(r: &Matrix) -> Matrix {
    let n = r.columns();
    let mut rows = Matrix::zeros(n, n);
    for k in 0..n {
        fill_inverse_row(r, k, rows.column_mut(k));
    }
    rows
}

/// A row of a triangle's inverse.
fn inverse_row(r: &Matrix, k: usize) -> Vec<f64> {
    let mut row = vec![0.0; r.columns()];
    fill_inverse_row(r, k, &mut row);
    row
}

fn fill_inverse_row(r: &Matrix, k: usize, y: &mut [f64]) {
    y[k] = 1.0 / r.at(k, k);
    for j in k + 1..r.columns() {
        let column = r.column(j);
        y[j] = -dot(&column[k..j], &y[k..j]) / column[j];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_dense::{Rows, Tsqr};

    fn triangle(weakest: f64) -> Triangle {
        let n = 6;
        let entry = |i: usize, j: usize| (0.37 * ((i + 1) * (j + 2)) as f64).sin();
        let mut columns: Vec<Vec<f64>> =
            (0..=n).map(|j| (0..50).map(|i| entry(i, j)).collect()).collect();
        for i in 0..50 {
            columns[n - 1][i] = columns[0][i] + 2.0 * columns[1][i] + weakest * columns[n - 1][i];
        }
        let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let mut sum = Tsqr::new(n, 1);
        sum.push_rows(&Rows::all(&slices)).unwrap();
        sum.finish()
    }

    #[test]
    fn substitution_gives_what_singular_values_give() {
        for weakest in [1.0, 1e-3, 1e-5] {
            let triangle = triangle(weakest);
            let prior = [0.3; 6];
            let (full, x) = (solve(&triangle, &prior).unwrap(), unknowns_of(&triangle, &prior));
            for (a, b) in full.x.iter().zip(x.unwrap()) {
                assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()) / weakest, "{weakest}: {a} {b}");
            }
            for (k, d) in deviations_of(&triangle).unwrap().into_iter().enumerate() {
                let own = full.covariance.at(k, k).sqrt();
                assert!((d.unwrap() - own).abs() < 1e-8 * own / weakest, "{weakest}: {d:?} {own}");
            }
        }
    }

    #[test]
    fn directions_that_are_not_in_the_data_stay_at_the_prior() {
        let triangle = triangle(0.0);
        assert!(!is_plain(&triangle.r()));
        let prior = [0.3; 6];
        assert_eq!(unknowns_of(&triangle, &prior).unwrap(), solve(&triangle, &prior).unwrap().x);
        assert!(deviations_of(&triangle).unwrap().contains(&None));
    }
}
