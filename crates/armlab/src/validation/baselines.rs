//! Errors of models and of naive predictions on recordings.

use super::judge::Baselines;
use super::predict::predict_described;
use super::scores::{Scores, score};
use super::whiteness::{Whiteness, whiteness};
use crate::identify::uncertainty::noise_deviation;
use crate::identify::{Model, Recording};
use armlab_engine::robot::Robot;
use serde::Serialize;

/// Random poses at which a mass matrix is looked at.
pub const MASS_POSES: usize = 200;

/// Predictions that need no identification.
#[derive(Clone, Debug, Serialize)]
pub struct BaselineScores {
    /// Predicting no effort misses all of it, percent.
    pub zero: f64,
    /// Predicting each joint's mean effort.
    pub mean: Scores,
    /// The description as it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub described: Option<Scores>,
}

impl BaselineScores {
    /// Over all joints.
    pub fn baselines(&self) -> Baselines {
        let described = self.described.as_ref().map(|d| d.relative);
        Baselines { mean: self.mean.relative, described }
    }
}

/// Efforts that are not predicted, over recordings.
pub fn scores(recordings: &[Recording], predicted: &[Vec<Vec<f64>>]) -> Scores {
    let pairs = recordings.iter().zip(predicted);
    score(pairs.map(|(r, p)| (r.effort.as_slice(), p.as_slice())))
}

/// Scores of predicting each joint's mean effort.
pub fn mean_scores(recordings: &[Recording]) -> Scores {
    let mean = |c: &Vec<f64>| c.iter().sum::<f64>() / c.len().max(1) as f64;
    let constant = |r: &Recording| r.effort.iter().map(|c| vec![mean(c); c.len()]).collect();
    let means: Vec<Vec<Vec<f64>>> = recordings.iter().map(constant).collect();
    scores(recordings, &means)
}

/// Noise of each joint's efforts in percent of them: what no model predicts.
pub fn effort_noise(recordings: &[Recording]) -> Vec<f64> {
    let joints = recordings.first().map_or(0, |r| r.effort.len());
    (0..joints)
        .map(|j| {
            let (mut noise, mut all) = (0.0, 0.0);
            for recording in recordings {
                let efforts = &recording.effort[j];
                noise += efforts.len() as f64 * noise_deviation(efforts).powi(2);
                all += efforts.iter().map(|e| e * e).sum::<f64>();
            }
            100.0 * (noise / all.max(f64::MIN_POSITIVE)).sqrt()
        })
        .collect()
}

/// Whether each joint's residual is noise, by the longest recording: between
/// recordings there is no next sample.
pub fn residual_whiteness(
    recordings: &[Recording],
    predicted: &[Vec<Vec<f64>>],
) -> Vec<Option<Whiteness>> {
    let longest = recordings.iter().zip(predicted).max_by_key(|(r, _)| r.samples());
    let Some((recording, predicted)) = longest else { return Vec::new() };
    let columns = recording.effort.iter().zip(predicted);
    columns
        .map(|(m, p)| whiteness(&m.iter().zip(p).map(|(m, p)| m - p).collect::<Vec<f64>>()))
        .collect()
}

/// What a model has to beat on some recordings.
pub fn baseline_scores(robot: &Robot, model: &Model, recordings: &[Recording]) -> BaselineScores {
    let states = robot.links().iter().any(|l| l.inertia.is_some());
    let described = states.then(|| {
        let predicted: Vec<_> =
            recordings.iter().map(|r| predict_described_or_rigid(robot, model, r)).collect();
        scores(recordings, &predicted)
    });
    BaselineScores { zero: 100.0, mean: mean_scores(recordings), described }
}

/// Efforts of the description with its friction, or without where that friction
/// has no effort of its own at some sample; nothing where there is neither.
pub fn predict_described_or_rigid(
    robot: &Robot,
    model: &Model,
    recording: &Recording,
) -> Vec<Vec<f64>> {
    predict_described(robot, recording).unwrap_or_else(|_| {
        let mut values: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
        values.resize(model.unknowns(), 0.0);
        model.predict(recording, &values).unwrap_or_default()
    })
}
