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

/// Kinetic and potential energy at `q`, `qd`.
///
/// # Panics
/// If `q` and `qd` do not have one entry per coordinate.
pub fn energy<S: Scalar>(robot: &Robot, q: &[S], qd: &[S]) -> (S, S) {
    let tree = robot.tree();
    assert_eq!((q.len(), qd.len()), (tree.dofs, tree.dofs), "one entry per moving joint");
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    body_poses(tree, q, &mut poses);
    let values = robot.parameter_values();
    let (bodies, rotors) = values.split_at(10 * tree.bodies.len());
    let mut velocity: Vec<Motion<S>> = Vec::with_capacity(tree.bodies.len());
    let (mut kinetic, mut potential) = (S::zero(), S::zero());
    let gravity = Vec3::<S>::constant(tree.gravity);
    for ((body, pose), values) in tree.bodies.iter().zip(&poses).zip(bodies.chunks_exact(10)) {
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
        let squares = [half(w.x * w.x), w.x * w.y, half(w.y * w.y), w.x * w.z, w.y * w.z];
        let row = [half(u.norm_squared()), h.x, h.y, h.z];
        let row = row.into_iter().chain(squares).chain([half(w.z * w.z)]);
        row.zip(values).for_each(|(x, &p)| kinetic = x.times_add(p, kinetic));
        let g = local(gravity);
        let row = [-pose.translation.dot(gravity), -g.x, -g.y, -g.z];
        row.iter().zip(values).for_each(|(x, &p)| potential = x.times_add(p, potential));
    }
    for (&s, &inertia) in qd.iter().zip(rotors) {
        kinetic = (s * s).times(0.5).times_add(inertia, kinetic);
    }
    (kinetic, potential)
}
