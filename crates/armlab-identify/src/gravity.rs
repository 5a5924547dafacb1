//! The direction of gravity in the base frame, from logs.
//!
//! Efforts are linear in gravity for given bodies and linear in the bodies for a given
//! gravity. Around a direction two more columns, the efforts of the bodies found so far
//! under gravity to either side, tell by how much to turn it; bodies and friction are
//! fitted along with them. The size of gravity is taken as known.

use crate::error::EstimationError;
use crate::estimate::at_prior;
use crate::joint_weights::joint_weights;
use crate::parallel::{BaseRows, RowSet};
use crate::problem::{Model, ProblemError};
use crate::recording::{RawRecording, Recording};
use crate::reduced::residual_square;
use crate::solve::{solve, unknowns_of};
use crate::uncertainty::{Deviations, Thoroughness};
use armlab_engine::dynamics::Mechanism;
use armlab_engine::friction::FrictionModel;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Vec3;
use armlab_progress::Progress;

/// Rounds of weights.
const WEIGHTINGS: usize = 2;
/// Rounds at most.
const ROUNDS: usize = 15;
/// Largest turn in one round, rad.
const LARGEST_TURN: f64 = 0.5;
/// Turns below this are none, rad.
const SETTLED: f64 = 1e-5;
/// Two-sided 95 % quantile of a normal variable.
const NORMAL: f64 = 1.959_963_984_540_054;
/// A direction with a larger deviation is not determined, rad.
const UNCERTAIN: f64 = 0.5;

/// Gravity as it was identified.
#[derive(Clone, Debug, PartialEq)]
pub struct GravityEstimate {
    /// In the base frame, m/s².
    pub vector: [f64; 3],
    /// Standard deviation of each component, m/s².
    pub deviation: [f64; 3],
    /// 95 % interval of each component, m/s².
    pub interval: [[f64; 2]; 3],
    /// Standard deviation of the direction, the larger of two, rad.
    pub angle_deviation: f64,
}

/// Finds the direction of gravity, beginning with `start`; `cutoff` is that of the rows, Hz.
///
/// # Errors
/// If the logs cannot be used or do not determine the direction.
pub fn identify_gravity(
    robot: &Robot,
    logs: &[RawRecording],
    start: Vec3<f64>,
    cutoff: f64,
    progress: &Progress,
) -> Result<GravityEstimate, EstimationError> {
    let size = start.norm();
    let mut gravity = start;
    for _ in 0..ROUNDS {
        progress.check()?;
        let step = turn(robot, logs, gravity, cutoff)?;
        let certain = step.deviation.iter().all(|d| *d < UNCERTAIN);
        let angle = step.angles[0].hypot(step.angles[1]);
        let part = if angle > LARGEST_TURN { LARGEST_TURN / angle } else { 1.0 };
        let moved = step.sides.iter().zip(step.angles).fold(gravity, |g, (side, angle)| {
            g + Vec3::from(side.to_array().map(|x| size * part * angle * x))
        });
        gravity = Vec3::from(moved.to_array().map(|x| x * size / moved.norm()));
        if angle < SETTLED.max(0.01 * step.deviation[0].max(step.deviation[1])) {
            return if certain {
                Ok(step.estimate(gravity))
            } else {
                Err(EstimationError::Gravity)
            };
        }
    }
    Err(EstimationError::Gravity)
}

/// By how much to turn gravity towards two sides.
struct Turn {
    sides: [Vec3<f64>; 2],
    angles: [f64; 2],
    covariance: [[f64; 2]; 2],
    deviation: [f64; 2],
}

impl Turn {
    fn estimate(&self, gravity: Vec3<f64>) -> GravityEstimate {
        let size = gravity.norm();
        let [a, b] = self.sides.map(Vec3::to_array);
        let c = self.covariance;
        let deviation = std::array::from_fn(|i| {
            let square =
                a[i] * a[i] * c[0][0] + 2.0 * a[i] * b[i] * c[0][1] + b[i] * b[i] * c[1][1];
            size * square.max(0.0).sqrt()
        });
        let vector = gravity.to_array();
        GravityEstimate {
            vector,
            deviation,
            interval: std::array::from_fn(|i| {
                [vector[i] - NORMAL * deviation[i], vector[i] + NORMAL * deviation[i]]
            }),
            angle_deviation: self.deviation[0].max(self.deviation[1]),
        }
    }
}

