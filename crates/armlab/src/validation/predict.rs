//! What a description predicts: its rigid bodies and its friction along a
//! recorded motion.

use super::scores::Scores;
use super::verdict::Verdict;
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

/// A joint's error beyond which a model is not one of it, percent.
const UNMODELLED: f64 = 50.0;

/// Judges a model that was not made from this log. `mean` is the error of
/// predicting each joint's mean effort, percent.
pub fn judge_described(scores: &Scores, mean: f64, consistent: bool, joints: &[String]) -> Verdict {
    let mut verdict = Verdict {
        pass: true,
        reasons: vec![format!(
            "prediction error {:.2} % (baselines: zero effort 100 %, constant mean effort \
             {mean:.1} %)",
            scores.relative
        )],
        scope: Vec::new(),
    };
    if !(scores.relative < 0.5 * mean) {
        verdict.object("the prediction error is not below half the baseline's");
    }
    for (name, joint) in joints.iter().zip(&scores.joints) {
        if !(joint.relative <= UNMODELLED) {
            verdict.remark(format!(
                "joint `{name}` has a large error ({:.0} %): little motion, or unmodelled friction",
                joint.relative
            ));
        }
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
        assert!(judge_described(&scores(10.0), 60.0, true, &joints).pass);
        assert!(!judge_described(&scores(40.0), 60.0, true, &joints).pass);
        assert!(!judge_described(&scores(f64::NAN), 60.0, true, &joints).pass);
        let impossible = judge_described(&scores(10.0), 60.0, false, &joints);
        assert!(
            !impossible.pass
                && impossible.reasons.iter().any(|r| r.contains("not physically consistent"))
        );
    }
}
