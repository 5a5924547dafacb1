//! A motion sampled for its curves, and what is wrong with it.

use crate::contract::{
    CellProblem, JointMovements, MotionPreview, MotionSpec, MovementCell, PasteMovements, Pasted,
};
use crate::failure::{Answer, Failure};
use crate::motion::{build, unit};
use armlab::motion::movements::parse_movements;
use armlab::motion::{Allowed, MotionError, Trajectory, extremes};
use armlab::robot::Robot;
use std::path::Path;

/// Most samples of a preview.
const MOST: usize = 20_000;
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
            .map(|v| CellProblem {
                joint: Some(v.joint),
                movement: movement_at(spec, v.joint, v.time),
                cell: (v.what == "position").then(|| "value".into()),
                message: format!(
                    "{} {:.4} at {:.3} s, allowed {:.4}",
                    v.what, v.value, v.time, v.allowed
                ),
                severity: "warning".into(),
            })
            .collect();
    }
    preview.duration = motion.duration();
    preview.file = built.file;
    preview
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
