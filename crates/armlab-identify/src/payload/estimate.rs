//! A payload estimated with an arm that is known: `Y_l π = τ − Y x`, ten unknowns, each
//! joint's rows over its own noise.
//!
//! With logs at hand, rows are filtered on both sides, and deviations are those of every other
//! estimate plus what the arm's own covariance makes of the load
//! ([`estimate_payload_of_logs`]). From recordings alone, deviations come from drawing segments
//! again with replacement (block bootstrap), without the arm's uncertainty: what an arm's model
//! lacks is no white noise, and formulas that take it for such promise three times too much.

use super::LOAD_SYMBOLS;
use super::rows::{LOAD, load_columns, reduce_loaded, with_known_arm};
use crate::data::ROWS_PER_UNKNOWN;
use crate::error::EstimationError;
use crate::estimate::{Estimate, interval};
use crate::joint_triangle::JointTriangle;
use crate::joint_weights::joint_weights;
use crate::parallel::{BaseRows, RowSet, RowSettings};
use crate::physical::PSEUDO_INERTIA;
use crate::problem::{Model, ProblemError};
use crate::recording::{RawRecording, Recording};
use crate::reduced::{Reduced, Segment, residual_square};
use crate::solve::{Solution, solve};
use crate::uncertainty::{Deviations, Thoroughness, scaled};
use crate::{ParameterEstimate, Status};
use armlab_dense::{Matrix, NoConvergence};
use armlab_engine::spatial::Inertia;
use armlab_optimize::semidefinite::{Block, Semidefinite, SemidefiniteError, SemidefiniteSettings};
use armlab_random::Random;
use thiserror::Error;

/// Rounds in which weights follow the residuals.
const ROUNDS: usize = 4;
/// Rounds in which friction follows the load that drives transmit.
const SETTLING: usize = 6;
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
    /// Logs that give no rows.
    #[error(transparent)]
    Logs(#[from] EstimationError),
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
    /// Interval that holds the mass with a probability of 95 %.
    pub mass_interval: [f64; 2],
    /// Centre of mass, m, with deviations; `None` where the log does not show it.
    pub centre: [Option<(f64, f64)>; 3],
    /// Intervals of the centre of mass.
    pub centre_intervals: [Option<[f64; 2]>; 3],
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

/// Estimates a payload on `link` from logs, with an arm that was identified: rows are filtered
/// on both sides, and the arm's covariance counts.
pub fn estimate_payload_of_logs(
    model: &Model,
    arm: &Estimate,
    logs: &[RawRecording],
    settings: &RowSettings,
    link: usize,
) -> Result<Payload, PayloadError> {
    let x = arm.values();
    check_arm(model, &x)?;
    let base = BaseRows::new(model, logs, settings.cutoff)?;
    let delays = settings.delay.map(|d| vec![d; logs.len()]);
    let columns = |motion: &Recording| load_columns(model, motion, link);
    let rows_of = |model: &Model| -> Result<(RowSet, RowSet), PayloadError> {
        let rows = RowSet::with_base(model, &base, delays.as_deref())?;
        let both = rows.extended(&base, LOAD, &columns)?;
        let alone = both.with_known(&x);
        Ok((both, alone))
    };
    let mut carrying = model.clone().transmitted_by(&x);
    let (mut both, mut alone) = rows_of(&carrying)?;
    for _ in 0..rounds(model) {
        carrying = carrying.carrying(link, load_of(&alone.reduce()?)?);
        (both, alone) = rows_of(&carrying)?;
    }
    let (whole, load) = (both.reduce()?, alone.reduce()?);
    let count: u64 = (0..load.joints()).map(|j| load.rows(j)).sum();
    let needed = ROWS_PER_UNKNOWN * LOAD as u64;
    if count < needed {
        return Err(EstimationError::Few { rows: count, unknowns: LOAD, needed }.into());
    }
    let nothing = vec![0.0; LOAD];
    let weights = joint_weights(&load, &nothing, ROUNDS)?;
    let triangle = load.whole(&weights);
    let solution = solve(&triangle, &nothing)?;
    let left = count.saturating_sub(solution.rank as u64).max(1) as f64;
    let variance = residual_square(&triangle, &solution.x) / left;
    let found = Deviations::of(&load, &weights, &nothing, Some((&alone, Thoroughness::Full)))?;
    let own = scaled(&solution.covariance, &found.factors);
    let through = through_arm(&whole.whole(&weights).r(), &solution.covariance, &arm.covariance);
    let covariance = Matrix::from_fn(LOAD, LOAD, |i, j| variance * own.at(i, j) + through.at(i, j));
    let efforts = whole.effort_squares(0..whole.segments()).iter().sum();
    let fit = LoadFit { load: &load, weights, solution, covariance, freedom: found.freedom };
    let mut payload = fit.payload(model, efforts, link)?;
    payload.notes.push("deviations include those of the arm's model".into());
    Ok(payload)
}

/// What the covariance of the arm makes of the load: `S Σ Sᵀ` with `S = −(LᵀL)⁺ Lᵀ A`, `A` the
/// arm's columns and `L` the load's behind them.
fn through_arm(rows: &Matrix, inverse: &Matrix, arm: &Matrix) -> Matrix {
    let n = arm.columns();
    let part = |from: usize, count: usize| {
        Matrix::from_fn(rows.rows(), count, |i, j| rows.at(i, from + j))
    };
    let slopes = inverse.times(&part(n, LOAD).transposed().times(&part(0, n)));
    slopes.times(arm).times(&slopes.transposed())
}

/// Rounds in which friction that depends on what drives transmit follows the load.
fn rounds(model: &Model) -> usize {
    if model.needs_transmitted() { SETTLING } else { 0 }
}

/// The load alone.
fn load_of(rows: &Reduced) -> Result<[f64; LOAD], PayloadError> {
    let weights = joint_weights(rows, &[0.0; LOAD], ROUNDS)?;
    let x = solve(&rows.whole(&weights), &[0.0; LOAD])?.x;
    Ok(std::array::from_fn(|k| x[k]))
}

fn check_arm(model: &Model, x: &[f64]) -> Result<(), PayloadError> {
    if x.len() != model.unknowns() {
        return Err(PayloadError::Values { expected: model.unknowns(), found: x.len() });
    }
    Ok(())
}

/// Estimates a payload on `link` with an arm whose unknowns are `x`.
pub fn estimate_payload(
    model: &Model,
    x: &[f64],
    recordings: &[Recording],
    link: usize,
    seed: u64,
) -> Result<Payload, PayloadError> {
    check_arm(model, x)?;
    let mut carrying = model.clone().transmitted_by(x);
    let mut loaded = reduce_loaded(&carrying, recordings, link)?;
    for _ in 0..rounds(model) {
        carrying = carrying.carrying(link, load_of(&known_arm(&loaded, x))?);
        loaded = reduce_loaded(&carrying, recordings, link)?;
    }
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
    let weights = joint_weights(load, &nothing, ROUNDS)?;
    let solution = solve(&load.whole(&weights), &nothing)?;
    let drawn = draws(load, &weights, seed)?;
    let count = drawn.len() as f64;
    let mean = |k: usize| drawn.iter().map(|x| x[k]).sum::<f64>() / count;
    let means: Vec<f64> = (0..LOAD).map(mean).collect();
    let covariance = Matrix::from_fn(LOAD, LOAD, |i, j| {
        let products = drawn.iter().map(|x| (x[i] - means[i]) * (x[j] - means[j]));
        products.sum::<f64>() / (count - 1.0).max(1.0)
    });
    let freedom = load.segments().saturating_sub(1) as u64;
    let mut payload =
        LoadFit { load, weights, solution, covariance, freedom }.payload(model, efforts, link)?;
    payload.notes.push(
        "the arm is taken as known: deviations are of this log, not of the arm's model".into(),
    );
    Ok(payload)
}

/// A load's fit, from rows with the arm's part taken out.
struct LoadFit<'a> {
    load: &'a Reduced,
    weights: Vec<f64>,
    solution: Solution,
    covariance: Matrix,
    /// Degrees of freedom with which the covariance is known.
    freedom: u64,
}

