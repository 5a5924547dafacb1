//! Through what an unknown shows: the pose, the speed or the acceleration.
//!
//! A row is `Y(q, q̇, q̈) = Y_g(q) + Y_v(q, q̇) + Y_a(q) q̈`, found by leaving out
//! accelerations, then speeds. Viscous and Coulomb friction count as speed, an
//! offset as pose.

use crate::problem::{Model, ProblemError};
use crate::recording::Recording;

/// Parts of the square of an unknown's column, over all joints' rows; their sum is
/// one, or all are zero where the unknown does not show at all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    /// Through gravity, or any constant effort.
    pub pose: f64,
    /// Through speed.
    pub speed: f64,
    /// Through acceleration.
    pub acceleration: f64,
    /// Root mean square of the unknown's part of the efforts per unit of it, over
    /// the noise of the joints it shows in.
    pub strength: f64,
}

/// Shares of all unknowns along a recording; `weights` is one over each joint's
/// noise.
pub fn shares(
    model: &Model,
    recording: &Recording,
    weights: &[f64],
) -> Result<Vec<Shares>, ProblemError> {
    let n = model.unknowns();
    let still = |columns: &Vec<Vec<f64>>| columns.iter().map(|c| vec![0.0; c.len()]).collect();
    let moving = Recording { qdd: still(&recording.qdd), ..recording.clone() };
    let resting = Recording { qd: still(&recording.qd), ..moving.clone() };
    let all = columns(model, recording)?;
    let without_acceleration = columns(model, &moving)?;
    let without_motion = columns(model, &resting)?;
    let rows = (recording.samples() * model.joints()).max(1) as f64;
    let mut found = vec![Shares::default(); n];
    for j in 0..model.joints() {
        let weight = weights.get(j).copied().unwrap_or(1.0).powi(2);
        for (k, shares) in found.iter_mut().enumerate().filter(|(k, _)| model.shows(j, *k)) {
            let (full, fast, slow) =
                (&all[j][k], &without_acceleration[j][k], &without_motion[j][k]);
            for t in 0..full.len() {
                shares.pose += weight * slow[t] * slow[t];
                shares.speed += weight * (fast[t] - slow[t]).powi(2);
                shares.acceleration += weight * (full[t] - fast[t]).powi(2);
                shares.strength += weight * full[t] * full[t];
            }
        }
    }
    for shares in &mut found {
        let sum = shares.pose + shares.speed + shares.acceleration;
        if sum > 0.0 {
            shares.pose /= sum;
            shares.speed /= sum;
            shares.acceleration /= sum;
        }
        shares.strength = (shares.strength / rows).sqrt();
    }
    Ok(found)
}

/// Columns of the unknowns, joint by joint.
fn columns(model: &Model, recording: &Recording) -> Result<Vec<Vec<Vec<f64>>>, ProblemError> {
    let mut all = vec![vec![Vec::new(); model.unknowns()]; model.joints()];
    model.stream(recording, 0..recording.samples(), |block| {
        for (j, columns) in all.iter_mut().enumerate() {
            let rows = block.columns_of(j);
            for (k, column) in columns.iter_mut().enumerate().filter(|(k, _)| model.shows(j, *k)) {
                column.extend_from_slice(rows[k]);
            }
        }
        Ok(())
    })?;
    Ok(all)
}
