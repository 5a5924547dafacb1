//! Methods that learn row by row, over recordings (see [`crate::online`]):
//! recursive least squares, Adaline, Hopfield.

use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use crate::online::{
    AdalineMethod, End, Following, HopfieldMethod, RlsMethod, RowEstimator, RowMethod, SampleRows,
    SquareRootRlsMethod, Step, follow,
};
use crate::problem::{Model, ProblemError};

/// Points of the history.
const POINTS: usize = 600;

/// Fails where friction depends on more than the motion of a sample.
pub(super) fn sample_by_sample(model: &Model) -> Result<(), EstimationError> {
    let models = model.friction_models();
    let law = (0..model.joints()).find_map(|j| models.of(j).law_beyond_motion());
    law.map_or(Ok(()), |law| Err(EstimationError::SampleBySample(law)))
}

/// Estimates the unknowns by learning row by row.
fn estimate(method: &dyn RowMethod, data: &Data) -> Result<Estimate, EstimationError> {
    sample_by_sample(data.model)?;
    let weights = noise_weights(data)?;
    let step = data.recordings.first().map_or(0.0, |r| r.step);
    let seconds: f64 = data.recordings.iter().map(|r| r.step * r.samples() as f64).sum();
    let settle = method.settling() * seconds;
    let own = method.row_weights(data.model, data.reduced, settle);
    let own = own.unwrap_or_else(|| weights.clone());
    let rows = SampleRows::new(data.model).map_err(ProblemError::from)?.weighted(&own);
    let estimator =
        method.estimator(rows, step, settle).map_err(|e| EstimationError::Online(e.to_string()))?;
    learnt(method.name(), data, &weights, estimator, method.epochs())
}

/// What an estimator of rows has learnt after so many passes; error bars are those of least squares with these
/// weights.
pub(super) fn learnt(
    name: &'static str,
    data: &Data,
    weights: &[f64],
    mut estimator: RowEstimator,
    epochs: usize,
) -> Result<Estimate, EstimationError> {
    let following = Following { epochs, points: POINTS };
    let watch = &mut |step: &Step| {
        let done = step.samples as f64 / step.of.max(1) as f64;
        data.report_estimate(name, done, step.at, step.values, step.deviations)
    };
    let followed = follow(&mut estimator, data.recordings, &following, watch);
    if let End::Diverged(divergence) = followed.end {
        return Err(EstimationError::Online(divergence.to_string()));
    }
    let mut notes = vec![format!(
        "{} samples used, {} left out; error bars are those of weighted least squares",
        followed.learnt, followed.skipped
    )];
    if followed.end == End::Asked {
        notes.push("stopped before the end of the log".into());
    }
    if epochs > 1 {
        notes.push(format!("{epochs} passes through the log"));
    }
    let mut fit = least_squares_fit(&data.reduced.whole(weights), data, weights, notes)?;
    fit.x = followed.estimate;
    let mut estimate = Estimate::of(data.model, data.reduced, name, fit);
    estimate.trace = Some(followed.history.trace());
    Ok(estimate)
}

macro_rules! estimators {
    ($($type:ty: $gradient:literal),+) => {$(
        impl Estimator for $type {
            fn capabilities(&self) -> Capabilities {
                Capabilities { online: true, gradient: $gradient, ..Capabilities::NONE }
            }
            fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
                estimate(self, data)
            }
        }
    )+};
}
estimators!(
    RlsMethod: false,
    SquareRootRlsMethod: false,
    AdalineMethod: true,
    HopfieldMethod: true
);
