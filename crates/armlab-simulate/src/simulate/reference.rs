//! A reference as controllers and friction see it.

use crate::motion::Trajectory;

/// Speeds below this, rad/s or m/s, are rounding of none.
const NO_SPEED: f64 = 1e-12;

/// Samples a reference into position, velocity and acceleration, one after the other. A
/// joint at rest is at rest: friction would take the sign of a speed of 1e-17.
pub fn sample(trajectory: &dyn Trajectory, time: f64, motion: &mut [f64]) {
    let n = trajectory.dofs();
    let (q, rest) = motion.split_at_mut(n);
    let (qd, qdd) = rest.split_at_mut(n);
    trajectory.sample(time, q, qd, qdd);
    qd.iter_mut().filter(|v| v.abs() < NO_SPEED).for_each(|v| *v = 0.0);
}
