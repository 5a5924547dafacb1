//! Functions of the loops of a machine: their equations, and the loads of bearings.

use crate::graph::Expr;
use crate::model::{CompactTree, without_rounding};
use crate::trace::friction::JointFriction;
use crate::trace::tree;
use armlab_engine::kinematics::body_poses;
use armlab_engine::kinematics::loops::{BodyMotion, Machine, body_motions};
use armlab_engine::robot::Tree;
use armlab_engine::spatial::{Force, Scalar, Transform};

fn poses(tree: &Tree, q: &[Expr]) -> Vec<Transform<Expr>> {
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    body_poses(tree, q, &mut poses);
    poses
}

/// Residuals of the equations, then their Jacobian, row after row.
pub fn equations(machine: &Machine, q: &[Expr]) -> Vec<Expr> {
    let tree = without_rounding(machine.robot().tree());
    let (poses, constraints) = (poses(&tree, q), machine.constraints());
    let mut out = vec![Expr::zero(); constraints.rows()];
    constraints.residuals(q, &poses, &mut out);
    let mut jacobian = vec![Expr::zero(); constraints.rows() * tree.dofs];
    constraints.jacobian(&tree, &poses, &mut jacobian);
    out.extend(jacobian);
    out
}

/// What the equations accelerate by at `q̈ = 0`.
pub fn bias(machine: &Machine, q: &[Expr], qd: &[Expr]) -> Vec<Expr> {
    let tree = without_rounding(machine.robot().tree());
    let poses = poses(&tree, q);
    let mut motions = vec![BodyMotion::default(); tree.bodies.len()];
    body_motions(&tree, &poses, qd, &mut motions);
    let mut out = vec![Expr::zero(); machine.constraints().rows()];
    machine.constraints().bias(&poses, &motions, &mut out);
    out
}

/// Loads of bearings on which friction depends, from the multipliers of the equations.
pub fn loads(
    machine: &Machine,
    c: &CompactTree,
    friction: &JointFriction,
    motion: [&[Expr]; 3],
    multipliers: &[Expr],
) -> Vec<Expr> {
    let tree = without_rounding(machine.robot().tree());
    let poses = poses(&tree, motion[0]);
    let mut external = vec![Force::zero(); tree.bodies.len()];
    machine.constraints().wrenches(&poses, multipliers, |i, point, force, moment| {
        let about_origin = (point - poses[i].translation).cross(force) + moment;
        let local = |v| poses[i].rotation.apply_transposed(v);
        external[i] += Force { moment: local(about_origin), force: local(force) };
    });
    friction.loads(&tree::reactions(c, motion, Some(&external)))
}
