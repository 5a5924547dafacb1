//! The generalised momentum `p = M(q) q̇`, and how the kinetic energy changes with the
//! position, `∂T/∂q = Cᵀ(q, q̇) q̇`: what a momentum observer integrates, since
//! `ṗ = τ − f + ∂T/∂q − g(q)` (De Luca, Albu-Schäffer, Haddadin & Hirzinger 2006).
//!
//! Neither needs the mass matrix or accelerations. With the velocity `v` of a body and the
//! momentum `h` of it and all that it carries, both in its frame and with the axis `s`,
//!
//! ```text
//! p = s·h + Ia q̇        ∂T/∂q = (v × s)·h
//! ```
//!
//! because turning a joint moves the velocities beyond it by `v × s`.

use super::mass_matrix::as_scalar;
use crate::robot::{Freedom, Parameters, Tree};
use crate::spatial::{Force, Motion, Scalar, Times, Transform};

/// What the recursion keeps of each body.
#[derive(Clone, Copy, Debug, Default)]
pub struct MomentumNode<S: Scalar> {
    pose: Transform<S>,
    velocity: Motion<S>,
    momentum: Force<S>,
}

/// Generalised momentum and slope of the kinetic energy of a tree at `q` and `qd`.
/// `nodes` is scratch, one entry per body.
#[inline(always)]
pub fn momentum<S: Scalar + Times<P>, P: Copy>(
    tree: &Tree,
    parameters: &Parameters<P>,
    nodes: &mut [MomentumNode<S>],
    q: &[S],
    qd: &[S],
    momentum: &mut [S],
    slope: &mut [S],
) {
    for (i, body) in tree.bodies.iter().enumerate() {
        let (before, rest) = nodes.split_at_mut(i);
        let node = &mut rest[0];
        node.pose = match body.freedom {
            Freedom::None => Transform::constant(&body.origin),
            _ => body.pose(q[body.dof]),
        };
        let mut velocity = match body.parent {
            Some(p) => node.pose.motion_to_child(&before[p].velocity),
            None => Motion::zero(),
        };
        match body.freedom {
            Freedom::Turn => velocity.angular.z += qd[body.dof],
            Freedom::Slide => velocity.linear.z += qd[body.dof],
            Freedom::None => {}
        }
        node.velocity = velocity;
        let inertia = as_scalar::<S, P>(&parameters.bodies[i]).to_inertia();
        node.momentum = inertia.apply(&velocity);
    }
    for (i, body) in tree.bodies.iter().enumerate().rev() {
        let (before, rest) = nodes.split_at_mut(i);
        let MomentumNode { pose, velocity, momentum: h } = &rest[0];
        let (w, u) = (velocity.angular, velocity.linear);
        match body.freedom {
            Freedom::Turn => {
                momentum[body.dof] = h.moment.z;
                // h·(w × z) + l·(u × z)
                let turning = w.y.times_add(h.moment.x, -(w.x * h.moment.y));
                let moving = u.y.times_add(h.force.x, -(u.x * h.force.y));
                slope[body.dof] = turning + moving;
            }
            Freedom::Slide => {
                momentum[body.dof] = h.force.z;
                slope[body.dof] = w.y.times_add(h.force.x, -(w.x * h.force.y));
            }
            Freedom::None => {}
        }
        if let Some(p) = body.parent {
            before[p].momentum += pose.force_to_parent(h);
        }
    }
    for (dof, p) in momentum.iter_mut().enumerate() {
        *p = qd[dof].times_add(parameters.rotors[dof], *p);
    }
}