/// Two unit vectors at right angles to a vector and to each other.
fn sides(gravity: Vec3<f64>) -> [Vec3<f64>; 2] {
    let [x, y, z] = gravity.to_array();
    let across = if x.abs() <= y.abs().min(z.abs()) {
        [1.0, 0.0, 0.0]
    } else if y.abs() <= z.abs() {
        [0.0, 1.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let unit = |v: Vec3<f64>| Vec3::from(v.to_array().map(|x| x / v.norm()));
    let first = unit(gravity.cross(Vec3::from(across)));
    [first, unit(gravity.cross(first))]
}

fn turn(
    robot: &Robot,
    logs: &[RawRecording],
    gravity: Vec3<f64>,
    cutoff: f64,
) -> Result<Turn, EstimationError> {
    let mounted = robot.with_gravity(gravity);
    let model = Model::new(&mounted, FrictionModel::standard(), &[])
        .map_err(|_| EstimationError::Gravity)?;
    let base = BaseRows::new(&model, logs, cutoff)?;
    let rows = RowSet::with_base(&model, &base, None)?;
    let reduced = rows.reduce()?;
    let prior = vec![0.0; reduced.unknowns()];
    let weights = joint_weights(&reduced, &prior, WEIGHTINGS)?;
    let x = unknowns_of(&reduced.whole(&weights), &prior)?;
    let bodies = at_prior(&model, &x[..model.base().len()]);
    let sides = sides(gravity);
    let size = gravity.norm();
    let turned = sides.map(|side| {
        let pull = Vec3::from(side.to_array().map(|x| size * x));
        mounted.with_parameter_values(&bodies).map(|r| r.with_gravity(pull))
    });
    let [Some(first), Some(second)] = turned else { return Err(EstimationError::Gravity) };
    let columns = |motion: &Recording| -> Result<Vec<Vec<Vec<f64>>>, ProblemError> {
        [&first, &second].into_iter().map(|robot| weights_along(robot, motion)).collect()
    };
    let extended = rows.extended(&base, 2, &columns)?;
    let reduced = extended.reduce()?;
    let n = reduced.unknowns();
    let prior = vec![0.0; n];
    let whole = reduced.whole(&weights);
    let solution = solve(&whole, &prior)?;
    let count: u64 = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
    let freedom = count.saturating_sub(solution.rank as u64).max(1) as f64;
    let variance = residual_square(&whole, &solution.x) / freedom;
    let rows = Some((&extended, Thoroughness::Full));
    let factors = Deviations::of(&reduced, &weights, &prior, rows)?.factors;
    let of = |i: usize, j: usize| {
        let (i, j) = (n - 2 + i, n - 2 + j);
        variance * factors[i] * factors[j] * solution.covariance.at(i, j)
    };
    // A column that is a combination of others says nothing about the direction.
    let unseen = solution.seen[n - 2..].iter().any(|s| *s < 0.5);
    let covariance = [[of(0, 0), of(0, 1)], [of(1, 0), of(1, 1)]];
    let deviation =
        [0, 1].map(|i| if unseen { f64::INFINITY } else { covariance[i][i].max(0.0).sqrt() });
    let angles = if unseen { [0.0; 2] } else { [solution.x[n - 2], solution.x[n - 1]] };
    Ok(Turn { sides, angles, covariance, deviation })
}

/// Efforts that hold a robot's weight along a motion: one column per joint.
fn weights_along(robot: &Robot, motion: &Recording) -> Result<Vec<Vec<f64>>, ProblemError> {
    let mut mechanism = Mechanism::new(robot)?;
    let joints = mechanism.dofs();
    let (mut q, mut weight) = (vec![0.0; joints], vec![0.0; joints]);
    let mut columns = vec![Vec::with_capacity(motion.samples()); joints];
    for i in 0..motion.samples() {
        q.iter_mut().zip(&motion.q).for_each(|(q, column)| *q = column[i]);
        mechanism.gravity(&q, &mut weight)?;
        columns.iter_mut().zip(&weight).for_each(|(column, w)| column.push(*w));
    }
    Ok(columns)
}
