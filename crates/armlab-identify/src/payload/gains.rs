//! What a motor current is worth, from logs with and without a load.
//!
//! Currents stand for efforts up to a gain per drive, `τ_j = k_j i_j`. Rows with
//! currents in the place of efforts know the arm's parameters only up to these
//! gains; a load of known mass (or a gain that is known) sets the scale (Gautier
//! & Briot 2014). The noise is in the currents, so they are what is predicted,
//!
//! `i_j = s_j (Y_j x + Y_l,j π)`,  `s_j = 1/k_j`,
//!
//! least squares in `x`, the unknown part of `π` and `s` together, by
//! Gauss–Newton on the triangles. (Solving the linear `k_j i_j − Y x = Y_l π`
//! instead has the noise among the regressors and draws gains towards zero.)
//! Deviations come from drawing segments again. A gain whose deviation is large
//! is refused: a joint whose axis is vertical feels a load by its inertia alone.

use super::rows::{LOAD, reduce_loaded};
use crate::estimate::interval;
use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use crate::reduced::Reduced;
use crate::solve::solve;
use armlab_dense::{NoConvergence, Rows, Triangle, Tsqr};
use armlab_random::Random;
use rayon::prelude::*;
use thiserror::Error;

/// Steps of Gauss–Newton at most.
const STEPS: usize = 60;
/// A step that changes no gain by more than this part is the last.
const SETTLED: f64 = 1e-8;
/// Rounds in which weights follow the residuals.
const ROUNDS: usize = 3;
/// Times that segments are drawn again.
const DRAWS: usize = 40;
/// A gain with a larger relative deviation is not told by the logs.
const UNCERTAIN: f64 = 0.1;

/// Why gains could not be found at all.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum GainError {
    /// The rows.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The singular values.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
    /// Nothing sets the scale.
    #[error(
        "neither a gain nor the load's mass is known: currents then tell ratios only; give one of them"
    )]
    Scale,
    /// No unknown gain, or a list of the wrong length.
    #[error("{found} gains are given for {joints} driven joints")]
    Count {
        /// Given.
        found: usize,
        /// Driven joints.
        joints: usize,
    },
    /// Without a load there is nothing to tell gains from parameters.
    #[error(
        "gains cannot be separated from parameters with one load only; give logs with and without a load"
    )]
    Pair,
    /// Gauss–Newton went nowhere.
    #[error(
        "the gains did not settle; are these logs of the same robot with and without the load?"
    )]
    Unsettled,
}

/// What is known of the load.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KnownLoad {
    /// Mass, kg.
    pub mass: Option<f64>,
    /// Centre of mass in the holding link's frame, m; of use with a mass.
    pub centre: Option<[f64; 3]>,
}

impl KnownLoad {
    fn parameters(&self) -> [Option<f64>; LOAD] {
        let mut known = [None; LOAD];
        known[0] = self.mass;
        if let (Some(mass), Some(centre)) = (self.mass, self.centre) {
            (0..3).for_each(|k| known[1 + k] = Some(mass * centre[k]));
        }
        known
    }
}

/// One drive's gain.
#[derive(Clone, Debug, PartialEq)]
pub struct DriveGain {
    /// The joint.
    pub joint: String,
    /// N m/A or N/A.
    pub value: f64,
    /// Its deviation; zero where it was given.
    pub deviation: f64,
    /// Interval that holds it with a probability of 95 %; none where it was given.
    pub interval: Option<[f64; 2]>,
    /// True if it was given.
    pub given: bool,
    /// False if the logs do not tell it.
    pub separable: bool,
}

/// The gains of all drives.
#[derive(Clone, Debug)]
pub struct DriveGains {
    /// Joint by joint.
    pub gains: Vec<DriveGain>,
    /// The load's ten parameters that came with them.
    pub load: Vec<f64>,
    /// Steps that were taken.
    pub steps: usize,
}

