//! A payload estimated with an arm that is known: `Y_l π = τ − Y x`, ten unknowns, each
//! joint's rows over its own noise.
//!
//! Deviations come from drawing segments of the log again with replacement
//! (block bootstrap): what an arm's model lacks is no white noise, and formulas
//! that take it for such promise three times too much. The arm's own uncertainty
//! is not in them.

use super::LOAD_SYMBOLS;
use super::rows::{LOAD, reduce_loaded, with_known_arm};
use crate::estimate::interval;
use crate::joint_triangle::JointTriangle;
use crate::physical::PSEUDO_INERTIA;
use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use crate::reduced::{Reduced, Segment};
use crate::solve::solve;
use crate::{ParameterEstimate, Status};
use armlab_dense::{Matrix, NoConvergence};
use armlab_engine::spatial::Inertia;
use armlab_optimize::semidefinite::{Block, Semidefinite, SemidefiniteError, SemidefiniteSettings};
use armlab_random::Random;
use thiserror::Error;

/// Rounds in which weights follow the residuals.
const ROUNDS: usize = 4;
/// Times that segments are drawn again.
const DRAWS: usize = 200;
/// Less of a parameter in the data than this, and it was not excited.
const SEEN: f64 = 0.5;

/// Why a load could not be weighed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PayloadError {
    /// The rows.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The singular values.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
    /// An arm of another model.
    #[error("the arm's model has {expected} unknowns and {found} values are given")]
    Values {
        /// Of the model.
        expected: usize,
        /// Given.
        found: usize,
    },
    /// Gravity and accelerations do not show the mass.
    #[error(
        "these logs do not show the load's mass; move joints whose efforts depend on it, against gravity or with larger accelerations"
    )]
    NoMass,
}

/// A load, in the frame of the link that holds it.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The link.
    pub link: String,
    /// Mass, kg, and its deviation.
    pub mass: (f64, f64),
    /// Centre of mass, m, with deviations; `None` where the log does not show it.
    pub centre: [Option<(f64, f64)>; 3],
    /// All ten parameters as the data have them, without bounds.
    pub parameters: Vec<ParameterEstimate>,
    /// The ten parameters nearest to the data that a body can have; `None` where
    /// they could not be found, as of a load that hardly exists.
    pub physical: Option<Vec<f64>>,
    /// Whether the data's own are such.
    pub consistent: bool,
    /// Part of the efforts that the arm without load does not predict, percent.
    pub without: f64,
    /// The same with the load.
    pub with: f64,
    /// What else should be known.
    pub notes: Vec<String>,
}

/// Estimates a payload on `link` with an arm whose unknowns are `x`.
pub fn estimate_payload(
    model: &Model,
    x: &[f64],
    recordings: &[Recording],
    link: usize,
    seed: u64,
) -> Result<Payload, PayloadError> {
    if x.len() != model.unknowns() {
        return Err(PayloadError::Values { expected: model.unknowns(), found: x.len() });
    }
    let loaded = reduce_loaded(model, recordings, link)?;
    let efforts = loaded.effort_squares(0..loaded.segments()).iter().sum();
    of_rows(model, &known_arm(&loaded, x), efforts, link, seed)
}

/// Estimates a payload on `link` with an arm whose own efforts along the recordings,
/// friction included, are known: one column per joint and recording.
pub fn estimate_payload_beyond(
    model: &Model,
    arm: &[Vec<Vec<f64>>],
    recordings: &[Recording],
    link: usize,
    seed: u64,
) -> Result<Payload, PayloadError> {
    let mut left = recordings.to_vec();
    for (recording, arm) in left.iter_mut().zip(arm) {
        for (measured, arm) in recording.effort.iter_mut().zip(arm) {
            measured.iter_mut().zip(arm).for_each(|(m, a)| *m -= a);
        }
    }
    let all = recordings.iter().flat_map(|r| r.effort.iter().flatten());
    let efforts = all.map(|e| e * e).sum();
    let loaded = reduce_loaded(model, &left, link)?;
    of_rows(model, &known_arm(&loaded, &vec![0.0; model.unknowns()]), efforts, link, seed)
}

