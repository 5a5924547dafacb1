//! Kinetic and potential energy, both linear in the inertial parameters:
//! with `v`, `ω` the velocity of a link's origin and its turning,
//!
//! ```text
//! K = Σ ½ m v² + h·(v × ω) + ½ ω·I ω  + Σ ½ Ia q̇²        V = −Σ m g·o + (Rᵀg)·h
//! ```
//!
//! The potential is zero for a mass at the origin of the base.

use crate::kinematics::body_poses;
use crate::robot::{Freedom, Robot};
use crate::spatial::{Motion, Scalar, Transform, Vec3};

/// Rows of the energy regressors: energy = row · parameters, in the order of
/// [`Robot::parameter_names`].
#[derive(Clone, Debug, PartialEq)]
pub struct EnergyRegressor<S> {
    /// Row of the kinetic energy.
    pub kinetic: Vec<S>,
    /// Row of the potential energy.
    pub potential: Vec<S>,
}

/// The energy regressors at `q`, `qd`.
///
/// # Panics
/// If `q` and `qd` do not have one entry per coordinate.
pub fn energy_regressor<S: Scalar>(robot: &Robot, q: &[S], qd: &[S]) -> EnergyRegressor<S> {
    let tree = robot.tree();
    assert_eq!((q.len(), qd.len()), (tree.dofs, tree.dofs), "one entry per moving joint");
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    body_poses(tree, q, &mut poses);
    let mut velocity: Vec<Motion<S>> = Vec::with_capacity(tree.bodies.len());
    let (mut kinetic, mut potential) = (Vec::new(), Vec::new());
    let gravity = Vec3::<S>::constant(tree.gravity);
    for (body, pose) in tree.bodies.iter().zip(&poses) {
        // In base axes, at the body's origin.
        let mut v = match body.parent {
            None => Motion::zero(),
            Some(p) => {
                let arm = pose.translation - poses[p].translation;
                let carried = velocity[p];
                Motion {
                    angular: carried.angular,
                    linear: carried.angular.cross_add(arm, carried.linear),
                }
            }
        };
        let z = pose.rotation.c[2];
        match body.freedom {
            Freedom::Turn => v.angular = z.scale_add(qd[body.dof], v.angular),
            Freedom::Slide => v.linear = z.scale_add(qd[body.dof], v.linear),
            Freedom::None => {}
        }
        velocity.push(v);
        let local = |x: Vec3<S>| body.vector_to_link(pose.rotation.apply_transposed(x));
        let (w, u) = (local(v.angular), local(v.linear));
        let h = u.cross(w);
        let half = |x: S| x.times(0.5);
        kinetic.extend([half(u.norm_squared()), h.x, h.y, h.z]);
        kinetic.extend([half(w.x * w.x), w.x * w.y, half(w.y * w.y)]);
        kinetic.extend([w.x * w.z, w.y * w.z, half(w.z * w.z)]);
        let g = local(gravity);
        potential.extend([-pose.translation.dot(gravity), -g.x, -g.y, -g.z]);
        potential.extend([S::zero(); 6]);
    }
    kinetic.extend(qd.iter().map(|&s| (s * s).times(0.5)));
    potential.extend(qd.iter().map(|_| S::zero()));
    EnergyRegressor { kinetic, potential }
}

/// Kinetic and potential energy at `q`, `qd`.
///
/// # Panics
/// If `q` and `qd` do not have one entry per coordinate.
pub fn energy<S: Scalar>(robot: &Robot, q: &[S], qd: &[S]) -> (S, S) {
    let rows = energy_regressor(robot, q, qd);
    let total = |row: &[S]| {
        let mut sum = S::zero();
        for (x, p) in row.iter().zip(robot.parameter_values()) {
            sum = x.times_add(p, sum);
        }
        sum
    };
    (total(&rows.kinetic), total(&rows.potential))
}