impl DriveGains {
    /// The gains' values.
    pub fn values(&self) -> Vec<f64> {
        self.gains.iter().map(|g| g.value).collect()
    }
    /// Gains that the logs do not tell.
    pub fn refused(&self) -> impl Iterator<Item = &DriveGain> {
        self.gains.iter().filter(|g| !g.separable)
    }
}

/// Finds gains. Efforts of the recordings are currents where `given` has `None`,
/// and efforts (currents times the gain) where it has the gain.
pub fn drive_gains(
    model: &Model,
    unloaded: &[Recording],
    loaded: &[Recording],
    link: usize,
    load: &KnownLoad,
    given: &[Option<f64>],
    seed: u64,
) -> Result<DriveGains, GainError> {
    let joints = model.joints();
    if given.len() != joints {
        return Err(GainError::Count { found: given.len(), joints });
    }
    if unloaded.is_empty() || loaded.is_empty() {
        return Err(GainError::Pair);
    }
    if load.mass.is_none() && given.iter().all(Option::is_none) {
        return Err(GainError::Scale);
    }
    let pair = [model.reduce(unloaded)?, reduce_loaded(model, loaded, link)?];
    let known = load.parameters();
    let rows: Vec<f64> =
        (0..joints).map(|j| (pair[0].rows(j) + pair[1].rows(j)).max(1) as f64).collect();
    let whole = |r: &Reduced| r.by_joint();
    let problem = Pair {
        triangles: [whole(&pair[0]), whole(&pair[1])],
        arm: model.unknowns(),
        known,
        unknown: (0..joints).filter(|&j| given[j].is_none()).collect(),
        weights: vec![1.0; joints],
    };
    let mut problem = problem;
    let mut point = problem.start()?;
    let mut steps = 0;
    for _ in 0..ROUNDS {
        // Weights first: currents of joints differ in size as efforts do.
        let noise = problem.noise(&point);
        for j in 0..joints {
            let noise = (noise[j] / rows[j]).sqrt();
            problem.weights[j] = if noise > 0.0 { 1.0 / noise } else { 1.0 };
        }
        steps += problem.descend(&mut point)?;
    }
    let drawn: Vec<Option<Point>> = (0..DRAWS as u64)
        .into_par_iter()
        .map(|draw| {
            let mut random = Random::with_stream(seed, draw);
            let again = |r: &Reduced, random: &mut Random| {
                let n = r.segments();
                let chosen: Vec<usize> = (0..n).map(|_| random.index(n)).collect();
                (0..joints)
                    .map(|j| {
                        let only: Vec<f64> =
                            (0..joints).map(|k| f64::from(u8::from(k == j))).collect();
                        r.combine(&only, chosen.iter().copied())
                    })
                    .collect::<Vec<Triangle>>()
            };
            let triangles = [again(&pair[0], &mut random), again(&pair[1], &mut random)];
            let other = Pair { triangles, ..problem.clone() };
            let mut point = point.clone();
            other.descend(&mut point).ok().map(|_| point)
        })
        .collect();
    let drawn: Vec<&Point> = drawn.iter().flatten().collect();
    let segments = pair.iter().map(Reduced::segments).min().unwrap_or(0);
    let freedom = segments.saturating_sub(1) as u64;
    let names = model.robot().driven_joints().map(|j| j.name.clone());
    let gains = names.enumerate().map(|(j, joint)| match given[j] {
        Some(value) => {
            let (deviation, interval) = (0.0, None);
            DriveGain { joint, value, deviation, interval, given: true, separable: true }
        }
        None => {
            let value = 1.0 / point.inverse[j];
            let spread: f64 = drawn.iter().map(|p| (1.0 / p.inverse[j] - value).powi(2)).sum();
            let deviation = (spread / drawn.len().max(1) as f64).sqrt();
            let enough = 2 * drawn.len() > DRAWS;
            let separable = enough && value > 0.0 && deviation < UNCERTAIN * value;
            let interval = Some(interval(value, deviation, freedom));
            DriveGain { joint, value, deviation, interval, given: false, separable }
        }
    });
    Ok(DriveGains { gains: gains.collect(), load: point.load.to_vec(), steps })
}

