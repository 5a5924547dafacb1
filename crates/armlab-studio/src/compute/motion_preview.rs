//! A motion sampled for its curves, and what is wrong with it.

use crate::contract::{
    CellProblem, Exceeded, JointMovements, MotionPreview, MotionSpec, MovementCell, PasteMovements,
    Pasted,
};
use crate::failure::{Answer, Failure};
use crate::motion::{build, unit};
use armlab::evaluation::{EvaluationOptions, State, StateEvaluator};
use armlab::motion::movements::parse_movements;
use armlab::motion::{Allowed, MotionError, Trajectory, extremes};
use armlab::robot::Robot;
use std::path::Path;

/// Most samples of a preview.
const MOST: usize = 20_000;
/// Excess that is rounding.
const ROUNDING: f64 = 1e-9;
/// Points on which limits are checked.
const CHECKED: usize = 4001;

/// The motion's curves, or why there are none.
pub fn preview(spec: &MotionSpec, robot: &Robot, folder: &Path, samples: usize) -> MotionPreview {
    let joints: Vec<_> = robot.driven_joints().collect();
    let mut preview = MotionPreview {
        duration: 0.0,
        t: Vec::new(),
        names: joints.iter().map(|j| j.name.clone()).collect(),
        units: joints.iter().map(|j| j.kind.position_unit().into()).collect(),
        q: Vec::new(),
        qd: Vec::new(),
        qdd: Vec::new(),
        jerk: Vec::new(),
        effort: Vec::new(),
        problems: Vec::new(),
        file: String::new(),
    };
    let built = match build(spec, robot, folder) {
        Ok(built) => built,
        Err(refused) => {
            preview.problems = refused.cells;
            return preview;
        }
    };
    let motion = &built.trajectory;
    let n = motion.dofs();
    if built.platform {
        preview.names = ["x", "y", "third"].iter().take(n).map(ToString::to_string).collect();
        preview.units = vec![String::new(); n];
    }
    let samples = samples.clamp(2, MOST);
    let at = |k: usize| motion.duration() * k as f64 / (samples - 1) as f64;
    let empty = || vec![Vec::with_capacity(samples); n];
    (preview.q, preview.qd, preview.qdd) = (empty(), empty(), empty());
    let (mut q, mut qd, mut qdd) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    for k in 0..samples {
        motion.sample(at(k), &mut q, &mut qd, &mut qdd);
        preview.t.push(at(k));
        for j in 0..n {
            preview.q[j].push(q[j]);
            preview.qd[j].push(qd[j]);
            preview.qdd[j].push(qdd[j]);
        }
    }
    if !built.platform
        && let Ok(found) = extremes(motion, CHECKED)
    {
        let allowed: Vec<Allowed> = joints.iter().map(|j| j.limits.into()).collect();
        preview.problems = found
            .violations(&allowed)
            .iter()
            // Rounding at a limit is no violation.
            .filter(|v| (v.value - v.allowed).abs() > ROUNDING * (1.0 + v.allowed.abs()))
            .map(|v| {
                let unit = match v.what {
                    "position" => joints[v.joint].kind.position_unit().into(),
                    "velocity" => format!("{}/s", joints[v.joint].kind.position_unit()),
                    _ => format!("{}/s²", joints[v.joint].kind.position_unit()),
                };
                let limit = Exceeded {
                    what: v.what.into(),
                    value: v.value,
                    allowed: v.allowed,
                    time: v.time,
                    unit,
                };
                exceeded(spec, v.joint, limit)
            })
            .collect();
    }
    let step = motion.duration() / (samples - 1) as f64;
    preview.jerk = preview.qdd.iter().map(|column| slopes(column, step)).collect();
    if !built.platform {
        preview.effort = efforts(robot, &preview);
        for (j, joint) in joints.iter().enumerate() {
            let Some(column) = preview.effort.get(j) else { continue };
            let largest =
                (0..column.len()).max_by(|&a, &b| column[a].abs().total_cmp(&column[b].abs()));
            let Some(k) = largest.filter(|&k| column[k].abs() > joint.limits.effort) else {
                continue;
            };
            let limit = Exceeded {
                what: "effort".into(),
                value: column[k],
                allowed: joint.limits.effort,
                time: preview.t[k],
                unit: joint.kind.effort_unit().into(),
            };
            preview.problems.push(exceeded(spec, j, limit));
        }
    }
    preview.duration = motion.duration();
    preview.file = built.file;
    preview
}

fn exceeded(spec: &MotionSpec, joint: usize, limit: Exceeded) -> CellProblem {
    let Exceeded { what, value, allowed, time, unit } = &limit;
    CellProblem {
        joint: Some(joint),
        movement: movement_at(spec, joint, *time),
        cell: (what == "position").then(|| "value".into()),
        message: format!("{what} {value:.4} {unit} at {time:.3} s, allowed {allowed:.4} {unit}"),
        severity: "warning".into(),
        exceeded: Some(limit),
    }
}

/// Slopes between neighbours, at each sample.
fn slopes(column: &[f64], step: f64) -> Vec<f64> {
    let last = column.len().saturating_sub(1);
    let at = |k: usize| {
        let (a, b) = (k.saturating_sub(1), (k + 1).min(last));
        if b > a && step > 0.0 { (column[b] - column[a]) / ((b - a) as f64 * step) } else { 0.0 }
    };
    (0..column.len()).map(at).collect()
}

/// Efforts of the drives along a sampled motion; empty where the robot cannot follow it.
fn efforts(robot: &Robot, preview: &MotionPreview) -> Vec<Vec<f64>> {
    let Ok(mut evaluator) = StateEvaluator::new(robot, None, EvaluationOptions::default(), true)
    else {
        return Vec::new();
    };
    let mut columns = vec![Vec::with_capacity(preview.t.len()); preview.q.len()];
    for k in 0..preview.t.len() {
        let row = |columns: &[Vec<f64>]| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
        let (q, qd, qdd) = (row(&preview.q), row(&preview.qd), row(&preview.qdd));
        let state = State { q: &q, qd: &qd, qdd: &qdd, tau: None };
        let Ok(found) = evaluator.at(&state) else { return Vec::new() };
        columns.iter_mut().zip(&found.effort).for_each(|(c, e)| c.push(*e));
    }
    columns
}

/// Which movement of a table a time belongs to.
fn movement_at(spec: &MotionSpec, joint: usize, time: f64) -> Option<usize> {
    let MotionSpec::Movements { joints, .. } = spec else { return None };
    let movements = &joints.get(joint)?.movements;
    movements.iter().position(|m| time <= m.tr + 1e-9).or(movements.len().checked_sub(1))
}

/// A table as pasted from a spreadsheet.
pub fn pasted(request: &PasteMovements) -> Answer<Pasted> {
    let units = request.units.iter().enumerate().map(|(j, name)| unit(name, j));
    let units = units.collect::<Answer<Vec<_>>>()?;
    let joints = parse_movements(&request.text, &units).map_err(|e| {
        let hint = "a row per movement: value, TI, TF, TR for each joint";
        let mut failure = Failure::wrong(&e, hint);
        if let MotionError::Paste { line, column, .. } = &e {
            (failure.0.line, failure.0.column) = (Some(*line), Some(*column));
        }
        failure
    })?;
    let joints = joints.iter().map(|j| JointMovements {
        unit: j.unit.name().into(),
        home: j.home,
        movements: j
            .movements
            .iter()
            .map(|m| MovementCell { value: m.value, ti: m.start, tf: m.end, tr: m.rest })
            .collect(),
    });
    Ok(Pasted { joints: joints.collect() })
}
