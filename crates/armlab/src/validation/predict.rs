//! What a description predicts: its rigid bodies and its friction along a
//! recorded motion.

use super::scores::Scores;
use super::verdict::{NOISE, Verdict, consider_joints};
use crate::identify::Recording;
use armlab_engine::dynamics::Plant;
use armlab_engine::dynamics::frictional::FrictionalError;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;
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
    let samples = recording.samples();
    let mut out = vec![Vec::with_capacity(samples); n];
    let [mut q, mut qd, mut qdd, mut tau, mut friction] = [(); 5].map(|()| vec![0.0; n]);
    for i in 0..samples {
        for j in 0..n {
            q[j] = recording.q[j][i];
            qd[j] = recording.qd[j][i];
            qdd[j] = recording.qdd[j][i];
        }
        plant.inverse(&q, &qd, &qdd, &mut tau, &mut friction).map_err(|source| {
            DescribedError::State { log: recording.name.clone(), time: recording.time[i], source }
        })?;
        for (out, (t, f)) in out.iter_mut().zip(tau.iter().zip(&friction)) {
            out.push(t + f);
        }
    }
    Ok(out)
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

/// A description's error may be this many times that of a free model on the same
/// log, …
const TIMES_FREE: f64 = 2.0;
/// … and so many points of percent more.
const BEYOND_FREE: f64 = 3.0;

/// What a description is judged by.
#[derive(Clone, Copy, Debug)]
pub struct DescribedEvidence<'a> {
    /// Its errors.
    pub scores: &'a Scores,
    /// Errors of predicting each joint's mean effort, percent.
    pub mean: f64,
    /// Errors of a free model of the same robot on the same log, percent: what its
    /// bodies and Coulomb and viscous friction could reach.
    pub free: Option<f64>,
    /// Errors of its bodies with friction fitted to this log, where it states no friction.
    pub with_friction: Option<&'a Scores>,
    /// Each joint's effort noise in percent of its efforts.
    pub noise: &'a [f64],
    /// Whether its bodies exist.
    pub consistent: bool,
    /// Names of the joints.
    pub joints: &'a [String],
}

/// Judges a model that was not made from this log.
pub fn judge_described(evidence: &DescribedEvidence) -> Verdict {
    let DescribedEvidence { scores, mean, free, with_friction, noise, consistent, joints } =
        *evidence;
    let mut verdict = Verdict::default();
    verdict.remark(format!(
        "prediction error {:.2} % (baselines: zero effort 100 %, constant mean effort {mean:.1} %)",
        scores.relative
    ));
    if let Some(free) = free {
        verdict.remark(format!("a free model of this robot leaves {free:.2} % of the same log"));
    }
    let is_noise = |scores: &Scores| {
        !noise.is_empty() && noise.iter().zip(&scores.joints).all(|(n, j)| j.relative <= NOISE * n)
    };
    let judged = match with_friction {
        Some(with) if !is_noise(scores) => {
            verdict.limit(format_args!(
                "the description states no friction; with friction fitted to this log its bodies \
                 leave {:.2} %",
                with.relative
            ));
            with
        }
        _ => scores,
    };
    if is_noise(judged) {
        verdict.remark("residuals are no larger than the efforts' noise");
    } else {
        if !(judged.relative < 0.5 * mean) {
            verdict.object("the prediction error is not below half the baseline's");
        }
        if free.is_some_and(|free| judged.relative > TIMES_FREE * free + BEYOND_FREE) {
            verdict.object("a free model of this robot predicts the same log far better");
        }
        consider_joints(&mut verdict, judged, noise, joints);
    }
    if !consistent {
        verdict.object("the parameters are not physically consistent");
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::JointScore;
    use armlab_engine::robot::library;

    fn at_rest(joints: usize) -> Recording {
        let still = vec![vec![0.0; 3]; joints];
        Recording {
            name: "rest".into(),
            step: 0.1,
            time: vec![0.0, 0.1, 0.2],
            q: still.clone(),
            qd: still.clone(),
            qdd: still.clone(),
            effort: still,
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

    #[test]
    fn a_model_must_beat_the_mean_and_be_of_possible_bodies() {
        let joints = ["a".to_string()];
        let scores =
            |relative| Scores { joints: vec![JointScore { rms: 1.0, relative }], relative };
        let judged = |relative: f64, free: f64, consistent: bool| {
            let scores = scores(relative);
            judge_described(&DescribedEvidence {
                scores: &scores,
                mean: 60.0,
                free: Some(free),
                with_friction: None,
                noise: &[1.0],
                consistent,
                joints: &joints,
            })
        };
        assert!(judged(10.0, 8.0, true).pass);
        assert!(!judged(40.0, 30.0, true).pass);
        assert!(!judged(25.0, 4.0, true).pass, "a free model is far better");
        assert!(judged(1.2, 0.1, true).pass, "no more than noise");
        assert!(!judged(f64::NAN, 1.0, true).pass);
        let impossible = judged(10.0, 8.0, false);
        assert!(
            !impossible.pass
                && impossible.reasons.iter().any(|r| r.contains("not physically consistent"))
        );
    }
}
