//! Positions, speeds and accelerations of the joints, passive ones included.
//! A position limited on one side only is `(x − upper)/1 ≤ 0` in SI units.

use super::{Constraint, LimitLabel, State, Tools, within};
use crate::excite::coordinates::StateSlopes;
use crate::excite::limits::ExcitationLimits;
use armlab_engine::robot::{Limits, Robot};

/// Limits of the joints' motion.
pub struct Joints {
    labels: Vec<LimitLabel>,
    /// Joint and order of derivative of each.
    entries: Vec<(usize, usize)>,
}

impl Joints {
    /// Those of a robot.
    pub fn new(robot: &Robot, limits: &ExcitationLimits) -> Self {
        let (mut labels, mut entries) = (Vec::new(), Vec::new());
        let both = limits.joints.iter().zip(&limits.stated);
        for (dof, (joint, (limits, stated))) in robot.moving_joints().zip(both).enumerate() {
            let unit = joint.kind.position_unit();
            let mut add = |what, order, unit: String, range: &dyn Fn(&Limits) -> (f64, f64)| {
                let (allowed, stated) = (range(limits), range(stated));
                if allowed.0.is_finite() || allowed.1.is_finite() {
                    labels.push(LimitLabel { what, of: joint.name.clone(), unit, allowed, stated });
                    entries.push((dof, order));
                }
            };
            add("position", 0, unit.into(), &|l| (l.lower, l.upper));
            add("velocity", 1, format!("{unit}/s"), &|l| (-l.velocity, l.velocity));
            add("acceleration", 2, format!("{unit}/s²"), &|l| (-l.acceleration, l.acceleration));
        }
        Self { labels, entries }
    }
    fn share(&self, i: usize, x: f64) -> (f64, f64) {
        let (lower, upper) = self.labels[i].allowed;
        match (lower.is_finite(), upper.is_finite()) {
            (true, true) => within(x, (lower, upper)),
            (true, false) => (lower - x, -1.0),
            _ => (x - upper, 1.0),
        }
    }
}

impl Constraint for Joints {
    fn labels(&self) -> &[LimitLabel] {
        &self.labels
    }
    fn values(&self, _: &mut Tools, state: &State, out: &mut [f64]) {
        for (i, (&(dof, order), out)) in self.entries.iter().zip(out).enumerate() {
            *out = self.share(i, state.q[order][dof]).0;
        }
    }
    fn add_slopes(&self, _: &mut Tools, state: &State, weights: &[f64], out: &mut StateSlopes) {
        for (i, (&(dof, order), weight)) in self.entries.iter().zip(weights).enumerate() {
            out.q[order][dof] += weight * self.share(i, state.q[order][dof]).1;
        }
    }
    fn measure(&self, _: &mut Tools, state: &State, out: &mut [f64]) {
        for (&(dof, order), out) in self.entries.iter().zip(out) {
            *out = state.q[order][dof];
        }
    }
}
