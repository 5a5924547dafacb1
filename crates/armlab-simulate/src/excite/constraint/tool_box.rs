//! A box for the tool's origin, in the base frame.

use super::{Constraint, LimitLabel, State, Tools, within};
use crate::excite::coordinates::StateSlopes;
use crate::excite::limits::ExcitationLimits;
use armlab_engine::kinematics::{ReferenceFrame, frame_jacobian, frame_pose};
use armlab_engine::robot::Robot;

/// The box.
pub struct ToolBox<'r> {
    robot: &'r Robot,
    labels: Vec<LimitLabel>,
}

impl<'r> ToolBox<'r> {
    /// The box of a design, if it has one.
    pub fn new(robot: &'r Robot, limits: &ExcitationLimits) -> Self {
        let label = |k: usize, lower: f64, upper: f64| LimitLabel {
            what: "position",
            of: format!("{} {}", robot.tool().name, ["x", "y", "z"][k]),
            unit: "m".into(),
            allowed: (lower, upper),
            stated: (lower, upper),
        };
        let labels = match &limits.tool_box {
            None => Vec::new(),
            Some([lower, upper]) => {
                let (lower, upper) = (lower.to_array(), upper.to_array());
                (0..3).map(|k| label(k, lower[k], upper[k])).collect()
            }
        };
        Self { robot, labels }
    }
}

impl Constraint for ToolBox<'_> {
    fn labels(&self) -> &[LimitLabel] {
        &self.labels
    }
    fn values(&self, tools: &mut Tools, state: &State, out: &mut [f64]) {
        self.measure(tools, state, out);
        for (label, out) in self.labels.iter().zip(out) {
            *out = within(*out, label.allowed).0;
        }
    }
    fn add_slopes(&self, _: &mut Tools, state: &State, weights: &[f64], out: &mut StateSlopes) {
        if weights.iter().all(|w| *w == 0.0) {
            return;
        }
        let (robot, tool, q) = (self.robot, self.robot.tool(), state.q[0]);
        let at = frame_pose(robot, tool, q).translation.to_array();
        let columns = frame_jacobian(robot, tool, ReferenceFrame::Base, q);
        for (k, (label, weight)) in self.labels.iter().zip(weights).enumerate() {
            let slope = weight * within(at[k], label.allowed).1;
            for (out, column) in out.q[0].iter_mut().zip(&columns) {
                *out += slope * column.linear.to_array()[k];
            }
        }
    }
    fn measure(&self, _: &mut Tools, state: &State, out: &mut [f64]) {
        let pose = frame_pose(self.robot, self.robot.tool(), state.q[0]);
        out.copy_from_slice(&pose.translation.to_array()[..out.len()]);
    }
}
