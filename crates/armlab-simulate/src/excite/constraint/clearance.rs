//! Distances between links, and of links from the floor. With the nearest points
//! `a`, `b` and `u = (a − b)/|a − b|` a distance's slope is `u·(∂a − ∂b)`, each
//! point taken as fixed to its link.

use super::{Constraint, LimitLabel, State, Tools};
use crate::excite::coordinates::StateSlopes;
use crate::excite::limits::{Apart, ExcitationLimits};
use armlab_engine::kinematics::{body_poses, link_poses};
use armlab_engine::robot::{Freedom, Robot};
use armlab_engine::spatial::Transform;

/// A distance, m, at which a limit counts as one: violations are divided by it.
const SCALE: f64 = 0.1;

/// The limit.
pub struct Clearance<'r> {
    robot: &'r Robot,
    apart: Option<Apart>,
    labels: Vec<LimitLabel>,
}

impl<'r> Clearance<'r> {
    /// All pairs that are watched.
    pub fn new(robot: &'r Robot, limits: &ExcitationLimits) -> Self {
        let label = |apart: &Apart, pair: usize| {
            let allowed = (apart.clearance, f64::INFINITY);
            let (of, unit) = (apart.model.name(pair), "m".into());
            LimitLabel { what: "distance", of, unit, allowed, stated: allowed }
        };
        let all = |apart: &Apart| (0..apart.model.len()).map(|pair| label(apart, pair)).collect();
        let labels = limits.apart.as_ref().map(all).unwrap_or_default();
        Self { robot, apart: limits.apart.clone(), labels }
    }
}

impl Constraint for Clearance<'_> {
    fn labels(&self) -> &[LimitLabel] {
        &self.labels
    }
    fn values(&self, tools: &mut Tools, state: &State, out: &mut [f64]) {
        self.measure(tools, state, out);
        let clearance = self.apart.as_ref().map_or(0.0, |a| a.clearance);
        out.iter_mut().for_each(|out| *out = (clearance - *out) / SCALE);
    }
    fn add_slopes(&self, _: &mut Tools, state: &State, weights: &[f64], out: &mut StateSlopes) {
        let Some(apart) = self.apart.as_ref().filter(|_| weights.iter().any(|w| *w != 0.0)) else {
            return;
        };
        let (robot, tree) = (self.robot, self.robot.tree());
        let poses = link_poses(robot, state.q[0]);
        let mut bodies = vec![Transform::identity(); tree.bodies.len()];
        body_poses(tree, state.q[0], &mut bodies);
        for (pair, weight) in weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            let nearest = apart.model.nearest(pair, &poses);
            for ((link, point), side) in nearest.points.into_iter().zip([1.0, -1.0]) {
                let mut next = link;
                while let Some(i) = next {
                    let body = &tree.bodies[i];
                    let z = bodies[i].rotation.c[2];
                    let moved = match body.freedom {
                        Freedom::Turn => Some(z.cross(point - bodies[i].translation)),
                        Freedom::Slide => Some(z),
                        Freedom::None => None,
                    };
                    if let Some(moved) = moved {
                        let slope = nearest.direction.dot(moved);
                        out.q[0][body.dof] -= weight * side * slope / SCALE;
                    }
                    next = body.parent;
                }
            }
        }
    }
    fn measure(&self, _: &mut Tools, state: &State, out: &mut [f64]) {
        let Some(apart) = &self.apart else { return };
        let poses = link_poses(self.robot, state.q[0]);
        for (pair, out) in out.iter_mut().enumerate() {
            *out = apart.model.nearest(pair, &poses).distance;
        }
    }
}
