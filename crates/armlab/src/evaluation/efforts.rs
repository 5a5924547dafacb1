//! Efforts over many states and their parts, as a figure and as a table.

use super::StateEvaluation;
use crate::report::{Figure, Panel, Series, Style};
use crate::robot::Robot;
use std::fmt::Write;

/// Joints shown at most.
const MOST_PANELS: usize = 12;

/// Efforts and their parts, by joint, over states.
pub struct Efforts {
    joints: Vec<(String, &'static str)>,
    /// `M q̈`
    pub inertia: Vec<Vec<f64>>,
    /// `C q̇`
    pub coriolis: Vec<Vec<f64>>,
    /// `G`
    pub gravity: Vec<Vec<f64>>,
    /// Friction.
    pub friction: Vec<Vec<f64>>,
    /// Their sum.
    pub effort: Vec<Vec<f64>>,
}

impl Efforts {
    /// None yet, of this robot.
    pub fn new(robot: &Robot) -> Self {
        let empty = || vec![Vec::new(); robot.driven_joints().count()];
        let joints = robot.driven_joints().map(|j| (j.name.clone(), j.kind.effort_unit()));
        Self {
            joints: joints.collect(),
            inertia: empty(),
            coriolis: empty(),
            gravity: empty(),
            friction: empty(),
            effort: empty(),
        }
    }

    /// Adds those of a state.
    pub fn push(&mut self, e: &StateEvaluation) {
        for j in 0..self.joints.len() {
            self.inertia[j].push(e.inertia[j]);
            self.coriolis[j].push(e.coriolis[j]);
            self.gravity[j].push(e.gravity[j]);
            self.friction[j].push(e.friction[j]);
            self.effort[j].push(e.effort[j]);
        }
    }

    fn parts(&self) -> [(&'static str, &'static str, &Vec<Vec<f64>>, Style); 5] {
        [
            ("effort", "effort (all together)", &self.effort, Style::Main),
            ("inertia", "inertia", &self.inertia, Style::Blue),
            ("coriolis", "Coriolis and centrifugal", &self.coriolis, Style::Vermilion),
            ("gravity", "gravity", &self.gravity, Style::Green),
            ("friction", "friction", &self.friction, Style::Purple),
        ]
    }

    /// A panel per joint.
    pub fn figure(&self, title: String, x: Vec<f64>, x_label: &str) -> Figure {
        let frictionless = self.friction.iter().flatten().all(|f| *f == 0.0);
        let panels = self.joints.iter().take(MOST_PANELS).enumerate().map(|(j, (name, unit))| {
            let parts = self.parts().into_iter();
            let parts = parts.filter(|part| !(frictionless && part.0 == "friction"));
            let quantity = if *unit == "N" { "force" } else { "torque" };
            Panel {
                title: name.clone(),
                label: format!("{quantity} ({unit})"),
                series: parts
                    .map(|(_, name, values, style)| Series {
                        name: name.into(),
                        values: values[j].clone(),
                        style,
                    })
                    .collect(),
            }
        });
        let panels: Vec<Panel> = panels.collect();
        let subtitle = match self.joints.len() {
            n if n > panels.len() => format!("The first {} of {n} joints", panels.len()),
            _ => "Effort of each joint and its parts".into(),
        };
        Figure { title, subtitle, x_label: x_label.into(), x, panels }
    }

    /// A CSV table: `tau*` is the effort of the joints, parts under their names.
    pub fn to_csv(&self, time: Option<&[f64]>) -> String {
        let mut text = String::new();
        let named = self.parts().map(|p| if p.0 == "effort" { "tau" } else { p.0 });
        let names = named
            .iter()
            .flat_map(|name| (1..=self.joints.len()).map(move |j| format!("{name}{j}")));
        let names: Vec<String> = time.map(|_| "t".into()).into_iter().chain(names).collect();
        let _ = writeln!(text, "{}", names.join(","));
        for i in 0..self.effort.first().map_or(0, Vec::len) {
            let values = self.parts().into_iter().flat_map(|p| p.2).map(|v| v[i]);
            let values = time.map(|t| t[i]).into_iter().chain(values);
            // `{:?}` prints as many digits as bring the same number back.
            let row: Vec<String> = values.map(|v| format!("{v:?}")).collect();
            let _ = writeln!(text, "{}", row.join(","));
        }
        text
    }
}
