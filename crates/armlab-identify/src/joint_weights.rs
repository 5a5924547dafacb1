//! Weights of the joints' rows: one over each joint's noise, which follows from the
//! residuals.

use crate::joint_triangle::JointTriangle;
use crate::reduced::Reduced;
use crate::solve::unknowns_of;
use armlab_dense::{NoConvergence, Triangle, Tsqr};

/// A joint that is fitted exactly must not outweigh all others: least noise as a part of
/// its efforts.
const EXACT: f64 = 1e-12;

/// Improves weights by the residuals of least squares with them, so many rounds; scaled
/// to a largest one of 1, so that numbers stay readable. `rows` are those of each joint's
/// triangles.
pub(crate) fn reweight(
    triangles: &[Vec<JointTriangle>],
    rows: &[u64],
    prior: &[f64],
    weights: &mut [f64],
    rounds: usize,
) -> Result<(), NoConvergence> {
    let nothing = vec![0.0; prior.len()];
    for _ in 0..rounds {
        let x = unknowns_of(&weighted_sum(triangles, weights, prior.len()), prior)?;
        for ((own, &rows), weight) in triangles.iter().zip(rows).zip(weights.iter_mut()) {
            let rows = rows.max(1) as f64;
            let squares = |x: &[f64]| own.iter().map(|t| t.residual_square(x)).sum::<f64>();
            let (efforts, square) = (squares(&nothing) / rows, squares(&x) / rows);
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
    reweight(&reduced.joint_triangles(), &rows, prior, &mut weights, rounds)?;
    Ok(weights)
}

/// Rows of all joints together, each joint's times its weight.
pub(crate) fn weighted_sum(
    triangles: &[Vec<JointTriangle>],
    weights: &[f64],
    unknowns: usize,
) -> Triangle {
    let mut sum = Tsqr::new(unknowns, 1);
    for (own, &weight) in triangles.iter().zip(weights) {
        own.iter().for_each(|t| t.add_to(&mut sum, weight));
    }
    sum.finish()
}
