//! Efforts of the drives, `τ_j = Σ_i reach_ij (t_i + f_i)`: `t` the tree's efforts
//! for the robot's present parameters, `f` its friction.
//!
//! While a design is improved, friction's jump at rest is rounded off (`side` is
//! `tanh(v/w)` instead of the sign), and a part that goes with reactions is left
//! out; the final check knows both.

use super::{Constraint, LimitLabel, State, Tools, within};
use crate::excite::coordinates::StateSlopes;
use crate::excite::limits::ExcitationLimits;
use armlab_engine::dynamics::frictional::FrictionalJoint;
use armlab_engine::friction::{Sliding, Slopes};
use armlab_engine::robot::Robot;

/// Part of the speed limit within which friction's jump is rounded off.
const ROUNDED_OFF: f64 = 0.02;
/// The same where there is no speed limit, rad/s or m/s.
const ROUNDED_OFF_SPEED: f64 = 0.01;

/// Limits of the drives' efforts.
pub struct Effort<'r> {
    labels: Vec<LimitLabel>,
    /// The drive of each.
    drives: Vec<usize>,
    count: usize,
    friction: Vec<FrictionalJoint<'r>>,
    /// Speed below which friction is rounded off, per moving joint.
    width: Vec<f64>,
}

impl<'r> Effort<'r> {
    /// Those of a robot.
    pub fn new(robot: &'r Robot, limits: &ExcitationLimits, driven: &[usize]) -> Self {
        let joints: Vec<_> = robot.moving_joints().collect();
        let (mut labels, mut drives) = (Vec::new(), Vec::new());
        for (k, &dof) in driven.iter().enumerate() {
            let (joint, limit) = (joints[dof], limits.joints[dof].effort);
            if limit.is_finite() {
                let (of, unit) = (joint.name.clone(), joint.kind.effort_unit().into());
                let (allowed, most) = ((-limit, limit), limits.stated[dof].effort);
                labels.push(LimitLabel {
                    what: "effort",
                    of,
                    unit,
                    allowed,
                    stated: (-most, most),
                });
                drives.push(k);
            }
        }
        let width = |v: f64| if v.is_finite() { ROUNDED_OFF * v } else { ROUNDED_OFF_SPEED };
        Self {
            labels,
            drives,
            count: driven.len(),
            friction: FrictionalJoint::all(robot),
            width: limits.joints.iter().map(|l| width(l.velocity)).collect(),
        }
    }

    /// Friction of a joint, rounded off, and its slopes by position and speed.
    fn friction(&self, joint: &FrictionalJoint, position: f64, speed: f64) -> (f64, [f64; 2]) {
        let width = self.width[joint.dof];
        let side = (speed / width).tanh();
        let (mut effort, mut slope, mut by_position) = (0.0, 0.0, 0.0);
        let terms = joint.friction.terms.iter().filter(|t| !t.law().needs_load());
        for term in terms {
            // Each side where it belongs, at the same distance from rest.
            let at = |side: f64| {
                let mut slopes = Slopes::default();
                let (speed, direction) = (side * speed.abs(), side * speed.signum());
                let sliding = Sliding { position, speed, side, ..Sliding::default() };
                let effort = term.effort(sliding, Some(&mut slopes));
                (effort, slopes.speed * direction, slopes.position)
            };
            let ((up, up_slope, up_position), (down, down_slope, down_position)) =
                (at(1.0), at(-1.0));
            let share = 0.5 * (1.0 + side);
            effort += share * up + (1.0 - share) * down;
            slope += share * up_slope + (1.0 - share) * down_slope;
            by_position += share * up_position + (1.0 - share) * down_position;
            slope += 0.5 * (1.0 - side * side) / width * (up - down);
        }
        (effort, [by_position, slope])
    }

    /// Efforts of the tree's joints, friction included, into `tools.effort`.
    fn tree(&self, tools: &mut Tools, state: &State) {
        let [q, qd, qdd] = state.q;
        tools.dynamics.inverse(q, qd, qdd, &mut tools.effort);
        for joint in &self.friction {
            let (q, qd) = (q[joint.dof], qd[joint.dof]);
            tools.effort[joint.dof] += self.friction(joint, q, qd).0;
        }
    }

    /// Effort of drive `j` from those of the tree.
    fn drive(&self, tools: &Tools, state: &State, j: usize) -> f64 {
        match state.velocity_map {
            None => tools.effort[j],
            Some(velocity_map) => {
                let rows = velocity_map.chunks_exact(self.count);
                rows.zip(&tools.effort).map(|(row, t)| row[j] * t).sum()
            }
        }
    }
}

impl Constraint for Effort<'_> {
    fn labels(&self) -> &[LimitLabel] {
        &self.labels
    }
    fn values(&self, tools: &mut Tools, state: &State, out: &mut [f64]) {
        self.measure(tools, state, out);
        for (label, out) in self.labels.iter().zip(out) {
            *out = within(*out, label.allowed).0;
        }
    }
    fn add_slopes(&self, tools: &mut Tools, state: &State, weights: &[f64], out: &mut StateSlopes) {
        if weights.iter().all(|w| *w == 0.0) {
            return;
        }
        self.tree(tools, state);
        let [q, qd, qdd] = state.q;
        let n = q.len();
        // Weight of every joint of the tree.
        let mut on_tree = vec![0.0; n];
        for ((label, &j), weight) in self.labels.iter().zip(&self.drives).zip(weights) {
            let slope = weight * within(self.drive(tools, state, j), label.allowed).1;
            match state.velocity_map {
                None => on_tree[j] += slope,
                Some(velocity_map) => {
                    for i in 0..n {
                        on_tree[i] += slope * velocity_map[i * self.count + j];
                        out.velocity_map[i * self.count + j] += slope * tools.effort[i];
                    }
                }
            }
        }
        let Tools { dynamics, derivatives, mass, .. } = tools;
        dynamics.inverse_derivatives(q, qd, qdd, derivatives);
        dynamics.mass_matrix(q, mass);
        for (i, weight) in on_tree.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            for j in 0..n {
                out.q[0][j] += weight * derivatives.q[i * n + j];
                out.q[1][j] += weight * derivatives.qd[i * n + j];
                out.q[2][j] += weight * mass[i * n + j];
            }
        }
        for joint in &self.friction {
            let slopes = self.friction(joint, q[joint.dof], qd[joint.dof]).1;
            for (out, slope) in out.q.iter_mut().zip(slopes) {
                out[joint.dof] += on_tree[joint.dof] * slope;
            }
        }
    }
    fn measure(&self, tools: &mut Tools, state: &State, out: &mut [f64]) {
        if let Some(plant) = &mut tools.exact {
            let driven = |order: usize| -> Vec<f64> {
                state.driven.iter().map(|&dof| state.q[order][dof]).collect()
            };
            let (mut tau, mut friction) = (vec![0.0; self.count], vec![0.0; self.count]);
            let found = plant.inverse(&driven(0), &driven(1), &driven(2), &mut tau, &mut friction);
            for (out, &j) in out.iter_mut().zip(&self.drives) {
                *out = if found.is_ok() { tau[j] + friction[j] } else { f64::NAN };
            }
            return;
        }
        self.tree(tools, state);
        for (out, &j) in out.iter_mut().zip(&self.drives) {
            *out = self.drive(tools, state, j);
        }
    }
}
