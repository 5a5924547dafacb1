//! Whether a model's mass matrix is positive definite: kinetic energy
//! `½ q̇ᵀ M(q) q̇` must be positive for every motion, at every pose. A model that
//! fails cannot be simulated, and a controller built on it can be unstable.
//!
//! Poses are plotted evenly within the joints' limits (±π rad or ±1 m where none
//! are stated). Poses that a machine with loops cannot take are passed over.

use armlab_dense::Matrix;
use armlab_engine::dynamics::Mechanism;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;
use armlab_random::Random;
use serde::Serialize;
use std::f64::consts::PI;

/// Part of the largest eigenvalue up to which a smallest one may be rounding.
const ROUNDING: f64 = 1e-12;

/// What random poses say of a mass matrix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MassMatrixCheck {
    /// True if it was positive definite wherever it was looked at.
    pub positive: bool,
    /// Poses looked at.
    pub poses: usize,
    /// Poses that the machine could not take.
    pub passed_over: usize,
    /// Smallest eigenvalue found over the largest of the same pose.
    pub smallest_ratio: f64,
    /// The pose where it was found.
    pub worst_pose: Vec<f64>,
}

/// Looks at the mass matrix at random poses.
pub fn check_mass_matrix(
    robot: &Robot,
    poses: usize,
    seed: u64,
) -> Result<MassMatrixCheck, LoopError> {
    let mut mechanism = Mechanism::new(robot)?;
    let n = mechanism.dofs();
    let joints = mechanism.joints();
    let ranges: Vec<(f64, f64)> = joints
        .iter()
        .map(|j| {
            let usual = if j.kind.turns() { PI } else { 1.0 };
            let lower = if j.limits.lower.is_finite() { j.limits.lower } else { j.home - usual };
            let upper = if j.limits.upper.is_finite() { j.limits.upper } else { j.home + usual };
            (lower, upper.max(lower))
        })
        .collect();
    let mut rng = Random::new(seed);
    let mut check = MassMatrixCheck {
        positive: true,
        poses: 0,
        passed_over: 0,
        smallest_ratio: f64::INFINITY,
        worst_pose: Vec::new(),
    };
    let (mut q, mut mass) = (vec![0.0; n], vec![0.0; n * n]);
    for _ in 0..poses {
        for (q, (lower, upper)) in q.iter_mut().zip(&ranges) {
            *q = lower + (upper - lower) * rng.unit();
        }
        mechanism.go_home();
        if mechanism.mass_matrix(&q, &mut mass).is_err() {
            check.passed_over += 1;
            continue;
        }
        check.poses += 1;
        let matrix = Matrix::from_fn(n, n, |i, j| mass[i * n + j]);
        let ratio = matrix.symmetric_eigen().ok().and_then(|eigen| {
            let largest = eigen.values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            eigen.values.first().map(|v| v / largest.max(f64::MIN_POSITIVE))
        });
        let ratio = ratio.unwrap_or(f64::NEG_INFINITY);
        check.positive &= ratio > ROUNDING;
        if ratio < check.smallest_ratio {
            check.smallest_ratio = ratio;
            check.worst_pose.clone_from(&q);
        }
    }
    Ok(check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_engine::robot::library;

    #[test]
    fn a_possible_robot_has_a_positive_mass_matrix_and_one_of_negative_mass_has_not() {
        let robot = library::load("scara").unwrap().unwrap().robot;
        let check = check_mass_matrix(&robot, 200, 1).unwrap();
        assert!(check.positive && check.poses == 200 && check.smallest_ratio > 1e-3, "{check:?}");
        let mut values = robot.parameter_values();
        values[20] = -2.0;
        let broken = robot.with_parameter_values(&values).unwrap();
        let check = check_mass_matrix(&broken, 50, 1).unwrap();
        assert!(!check.positive && check.smallest_ratio < 0.0, "{check:?}");
        assert_eq!(check.worst_pose.len(), 3);
    }

    #[test]
    fn poses_depend_on_the_seed_alone() {
        let robot = library::load("scara").unwrap().unwrap().robot;
        let [a, b, c] = [3, 3, 4].map(|seed| check_mass_matrix(&robot, 20, seed).unwrap());
        assert_eq!(a, b);
        assert_ne!(a.worst_pose, c.worst_pose);
    }
}