impl LoadFit<'_> {
    fn payload(&self, model: &Model, efforts: f64, link: usize) -> Result<Payload, PayloadError> {
        let Self { load, weights, solution, covariance, freedom } = self;
        if solution.seen[0] < SEEN {
            return Err(PayloadError::NoMass);
        }
        let x = &solution.x;
        let deviation = |k: usize| covariance.at(k, k).max(0.0).sqrt();
        let centre = [1, 2, 3].map(|k| {
            let at = x[k] / x[0];
            let of = |i: usize, j: usize| covariance.at(i, j);
            let square = of(k, k) - 2.0 * at * of(k, 0) + at * at * of(0, 0);
            (solution.seen[k] >= SEEN).then(|| (at, square.max(0.0).sqrt() / x[0].abs()))
        });
        let within = |(value, deviation): (f64, f64)| interval(value, deviation, *freedom);
        let parameters = (0..LOAD).map(|k| {
            let excited = solution.seen[k] >= SEEN;
            let unit = ["kg", "kg m", "kg m²"][if k == 0 { 0 } else { 1 + usize::from(k > 3) }];
            ParameterEstimate {
                name: format!("load.{}", LOAD_SYMBOLS[k]),
                unit: unit.into(),
                value: x[k],
                deviation: excited.then(|| deviation(k)),
                interval: excited.then(|| within((x[k], deviation(k)))),
                status: if excited { Status::Identified } else { Status::NotExcited },
            }
        });
        let relative = |x: &[f64]| {
            let missed: f64 = load.squares(x, 0..load.segments()).iter().sum();
            100.0 * (missed / efforts.max(f64::MIN_POSITIVE)).sqrt()
        };
        let mut notes = Vec::new();
        let consistent = is_body(x);
        let physical = if consistent { Some(x.clone()) } else { nearest_body(load, weights).ok() };
        if let (false, Some(nearest)) = (consistent, &physical) {
            notes.push(format!(
                "these ten parameters are not physically consistent; the nearest consistent ones have a mass of {:.4} kg",
                nearest[0]
            ));
        }
        let mass = (x[0], deviation(0));
        Ok(Payload {
            link: model.robot().links()[link].name.clone(),
            mass,
            mass_interval: within(mass),
            centre,
            centre_intervals: centre.map(|c| c.map(within)),
            parameters: parameters.collect(),
            consistent,
            without: relative(&[0.0; LOAD]),
            with: relative(x),
            physical,
            notes,
        })
    }
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
