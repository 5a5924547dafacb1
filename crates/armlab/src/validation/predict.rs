//! What a description predicts: its rigid bodies and its friction along a
//! recorded motion.

use crate::identify::{Recording, RecordingError};
use armlab_engine::dynamics::Plant;
use armlab_engine::dynamics::frictional::{FrictionalError, NoEffort};
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::{Joint, Robot};
use thiserror::Error;

/// Why a description predicts nothing.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum DescribedError {
    /// Its loops do not close.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// A state at which there is no effort.
    #[error("log `{log}`, t = {time} s: {source}")]
    State {
        /// The log.
        log: String,
        /// Where.
        time: f64,
        /// Why.
        source: FrictionalError,
    },
    /// A log without the temperatures that friction depends on.
    #[error(transparent)]
    Temperature(#[from] RecordingError),
    /// A log of another robot.
    #[error("log `{log}` has {found} joints, the robot {joints} driven ones")]
    Joints {
        /// The log.
        log: String,
        /// Its joints.
        found: usize,
        /// The robot's.
        joints: usize,
    },
}

impl From<DescribedError> for crate::Error {
    fn from(error: DescribedError) -> Self {
        Self::from_source(error).hint(crate::Hint::CheckLog)
    }
}

/// Efforts that a description predicts, one column per driven joint.
pub fn predict_described(
    robot: &Robot,
    recording: &Recording,
) -> Result<Vec<Vec<f64>>, DescribedError> {
    let mut plant = Plant::new(robot)?;
    let n = plant.dofs();
    if [&recording.q, &recording.qd, &recording.qdd].iter().any(|c| c.len() != n) {
        return Err(DescribedError::Joints {
            log: recording.name.clone(),
            found: recording.q.len(),
            joints: n,
        });
    }
    let depends = |j: &Joint| j.friction.needs_temperature();
    let logged = |j: usize| recording.temperature.get(j).is_some_and(|c| !c.is_empty());
    let mut joints = robot.driven_joints().enumerate();
    if let Some((_, joint)) = joints.find(|(j, joint)| depends(joint) && !logged(*j)) {
        let (log, joint) = (recording.name.clone(), joint.name.clone());
        return Err(RecordingError::Temperature { log, joint }.into());
    }
    let [q, qd, qdd] = [&recording.q, &recording.qd, &recording.qdd]
        .map(|columns| columns.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>());
    let (elapsed, warm) = (|i| recording.elapsed(i), |j, i| recording.temperature(j, i));
    plant.efforts_along(&q, &qd, &qdd, elapsed, warm).map_err(|error| {
        let NoEffort { sample, source } = error;
        DescribedError::State { log: recording.name.clone(), time: recording.time[sample], source }
    })
}

/// Predicted efforts with Coulomb and viscous friction, neither of them negative, fitted
/// joint by joint to what is left of the recordings' efforts.
pub fn with_fitted_friction(
    recordings: &[Recording],
    predicted: &[Vec<Vec<f64>>],
) -> Vec<Vec<Vec<f64>>> {
    let mut out = predicted.to_vec();
    for j in 0..predicted.first().map_or(0, Vec::len) {
        let (mut vv, mut vs, mut ss, mut vl, mut sl) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (recording, predicted) in recordings.iter().zip(predicted) {
            let efforts = recording.effort[j].iter().zip(&predicted[j]);
            for (v, (measured, predicted)) in recording.qd[j].iter().zip(efforts) {
                let (s, left) = (v.signum(), measured - predicted);
                vv += v * v;
                vs += v * s;
                ss += 1.0;
                vl += v * left;
                sl += s * left;
            }
        }
        let [viscous, coulomb] = not_negative([[vv, vs], [vs, ss]], [vl, sl]);
        for (recording, out) in recordings.iter().zip(&mut out) {
            for (v, out) in recording.qd[j].iter().zip(&mut out[j]) {
                *out += viscous * v + coulomb * v.signum();
            }
        }
    }
    out
}

/// The solution of two normal equations with neither unknown negative.
fn not_negative([[a, b], [_, c]]: [[f64; 2]; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    let determinant = a * c - b * b;
    let both = [(c * x - b * y) / determinant, (a * y - b * x) / determinant];
    if determinant > 1e-12 * a * c && both.iter().all(|k| *k >= 0.0) {
        return both;
    }
    let alone = |side: f64, square: f64| if square > 0.0 { (side / square).max(0.0) } else { 0.0 };
    let (first, second) = (alone(x, a), alone(y, c));
    if first * x >= second * y { [first, 0.0] } else { [0.0, second] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_engine::robot::library;

    fn at_rest(joints: usize) -> Recording {
        let still = vec![vec![0.0; 3]; joints];
        Recording {
            name: "rest".into(),
            step: 0.1,
            start: 0.0,
            time: vec![0.0, 0.1, 0.2],
            q: still.clone(),
            qd: still.clone(),
            qdd: still.clone(),
            effort: still,
            temperature: Vec::new(),
            cutoff: None,
            notes: Vec::new(),
        }
    }

    #[test]
    fn a_resting_slide_carries_its_weight() {
        let robot = library::load("scara").unwrap().unwrap().robot;
        let predicted = predict_described(&robot, &at_rest(3)).unwrap();
        assert!((predicted[2][1] + 2.0 * 9.81).abs() < 1e-12, "{predicted:?}");
        assert!(predicted[0][1].abs() < 1e-12);
        let other = predict_described(&robot, &at_rest(2));
        assert!(matches!(other, Err(DescribedError::Joints { found: 2, joints: 3, .. })));
    }
}
