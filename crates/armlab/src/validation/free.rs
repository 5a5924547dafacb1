//! What a robot's bodies and friction could reach on a log: the error of a model fitted to it.

use super::baselines::scores;
use super::scores::Scores;
use crate::identify::{Data, Model, Recording, Reduced, noise_weights, solve};

/// Errors of a model with free parameters, fitted to `rows` and evaluated on the recordings
/// that these are made from; `None` where the rows determine no fit.
pub fn free_scores(model: &Model, rows: &Reduced, recordings: &[Recording]) -> Option<Scores> {
    let data = Data::new(model, recordings, rows).ok()?;
    let weights = noise_weights(&data).ok()?;
    let x = solve(&rows.whole(&weights), &data.prior).ok()?.x;
    let predicted = recordings.iter().map(|r| model.predict(r, &x));
    let predicted = predicted.collect::<Result<Vec<_>, _>>().ok()?;
    Some(scores(recordings, &predicted))
}
