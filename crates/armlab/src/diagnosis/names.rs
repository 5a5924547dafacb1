//! Names of joints and columns, for remedies that can be typed.

use crate::log::{Log, Quantity};
use crate::robot::Robot;

/// Names of the driven joints and their columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub joints: Vec<String>,
    slides: Vec<bool>,
    positions: Vec<String>,
    velocities: Vec<Option<String>>,
    efforts: Vec<String>,
}

impl Names {
    pub fn new(robot: &Robot, log: &Log) -> Self {
        let joints: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let find = |quantity: Quantity, joint: usize| {
            let mut channels = log.channels().iter();
            let channel = channels.find(|c| c.quantity == quantity && c.joint == joint);
            channel.map(|c| c.name.clone())
        };
        let n = joints.len();
        let effort = |j: usize| {
            let found = find(Quantity::Effort, j).or_else(|| find(Quantity::Current, j));
            found.unwrap_or_else(|| format!("tau{}", j + 1))
        };
        Self {
            slides: robot.driven_joints().map(|j| !j.kind.turns()).collect(),
            positions: (0..n)
                .map(|j| find(Quantity::Position, j).unwrap_or_else(|| format!("q{}", j + 1)))
                .collect(),
            velocities: (0..n).map(|j| find(Quantity::Velocity, j)).collect(),
            efforts: (0..n).map(effort).collect(),
            joints,
        }
    }

    fn chosen(&self, joint: Option<usize>) -> Vec<usize> {
        joint.map_or_else(|| (0..self.joints.len()).collect(), |j| vec![j])
    }

    /// Lines of a mapping file.
    fn mapping(lines: Vec<String>) -> String {
        format!("in a mapping file (--mapping): [columns] {}", lines.join("; "))
    }

    fn effort_lines(&self, joint: Option<usize>, scale: f64) -> Vec<String> {
        let line = |j: usize| {
            format!("tau{} = {{ column = \"{}\", scale = {scale} }}", j + 1, self.efforts[j])
        };
        self.chosen(joint).into_iter().map(line).collect()
    }

    fn position_lines(&self, joint: Option<usize>, scale: f64) -> Vec<String> {
        let mut lines = Vec::new();
        for j in self.chosen(joint) {
            let line = |what: &str, column: &str| {
                format!("{what}{} = {{ column = \"{column}\", scale = {scale} }}", j + 1)
            };
            lines.push(line("q", &self.positions[j]));
            lines.extend(self.velocities[j].as_ref().map(|v| line("qd", v)));
        }
        lines
    }

    pub fn efforts_scaled(&self, joint: Option<usize>, scale: f64) -> String {
        Self::mapping(self.effort_lines(joint, scale))
    }

    pub fn positions_scaled(&self, joint: Option<usize>, scale: f64) -> String {
        Self::mapping(self.position_lines(joint, scale))
    }

    pub fn both_scaled(&self, joint: Option<usize>, scale: f64) -> String {
        let mut lines = self.position_lines(joint, scale);
        lines.extend(self.effort_lines(joint, scale));
        Self::mapping(lines)
    }

    pub fn position_offset(&self, joint: Option<usize>, offset: f64) -> String {
        let line = |j: usize| {
            let column = &self.positions[j];
            format!("q{} = {{ column = \"{column}\", offset = {offset:.6} }}", j + 1)
        };
        Self::mapping(self.chosen(joint).into_iter().map(line).collect())
    }

    pub fn efforts_in(&self, joint: Option<usize>, unit: &str) -> String {
        let one = |j: usize| format!("tau{}={} [{unit}]", j + 1, self.efforts[j]);
        format!(
            "--map \"{}\"",
            self.chosen(joint).into_iter().map(one).collect::<Vec<_>>().join(", ")
        )
    }

    /// Degrees, or millimetres of a joint that slides.
    pub fn positions_in(&self, joint: Option<usize>) -> String {
        let mut parts = Vec::new();
        for j in self.chosen(joint) {
            let unit = if self.slides[j] { "mm" } else { "deg" };
            parts.push(format!("q{}={} [{unit}]", j + 1, self.positions[j]));
            let velocity = self.velocities[j].as_ref();
            parts.extend(velocity.map(|v| format!("qd{}={v} [{unit}/s]", j + 1)));
        }
        format!("--map \"{}\"", parts.join(", "))
    }

    pub fn swapped(
        &self,
        first: Option<usize>,
        second: Option<usize>,
        positions: bool,
        efforts: bool,
    ) -> String {
        let (Some(a), Some(b)) = (first, second) else { return String::new() };
        let mut parts = Vec::new();
        for (to, from) in [(a, b), (b, a)] {
            if positions {
                parts.push(format!("q{}={}", to + 1, self.positions[from]));
                let velocity = self.velocities[from].as_ref();
                parts.extend(velocity.map(|v| format!("qd{}={v}", to + 1)));
            }
            if efforts {
                parts.push(format!("tau{}={}", to + 1, self.efforts[from]));
            }
        }
        format!("--map \"{}\"", parts.join(", "))
    }
}
