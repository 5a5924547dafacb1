//! What earlier logs already told: `A = Σ YᵀWY` over their samples. A design on
//! top of it looks for what they missed.

use super::coordinates::{Coordinates, Follower, States};
use super::error::ExciteError;
use super::unknowns::{FrictionColumns, Rows, Unknowns};
use armlab_dense::Matrix;
use armlab_engine::dynamics::Dynamics;
use armlab_engine::robot::Robot;
use armlab_log::{Log, Quantity};
use armlab_signal::SavitzkyGolay;

/// Samples that are computed with at once.
const BLOCK: usize = 4096;
/// Window and order with which missing derivatives are taken from positions.
const WINDOW: (usize, usize) = (21, 5);

/// Information of a log about a robot's parameters: base parameters first, then
/// friction as chosen. Needs the positions of the driven joints; velocities and
/// accelerations that are not in the log are taken from them.
pub fn information_of_log(
    robot: &Robot,
    friction: &FrictionColumns,
    noise: Option<&[f64]>,
    log: &Log,
) -> Result<Matrix, ExciteError> {
    let fail = |problem: String| ExciteError::Log { problem };
    let (log, _) = log.usable_rows();
    let drives = robot.driven_joints().count();
    let channel = |quantity, j| log.channel(quantity, j).map(<[f64]>::to_vec);
    let mut z: [Vec<Vec<f64>>; 3] = Default::default();
    for j in 0..drives {
        let Some(q) = channel(Quantity::Position, j) else {
            let problem = format!("has no position of joint {}; map a column to q{}", j + 1, j + 1);
            return Err(fail(problem));
        };
        let derivative = |order: usize| {
            let filter = SavitzkyGolay::new(WINDOW.0, WINDOW.1);
            let found = filter.and_then(|f| f.derivative_at(log.time(), &q, order));
            found.map_err(|e| fail(format!("cannot be differentiated: {e}")))
        };
        let qd = match channel(Quantity::Velocity, j) {
            Some(qd) => qd,
            None => derivative(1)?,
        };
        let qdd = match channel(Quantity::Acceleration, j) {
            Some(qdd) => qdd,
            None => derivative(2)?,
        };
        for (columns, column) in z.iter_mut().zip([q, qd, qdd]) {
            columns.push(column);
        }
    }
    information_of_motion(robot, &Coordinates::Driven, friction, noise, &z)
}

/// Information of a motion given by columns of its coordinates' positions,
/// velocities and accelerations, every sample counting once.
pub fn information_of_motion(
    robot: &Robot,
    coordinates: &Coordinates,
    friction: &FrictionColumns,
    noise: Option<&[f64]>,
    z: &[Vec<Vec<f64>>; 3],
) -> Result<Matrix, ExciteError> {
    let mut follower = Follower::new(robot, coordinates)?;
    let driven = follower.driven().to_vec();
    // Speeds only matter where a jump is rounded off, which none is here.
    let unknowns = Unknowns::of(robot, friction, &driven, &vec![1.0; driven.len()])?;
    let mut dynamics = Dynamics::new(robot);
    let mut rows = Rows::new(false);
    let mut states = States::default();
    let mut sum = Matrix::zeros(unknowns.len(), unknowns.len());
    let samples = z[0].first().map_or(0, Vec::len);
    for first in (0..samples).step_by(BLOCK) {
        let last = (first + BLOCK).min(samples);
        let cut = |columns: &Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            columns.iter().map(|c| c[first..last].to_vec()).collect()
        };
        let part = [cut(&z[0]), cut(&z[1]), cut(&z[2])];
        follower.follow(&part, &mut states).map_err(|(sample, error)| ExciteError::Log {
            problem: format!("cannot be followed at sample {}: {error}", first + sample + 1),
        })?;
        rows.fill(robot, &unknowns, &mut dynamics, &states);
        if let Some(noise) = noise {
            let count = last - first;
            for k in 0..unknowns.len() {
                let column = rows.matrix.column_mut(k);
                column.iter_mut().enumerate().for_each(|(i, y)| *y /= noise[i / count]);
            }
        }
        let block = rows.matrix.gram();
        let entries = sum.as_mut_slice().iter_mut().zip(block.as_slice());
        entries.for_each(|(s, b)| *s += b);
    }
    Ok(sum)
}
