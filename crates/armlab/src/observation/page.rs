//! The page and the figures of an observation.

use super::{Observed, Watched};
use crate::report::html::{Page, Part, Section};
use crate::report::{Figure, Panel, Series, Style};
use crate::robot::Robot;
use crate::validation::reproduce_section;

/// Joints shown at most.
const MOST_JOINTS: usize = 7;

/// Efforts from outside between their limits.
pub fn figure(robot: &Robot, watched: &Watched) -> Figure {
    let panel = |(j, joint): (usize, &crate::robot::Joint)| {
        let series =
            |name: &str, values: Vec<f64>, style| Series { name: name.into(), values, style };
        let mut all = vec![series("effort from outside", watched.external[j].clone(), Style::Main)];
        if let Some(limit) = watched.limits.get(j) {
            all.push(series("limit", limit.clone(), Style::Vermilion));
            all.push(series("limit", limit.iter().map(|x| -x).collect(), Style::Vermilion));
        }
        let turns = joint.kind.turns();
        let unit = joint.kind.effort_unit();
        let label = format!("{} ({unit})", if turns { "torque" } else { "force" });
        Panel { title: joint.name.clone(), label, series: all }
    };
    Figure {
        title: format!("{}: efforts from outside", robot.name()),
        subtitle: watched.name.clone(),
        x_label: "time (s)".into(),
        x: watched.time.clone(),
        panels: robot.driven_joints().take(MOST_JOINTS).enumerate().map(panel).collect(),
    }
}

/// The report.
pub fn page(observed: &Observed, command: Option<&str>) -> Page {
    let report = observed.report();
    let lines = report.to_string();
    let figures = observed.watched.iter().map(|w| Part::Picture {
        svg: figure(observed.robot, w).to_svg(),
        caption: "Efforts that the observer finds beside the model's, and the limits beyond which \
                  they are a collision."
            .into(),
    });
    let mut sections = vec![
        Section::new("Summary", vec![Part::List(lines.lines().map(str::to_owned).collect())]),
        Section::new("Efforts from outside", figures.collect()),
        Section::new("Data processing", vec![Part::List(report.notes.clone())]),
    ];
    sections.extend(command.map(reproduce_section));
    Page {
        title: format!("Efforts from outside: {}", report.robot),
        subtitle: format!("{} alarms", report.alarms()),
        stamp: None,
        sections,
    }
}
