//! What the unknowns' uncertainty does to efforts along a motion, and which further log would
//! narrow it most.
//!
//! An effort is `y·x` with a row `y` of the regressor, so its variance is `y C yᵀ` for the
//! covariance `C` of the unknowns. A further row with noise `σ` narrows `C` by
//! `C yᵀ y C / (y C yᵀ + σ²)`; candidates are the motion itself and the same with one joint
//! moved farther, faster or more briskly ([`Move`]), ten seconds each.

use super::advice::{JointMotion, Move, SECONDS};
use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use armlab_dense::Matrix;
use armlab_engine::robot::Joint;
use rayon::prelude::*;

/// Samples of a motion over which bands are averaged, and rows of a candidate.
const SAMPLES: usize = 120;

/// Hands over the rows of a motion: joint, entries.
fn each_row(
    model: &Model,
    motion: &Recording,
    mut visit: impl FnMut(usize, &[f64]),
) -> Result<(), ProblemError> {
    let mut row = vec![0.0; model.unknowns()];
    model.stream(motion, 0..motion.samples(), |block| {
        for j in 0..model.joints() {
            let columns = block.columns_of(j);
            for k in 0..block.samples {
                for (u, entry) in row.iter_mut().enumerate() {
                    // Columns that a joint does not use hold whatever was there before.
                    *entry = if model.shows(j, u) { columns[u][k] } else { 0.0 };
                }
                visit(j, &row);
            }
        }
        Ok(())
    })
}

/// All rows of a short motion, with their joints.
fn rows(model: &Model, motion: &Recording) -> Result<Vec<(usize, Vec<f64>)>, ProblemError> {
    let mut all = Vec::with_capacity(motion.samples() * model.joints());
    each_row(model, motion, |j, row| all.push((j, row.to_vec())))?;
    Ok(all)
}

fn variance(covariance: &Matrix, row: &[f64]) -> f64 {
    let n = row.len();
    let mut sum = 0.0;
    for i in (0..n).filter(|&i| row[i] != 0.0) {
        let column = covariance.column(i);
        let inner: f64 = (0..n).map(|j| column[j] * row[j]).sum();
        sum += row[i] * inner;
    }
    sum.max(0.0)
}

/// Standard deviation of every effort along a motion: joint, sample.
///
/// # Panics
/// If the covariance is of another model.
pub fn effort_deviations(
    model: &Model,
    motion: &Recording,
    covariance: &Matrix,
) -> Result<Vec<Vec<f64>>, ProblemError> {
    let mut all = vec![Vec::with_capacity(motion.samples()); model.joints()];
    each_row(model, motion, |j, row| all[j].push(variance(covariance, row).sqrt()))?;
    Ok(all)
}

/// A further log, and what it would leave.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrowing {
    /// What to record, ten seconds of it.
    pub motion: Move,
    /// The same in words.
    pub words: String,
    /// Root mean square of each joint's standard deviation along the motion afterwards.
    pub deviations: Vec<f64>,
    /// All joints' variance along the motion afterwards, each over its noise, as a part of
    /// what it is now.
    pub left: f64,
}

/// Further logs, the one that narrows the efforts along `motion` most first. `noise` is each
/// joint's in rows that are `spacing` seconds apart.
///
/// # Panics
/// If the covariance is of another model.
pub fn narrowing_logs(
    model: &Model,
    motion: &Recording,
    covariance: &Matrix,
    noise: &[f64],
    spacing: f64,
) -> Result<Vec<Narrowing>, ProblemError> {
    let thin = thinned(motion);
    let along = rows(model, &thin)?;
    let driven: Vec<&Joint> = model.robot().driven_joints().collect();
    let own = [motion.clone()];
    let motions: Vec<JointMotion> =
        driven.iter().enumerate().map(|(j, joint)| JointMotion::of(joint, j, &own)).collect();
    let noise = |j: usize| noise.get(j).copied().filter(|s| *s > 0.0).unwrap_or(1.0);
    let spread = |c: &Matrix| -> Vec<f64> {
        let mut sums = vec![0.0; model.joints()];
        along.iter().for_each(|(j, row)| sums[*j] += variance(c, row));
        sums.iter().map(|s| s / thin.samples().max(1) as f64).collect()
    };
    let total = |variances: &[f64]| -> f64 {
        variances.iter().enumerate().map(|(j, v)| v / noise(j).powi(2)).sum()
    };
    let now = total(&spread(covariance));
    let candidates = Move::all(&driven, &motions);
    let mut all: Vec<Narrowing> = candidates
        .into_par_iter()
        .filter_map(|candidate| {
            let further = thinned(&candidate.recording(&own, &motions)?);
            let rows = rows(model, &further).ok()?;
            let stands_for = SECONDS / spacing.max(1e-3) / further.samples().max(1) as f64;
            let mut c = covariance.clone();
            for (j, row) in &rows {
                narrow(&mut c, row, noise(*j).powi(2) / stands_for);
            }
            let variances = spread(&c);
            let words = match candidate {
                Move::Same => "record the motion itself".to_string(),
                other => other.words(&motions),
            };
            let left = if now > 0.0 { total(&variances) / now } else { 1.0 };
            let deviations = variances.iter().map(|v| v.sqrt()).collect();
            Some(Narrowing { motion: candidate, words, deviations, left })
        })
        .collect();
    all.sort_by(|a, b| a.left.total_cmp(&b.left));
    Ok(all)
}

/// One further row.
fn narrow(c: &mut Matrix, row: &[f64], variance: f64) {
    let g = c.symmetric_times_vector(row);
    let s: f64 = g.iter().zip(row).map(|(g, y)| g * y).sum::<f64>() + variance;
    if !(s > 0.0) {
        return;
    }
    for j in 0..row.len() {
        let factor = g[j] / s;
        c.column_mut(j).iter_mut().zip(&g).for_each(|(entry, g)| *entry -= g * factor);
    }
}

/// So many samples, spread over a motion.
fn thinned(motion: &Recording) -> Recording {
    let stride = motion.samples().div_ceil(SAMPLES).max(1);
    let thin = |columns: &[Vec<f64>]| -> Vec<Vec<f64>> {
        columns.iter().map(|c| c.iter().copied().step_by(stride).collect()).collect()
    };
    Recording {
        name: motion.name.clone(),
        step: motion.step * stride as f64,
        start: motion.start,
        time: motion.time.iter().copied().step_by(stride).collect(),
        q: thin(&motion.q),
        qd: thin(&motion.qd),
        qdd: thin(&motion.qdd),
        effort: thin(&motion.effort),
        temperature: thin(&motion.temperature),
        cutoff: motion.cutoff,
        notes: Vec::new(),
    }
}
