//! Unknowns from a triangle, with what the data cannot tell said so.
//!
//! Columns are scaled to length one first, so that rank and condition speak of
//! excitation and not of units. Directions whose singular value is below
//! [`UNSEEN`] of the largest are not in the data: the solution stays at the prior
//! along them.

use armlab_dense::{Matrix, NoConvergence, Triangle};

/// Singular values below this part of the largest are zero.
pub const UNSEEN: f64 = 1e-8;

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
    let covariance = Matrix::from_fn(n, n, |i, j| {
        let along = |k: usize| svd.v.at(i, k) * svd.v.at(j, k) / svd.values[k].powi(2);
        scale[i] * scale[j] * (0..rank).map(along).sum::<f64>()
    });
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
