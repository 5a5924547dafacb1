//! The convergence history as a picture.

use super::Answer;
use armlab::kinematics::inverse::{Solution, Solver};
use armlab::report::{Figure, Panel, Series, Style};
use armlab::robot::Robot;

/// Targets whose histories are drawn.
const MOST_LINES: usize = 6;
/// Errors below this are drawn as this, so that zero has a logarithm.
const FLOOR: f64 = 1e-16;

/// Distance from the target over evaluations of the pose, for the first targets.
pub fn figure(robot: &Robot, method: &dyn Solver, answers: &[Answer]) -> Figure {
    let shown: Vec<(usize, &Solution)> = answers
        .iter()
        .enumerate()
        .flat_map(|(i, a)| a.result.iter().flatten().map(move |s| (i, s)))
        .filter(|(_, s)| !s.history.is_empty())
        .take(MOST_LINES)
        .collect();
    let longest = shown.iter().map(|(_, s)| s.evaluations).max().unwrap_or(0);
    let lines = |value: fn(&armlab::kinematics::inverse::Step) -> f64| {
        shown.iter().enumerate().map(move |(k, (row, s))| {
            let mut values = vec![f64::NAN; longest + 1];
            let mut steps = s.history.iter().peekable();
            let mut last = f64::NAN;
            for (evaluation, out) in values.iter_mut().enumerate().take(s.evaluations + 1) {
                while let Some(step) = steps.next_if(|step| step.evaluation <= evaluation) {
                    last = value(step).max(FLOOR).log10();
                }
                *out = last;
            }
            Series { name: format!("row {}", row + 1), values, style: Style::of(k) }
        })
    };
    let turned = answers.iter().any(|a| a.components.has_orientation());
    let mut panels = vec![Panel {
        title: "Distance".into(),
        label: "log₁₀ of metres".into(),
        series: lines(|s| s.error.position).collect(),
    }];
    if turned {
        panels.push(Panel {
            title: "Angle".into(),
            label: "log₁₀ of radians".into(),
            series: lines(|s| s.error.angle).collect(),
        });
    }
    Figure {
        title: format!("Convergence of {} on {}", method.name(), robot.name()),
        subtitle: method.about().into(),
        x_label: "evaluations of the pose".into(),
        x: (0..=longest).map(|k| k as f64).collect(),
        panels,
    }
}
