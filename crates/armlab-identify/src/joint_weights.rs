//! Weights of the joints' rows: one over each joint's noise, which follows from the
//! residuals.

use crate::reduced::{Reduced, add, residual_square};
use crate::solve::solve;
use armlab_dense::{NoConvergence, Triangle, Tsqr};

/// A joint that is fitted exactly must not outweigh all others: least noise as a part of
/// its efforts.
const EXACT: f64 = 1e-12;

/// Improves weights by the residuals of least squares with them, so many rounds; scaled
/// to a largest one of 1, so that numbers stay readable. `rows` are those of each joint's
/// triangle.
pub(crate) fn reweight(
    triangles: &[Triangle],
    rows: &[u64],
    prior: &[f64],
    weights: &mut [f64],
    rounds: usize,
) -> Result<(), NoConvergence> {
    for _ in 0..rounds {
        let x = solve(&weighted_sum(triangles, weights), prior)?.x;
        for ((triangle, &rows), weight) in triangles.iter().zip(rows).zip(weights.iter_mut()) {
            let rows = rows.max(1) as f64;
            let efforts = residual_square(triangle, &vec![0.0; x.len()]) / rows;
            let square = residual_square(triangle, &x) / rows;
            let noise = square.sqrt().max(EXACT * efforts.sqrt());
            *weight = if noise > 0.0 { 1.0 / noise } else { 1.0 };
        }
        let largest = weights.iter().fold(0.0_f64, |a, w| a.max(*w));
        weights.iter_mut().for_each(|w| *w /= largest);
    }
    Ok(())
}

/// Weights of reduced rows after so many rounds.
pub(crate) fn joint_weights(
    reduced: &Reduced,
    prior: &[f64],
    rounds: usize,
) -> Result<Vec<f64>, NoConvergence> {
    let rows: Vec<u64> = (0..reduced.joints()).map(|j| reduced.rows(j)).collect();
    let mut weights = vec![1.0; reduced.joints()];
    reweight(&reduced.by_joint(), &rows, prior, &mut weights, rounds)?;
    Ok(weights)
}

/// Rows of all joints together, each joint's times its weight.
pub(crate) fn weighted_sum(triangles: &[Triangle], weights: &[f64]) -> Triangle {
    let unknowns = triangles.first().map_or(0, Triangle::unknowns);
    let mut sum = Tsqr::new(unknowns, 1);
    for (triangle, &weight) in triangles.iter().zip(weights) {
        add(&mut sum, triangle, weight);
    }
    sum.finish()
}