/// Everything that is looked for.
#[derive(Clone, Debug)]
struct Point {
    arm: Vec<f64>,
    load: [f64; LOAD],
    /// `1/k`; one where the gain is given.
    inverse: Vec<f64>,
}

/// Rows without and with the load, per joint.
#[derive(Clone)]
struct Pair {
    triangles: [Vec<Triangle>; 2],
    arm: usize,
    known: [Option<f64>; LOAD],
    /// Joints whose gain is looked for.
    unknown: Vec<usize>,
    weights: Vec<f64>,
}

impl Pair {
    fn free(&self) -> Vec<usize> {
        (0..LOAD).filter(|&k| self.known[k].is_none()).collect()
    }

    /// Gains from the linear problem `k i − Y x − Y_l π = Y_l π_known`.
    fn start(&self) -> Result<Point, GainError> {
        let free = self.free();
        let width = self.arm + free.len() + self.unknown.len();
        let mut sum = Tsqr::new(width, 1);
        for triangles in &self.triangles {
            for (j, triangle) in triangles.iter().enumerate() {
                let matrix = triangle.matrix();
                let last = matrix.columns() - 1;
                let zero = vec![0.0; matrix.rows()];
                let loaded = last > self.arm;
                let mut rhs = zero.clone();
                let mut columns: Vec<&[f64]> = (0..self.arm).map(|k| matrix.column(k)).collect();
                for &k in &free {
                    columns.push(if loaded { matrix.column(self.arm + k) } else { &zero });
                }
                let current: Vec<f64> = matrix.column(last).iter().map(|i| -i).collect();
                let mine = self.unknown.iter().position(|&u| u == j);
                for k in 0..self.unknown.len() {
                    columns.push(if mine == Some(k) { &current } else { &zero });
                }
                if mine.is_none() {
                    rhs.iter_mut().zip(&current).for_each(|(r, c)| *r -= c);
                }
                for k in (0..LOAD).filter(|_| loaded) {
                    let Some(known) = self.known[k] else { continue };
                    let column = matrix.column(self.arm + k);
                    rhs.iter_mut().zip(column).for_each(|(r, y)| *r -= known * y);
                }
                columns.push(&rhs);
                push(&mut sum, &columns, 1.0);
            }
        }
        let x = solve(&sum.finish(), &vec![0.0; width])?.x;
        let mut load = self.known.map(|k| k.unwrap_or(0.0));
        free.iter().zip(&x[self.arm..]).for_each(|(&k, value)| load[k] = *value);
        let mut inverse = vec![1.0; self.triangles[0].len()];
        let gains = &x[self.arm + free.len()..];
        let typical = gains.iter().fold(0.0_f64, |m, g| m.max(g.abs())).max(f64::MIN_POSITIVE);
        for (&j, &gain) in self.unknown.iter().zip(gains) {
            // One that came out at nothing starts like the others.
            inverse[j] = 1.0 / if gain > 0.05 * typical { gain } else { typical };
        }
        Ok(Point { arm: x[..self.arm].to_vec(), load, inverse })
    }

    /// Predicted minus measured currents of one joint's triangle.
    fn residual(&self, triangle: &Triangle, j: usize, point: &Point) -> Vec<f64> {
        let matrix = triangle.matrix();
        let last = matrix.columns() - 1;
        let mut out = efforts(&matrix, self.arm, point);
        out.iter_mut().zip(matrix.column(last)).for_each(|(e, i)| *e = point.inverse[j] * *e - i);
        out
    }

    /// Sum of squared residuals of each joint, not weighted.
    fn noise(&self, point: &Point) -> Vec<f64> {
        let mut squares = vec![0.0; self.weights.len()];
        for triangles in &self.triangles {
            for (j, triangle) in triangles.iter().enumerate() {
                squares[j] += square(&self.residual(triangle, j, point));
            }
        }
        squares
    }

