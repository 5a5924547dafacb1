//! Estimators that learn row by row, taken through the recordings once or more
//! (see [`crate::online`]): recursive least squares, Adaline, Hopfield.

use super::{Data, EstimationError, Estimator, noise_weights, ordinary};
use crate::estimate::Estimate;
use crate::online::{
    End, Following, ROW_METHODS, RowMethod, SampleRows, Step, Weighting, flow_weights, follow,
    row_method,
};
use crate::problem::ProblemError;
use crate::trace::Trace;

/// Part of the log that is transient.
const SETTLING: f64 = 1.0 / 3.0;
/// Points of the history.
const POINTS: usize = 600;

/// A row learner by name.
pub struct Online(pub &'static str);

impl Online {
    fn method(&self) -> &'static RowMethod {
        row_method(self.0).unwrap_or(&ROW_METHODS[0])
    }
}

impl Estimator for Online {
    fn name(&self) -> &'static str {
        self.0
    }
    fn summary(&self) -> &'static str {
        self.method().summary
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let method = self.method();
        let weights = noise_weights(data)?;
        let step = data.recordings.first().map_or(0.0, |r| r.step);
        let seconds: f64 = data.recordings.iter().map(|r| r.step * r.samples() as f64).sum();
        let own = match method.weighting {
            Weighting::Noise => weights.clone(),
            Weighting::Flow => flow_weights(data.model, data.reduced, SETTLING * seconds),
        };
        let rows = SampleRows::new(data.model).map_err(ProblemError::from)?.weighted(&own);
        let mut estimator = method
            .estimator(rows, step, SETTLING * seconds)
            .map_err(|e| EstimationError::Online(e.to_string()))?;
        let following = Following { epochs: method.epochs, points: POINTS };
        let watch = &mut |step: &Step| {
            let done = step.samples as f64 / step.of.max(1) as f64;
            data.report_estimate(self.0, done, step.at, step.values, step.deviations)
        };
        let followed = follow(&mut estimator, data.recordings, &following, watch);
        if let End::Diverged(divergence) = followed.end {
            return Err(EstimationError::Online(divergence.to_string()));
        }
        let mut notes = vec![format!(
            "{} samples learnt, {} left out; error bars are those of weighted least squares",
            followed.learnt, followed.skipped
        )];
        if followed.end == End::Asked {
            notes.push("it was stopped before the end of the log".into());
        }
        if method.epochs > 1 {
            notes.push(format!("the log was gone through {} times", method.epochs));
        }
        let mut fit = ordinary::fit(&data.reduced.whole(&weights), data, notes)?;
        fit.x = followed.estimate;
        let mut estimate = Estimate::of(data.model, data.reduced, self.0, fit);
        estimate.trace = Some(Trace::of_history(&followed.history));
        Ok(estimate)
    }
}
