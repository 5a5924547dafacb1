//! The simulated motion and its efforts as a figure.

use crate::log::{Log, Quantity};
use crate::report::{Figure, Panel, Series, Style};
use crate::robot::Robot;
use crate::simulate::Run;

/// Joints shown at most.
const MOST_JOINTS: usize = 7;

/// Position and reference, and effort, of every joint.
pub fn figure(robot: &Robot, run: &Run) -> Figure {
    let joints: Vec<_> = robot.driven_joints().collect();
    let mut panels = Vec::new();
    for (j, joint) in joints.iter().take(MOST_JOINTS).enumerate() {
        let (unit, turns) = (joint.kind.position_unit(), joint.kind.turns());
        let positions = [
            ("measured", Quantity::Position, Style::Blue),
            ("reference", Quantity::PositionReference, Style::Vermilion),
        ];
        panels.push(Panel {
            title: joint.name.clone(),
            label: format!("{} ({unit})", if turns { "angle" } else { "position" }),
            series: series(&run.log, j, &positions),
        });
        panels.push(Panel {
            title: format!("{}, effort", joint.name),
            label: format!(
                "{} ({})",
                if turns { "torque" } else { "force" },
                joint.kind.effort_unit()
            ),
            series: series(&run.log, j, &[("effort", Quantity::Effort, Style::Main)]),
        });
    }
    let subtitle = match joints.len() {
        n if n > MOST_JOINTS => format!("The first {MOST_JOINTS} of {n} joints"),
        _ => "Measured and reference positions, and efforts".into(),
    };
    Figure {
        title: format!("{}: simulated experiment", robot.name()),
        subtitle,
        x_label: "time (s)".into(),
        x: run.log.time().to_vec(),
        panels,
    }
}

fn series(log: &Log, joint: usize, wanted: &[(&str, Quantity, Style)]) -> Vec<Series> {
    let there = wanted.iter().filter_map(|(name, quantity, style)| {
        let values = log.channel(*quantity, joint)?.to_vec();
        Some(Series { name: (*name).into(), values, style: *style })
    });
    there.collect()
}
