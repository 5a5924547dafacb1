//! The dynamics for people: the first states in full, and all of them summed up.

use crate::states::States;
use crate::table::{number, table};
use armlab::evaluation::{Efforts, StateEvaluation};
use armlab::robot::Robot;
use std::fmt::Write;

/// States shown in full.
pub const STATES_SHOWN: usize = 3;

/// Everything a terminal has room for.
pub fn describe(
    robot: &Robot,
    states: &States,
    first: &[StateEvaluation],
    efforts: &Efforts,
) -> String {
    let mut text = String::new();
    for (i, evaluation) in first.iter().enumerate() {
        let _ = writeln!(text, "state {} of {}", i + 1, states.len());
        text.push_str(&state_table(robot, states, i, evaluation));
        let _ = writeln!(
            text,
            " kinetic energy {} J, potential energy {} J\n",
            number(evaluation.kinetic),
            number(evaluation.potential)
        );
    }
    if states.len() > 1 {
        text.push_str(&summary(robot, states, efforts));
    }
    text
}

fn state_table(robot: &Robot, states: &States, i: usize, e: &StateEvaluation) -> String {
    let state = states.get(i);
    let header = [
        "joint",
        "q",
        "qd",
        "qdd",
        "inertia",
        "Coriolis",
        "gravity",
        "friction",
        "effort",
        "",
        "qdd of tau",
    ];
    let with_forward = e.forward.is_some();
    let columns = if with_forward { header.len() } else { header.len() - 1 };
    // Digits far below the largest effort are what rounding left of zero.
    let largest = e.effort.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let clean = |x: f64| if x.abs() < 1e-14 * largest { 0.0 } else { x };
    let rows = robot.driven_joints().enumerate().map(|(j, joint)| {
        let mut row = vec![joint.name.clone()];
        let motion = [state.q[j], state.qd[j], state.qdd[j]];
        let parts =
            [e.inertia[j], e.coriolis[j], e.gravity[j], e.friction[j], e.effort[j]].map(clean);
        row.extend(motion.into_iter().chain(parts).map(number));
        row.push(joint.kind.effort_unit().into());
        match &e.forward {
            Some(Some(qdd)) => row.push(number(qdd[j])),
            Some(None) => row.push("undefined".into()),
            None => {}
        }
        row
    });
    table(&header[..columns], rows.collect(), &[1, 2, 3, 4, 5, 6, 7, 8, 10])
}

fn summary(robot: &Robot, states: &States, efforts: &Efforts) -> String {
    let rows = robot.driven_joints().enumerate().map(|(j, joint)| {
        let effort = &efforts.effort[j];
        let peak = effort.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let rms = (effort.iter().map(|x| x * x).sum::<f64>() / effort.len() as f64).sqrt();
        let limit = match joint.limits.effort {
            limit if limit.is_finite() => number(limit),
            _ => "free".into(),
        };
        vec![joint.name.clone(), number(rms), number(peak), limit, joint.kind.effort_unit().into()]
    });
    let header = ["joint", "rms effort", "peak", "limit", ""];
    format!("over all {} states\n{}", states.len(), table(&header, rows.collect(), &[1, 2, 3]))
}