    fn cost(&self, point: &Point) -> f64 {
        self.noise(point).iter().zip(&self.weights).map(|(s, w)| w * w * s).sum()
    }

    /// Gauss–Newton until it settles; the number of steps.
    fn descend(&self, point: &mut Point) -> Result<usize, GainError> {
        let free = self.free();
        let width = self.arm + free.len() + self.unknown.len();
        let mut cost = self.cost(point);
        for step in 1..=STEPS {
            let mut sum = Tsqr::new(width, 1);
            for triangles in &self.triangles {
                for (j, triangle) in triangles.iter().enumerate() {
                    self.push_slopes(&mut sum, triangle, j, &free, point);
                }
            }
            let change = solve(&sum.finish(), &vec![0.0; width])?.x;
            let mut length = 1.0;
            let moved = loop {
                let next = point.moved(&change, length, &free, &self.unknown);
                let next_cost = self.cost(&next);
                if next_cost <= cost {
                    break Some((next, next_cost));
                }
                length *= 0.5;
                if length < 1e-6 {
                    break None;
                }
            };
            let Some((next, next_cost)) = moved else { return Ok(step) };
            let settled = self
                .unknown
                .iter()
                .all(|&j| (next.inverse[j] / point.inverse[j] - 1.0).abs() < SETTLED);
            (*point, cost) = (next, next_cost);
            if !cost.is_finite() {
                return Err(GainError::Unsettled);
            }
            if settled {
                return Ok(step);
            }
        }
        Ok(STEPS)
    }

    fn push_slopes(
        &self,
        sum: &mut Tsqr,
        triangle: &Triangle,
        j: usize,
        free: &[usize],
        point: &Point,
    ) {
        let matrix = triangle.matrix();
        let loaded = matrix.columns() - 1 > self.arm;
        let s = point.inverse[j];
        let scaled = |k: usize| -> Vec<f64> { matrix.column(k).iter().map(|y| s * y).collect() };
        let zero = vec![0.0; matrix.rows()];
        let mut columns: Vec<Vec<f64>> = (0..self.arm).map(scaled).collect();
        for &k in free {
            columns.push(if loaded { scaled(self.arm + k) } else { zero.clone() });
        }
        for &u in &self.unknown {
            let mine = u == j;
            columns.push(if mine { efforts(&matrix, self.arm, point) } else { zero.clone() });
        }
        columns.push(self.residual(triangle, j, point).iter().map(|r| -r).collect());
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        push(sum, &columns, self.weights[j]);
    }
}

impl Point {
    fn moved(&self, change: &[f64], length: f64, free: &[usize], unknown: &[usize]) -> Self {
        let mut next = self.clone();
        let n = self.arm.len();
        next.arm.iter_mut().zip(change).for_each(|(a, c)| *a += length * c);
        free.iter().zip(&change[n..]).for_each(|(&k, c)| next.load[k] += length * c);
        let of_gains = &change[n + free.len()..];
        unknown.iter().zip(of_gains).for_each(|(&j, c)| next.inverse[j] += length * c);
        next
    }
}

/// `Y x + Y_l π` of a triangle's rows; without the load where it has no columns.
fn efforts(matrix: &armlab_dense::Matrix, arm: usize, point: &Point) -> Vec<f64> {
    let mut sum = vec![0.0; matrix.rows()];
    let loaded = matrix.columns() - 1 > arm;
    let load = point.load.iter().take(if loaded { LOAD } else { 0 });
    for (k, value) in point.arm.iter().chain(load).enumerate() {
        sum.iter_mut().zip(matrix.column(k)).for_each(|(s, y)| *s += value * y);
    }
    sum
}

fn square(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

fn push(sum: &mut Tsqr, columns: &[&[f64]], weight: f64) {
    let rows = 0..columns.first().map_or(0, |c| c.len());
    // Numbers of a triangle have been checked when they came in.
    let _ = sum.push_rows(&Rows { columns, rows, used: &[], weight });
}
