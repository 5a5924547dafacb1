//! Errors of models and of naive predictions on recordings.

use super::document::NaiveDocument;
use super::logs::HINT;
use crate::failure::Failure;
use armlab::identify::{Estimate, Model, Recording};
use armlab::robot::Robot;
use armlab::validate::{Scores, Whiteness, predict_described, score, whiteness};

/// Random poses at which a mass matrix is looked at.
pub const POSES: usize = 200;

/// Efforts that an estimate predicts.
pub fn predicted(
    model: &Model,
    recordings: &[Recording],
    estimate: &Estimate,
) -> Result<Vec<Vec<Vec<f64>>>, Failure> {
    let values = estimate.values();
    let one = |r| model.predict(r, &values).map_err(|e| Failure::input(e, HINT));
    recordings.iter().map(one).collect()
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
pub fn naive(robot: &Robot, model: &Model, recordings: &[Recording]) -> NaiveDocument {
    let states = robot.links().iter().any(|l| l.inertia.is_some());
    let described = states.then(|| {
        let with_friction: Result<Vec<_>, _> =
            recordings.iter().map(|r| predict_described(robot, r)).collect();
        let predicted = with_friction.unwrap_or_else(|_| {
            let mut values: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
            values.resize(model.unknowns(), 0.0);
            recordings.iter().map(|r| model.predict(r, &values).unwrap_or_default()).collect()
        });
        scores(recordings, &predicted)
    });
    NaiveDocument { zero: 100.0, mean: mean_scores(recordings), described }
}