/// The load from rows with the arm's part taken out; `efforts` is the sum of the
/// squares of all measured efforts.
fn of_rows(
    model: &Model,
    load: &Reduced,
    efforts: f64,
    link: usize,
    seed: u64,
) -> Result<Payload, PayloadError> {
    let nothing = vec![0.0; LOAD];
    let all = 0..load.segments();
    let mut weights = vec![1.0; load.joints()];
    let mut solution = solve(&load.whole(&weights), &nothing)?;
    for _ in 0..ROUNDS {
        let squares = load.squares(&solution.x, all.clone());
        for j in 0..weights.len() {
            // Joints have as many rows each, and only ratios count.
            let noise = squares[j].sqrt();
            weights[j] = if noise > 0.0 { 1.0 / noise } else { 1.0 };
        }
        solution = solve(&load.whole(&weights), &nothing)?;
    }
    if solution.seen[0] < SEEN {
        return Err(PayloadError::NoMass);
    }
    let drawn = draws(load, &weights, seed)?;
    let deviation = |of: &dyn Fn(&[f64]) -> f64| {
        let values: Vec<f64> = drawn.iter().map(|x| of(x)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let square: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        (square / (values.len() - 1).max(1) as f64).sqrt()
    };
    let x = &solution.x;
    let centre = [1, 2, 3].map(|k| {
        let at = |x: &[f64]| x[k] / x[0];
        (solution.seen[k] >= SEEN).then(|| (at(x), deviation(&at)))
    });
    let freedom = load.segments().saturating_sub(1) as u64;
    let parameters = (0..LOAD)
        .map(|k| {
            let excited = solution.seen[k] >= SEEN;
            let deviation = excited.then(|| deviation(&|x: &[f64]| x[k]));
            let unit = ["kg", "kg m", "kg m²"][if k == 0 { 0 } else { 1 + usize::from(k > 3) }];
            ParameterEstimate {
                name: format!("load.{}", LOAD_SYMBOLS[k]),
                unit: unit.into(),
                value: x[k],
                deviation,
                interval: deviation.map(|d| interval(x[k], d, freedom)),
                status: if excited { Status::Identified } else { Status::NotExcited },
            }
        })
        .collect();
    let relative = |x: &[f64]| {
        let missed: f64 = load.squares(x, all.clone()).iter().sum();
        100.0 * (missed / efforts.max(f64::MIN_POSITIVE)).sqrt()
    };
    let mut notes = Vec::new();
    let consistent = is_body(x);
    let physical = if consistent { Some(x.clone()) } else { nearest_body(load, &weights).ok() };
    if let (false, Some(nearest)) = (consistent, &physical) {
        notes.push(format!(
            "these ten parameters are not physically consistent; the nearest consistent ones have a mass of {:.4} kg",
            nearest[0]
        ));
    }
    notes.push(
        "the arm is taken as known: deviations are of this log, not of the arm's model".into(),
    );
    Ok(Payload {
        link: model.robot().links()[link].name.clone(),
        mass: (x[0], deviation(&|x: &[f64]| x[0])),
        centre,
        parameters,
        consistent,
        without: relative(&nothing),
        with: relative(x),
        physical,
        notes,
    })
}

/// All triangles with the arm's part taken out.
fn known_arm(loaded: &Reduced, x: &[f64]) -> Reduced {
    let known = |t: &JointTriangle| JointTriangle::whole(with_known_arm(&t.full(), x));
    let segment = |s: &Segment| Segment::new(s.triangles().iter().map(known).collect());
    Reduced {
        unknowns: LOAD,
        joints: loaded.joints,
        segments: loaded.segments.iter().map(segment).collect(),
    }
}

/// Loads of segments drawn again.
fn draws(load: &Reduced, weights: &[f64], seed: u64) -> Result<Vec<Vec<f64>>, NoConvergence> {
    let segments = load.segments();
    (0..DRAWS as u64)
        .map(|draw| {
            let mut random = Random::with_stream(seed, draw);
            let chosen: Vec<usize> = (0..segments).map(|_| random.index(segments)).collect();
            Ok(solve(&load.combine(weights, chosen.into_iter()), &[0.0; LOAD])?.x)
        })
        .collect()
}

fn is_body(values: &[f64]) -> bool {
    let mut ten = [0.0; LOAD];
    ten.copy_from_slice(values);
    let pseudo = Inertia::from_array(ten).to_pseudo();
    Matrix::from_fn(4, 4, |i, j| pseudo[i][j])
        .symmetric_eigen()
        .is_ok_and(|e| e.values.iter().all(|v| *v >= 0.0))
}

/// The parameters with the least error that a body can have.
fn nearest_body(load: &Reduced, weights: &[f64]) -> Result<Vec<f64>, SemidefiniteError> {
    let triangle = load.whole(weights);
    let mut block = Block::new("the load", 4);
    for &(p, row, column, factor) in &PSEUDO_INERTIA {
        block = block.term(p, row, column, factor);
    }
    let problem = Semidefinite::new(triangle.r(), triangle.rhs(0).to_vec()).subject_to(block);
    Ok(problem.solve(None, &SemidefiniteSettings::default())?.x)
}
