//! Kalman filters over the recordings as they were measured, from the
//! description as a first guess (see [`crate::online::kalman`]).

use super::{Data, EstimationError, Estimator};
use crate::estimate::Estimate;
use crate::online::kalman::{
    FilterKind, Guess, KalmanEstimator, KalmanSettings, NoiseLevels, RunEnd, RunProgress,
    quiet_efforts, run,
};
use crate::trace::Trace;

/// A filter.
pub struct Filter(pub FilterKind);

impl Estimator for Filter {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn summary(&self) -> &'static str {
        self.0.summary()
    }
    fn minds_noisy_motion(&self) -> bool {
        false
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let failed = |e: &dyn std::fmt::Display| EstimationError::Online(e.to_string());
        let measured = data.measured.unwrap_or(data.recordings);
        let noise = NoiseLevels::estimate(data.model, measured)?;
        let guess = Guess::described(data.model, data.recordings)?;
        let settings = KalmanSettings::recommended(self.0, noise, guess);
        let mut filter = KalmanEstimator::new(data.model, settings).map_err(|e| failed(&e))?;
        let quiet = quiet_efforts(measured);
        let watch = &mut |progress: RunProgress| {
            let RunProgress { sample, of, at, values, deviations } = progress;
            let done = sample as f64 / of.max(1) as f64;
            data.report_estimate(self.0.name(), done, at, values, Some(deviations))
        };
        let way = run(&mut filter, &quiet, watch).map_err(|e| failed(&e))?;
        if let RunEnd::Diverged(divergence) = &way.end {
            return Err(failed(divergence));
        }
        let mut estimate = filter.to_estimate(data, way.notes())?;
        let history = &way.history;
        let value = |p: usize, k: usize| history.values_at(p)[k];
        let deviation = |p: usize, k: usize| history.deviations[p * history.unknowns + k];
        let at = history.times.clone();
        estimate.trace = Some(Trace::over_time(at, data.model.unknowns(), value, deviation));
        Ok(estimate)
    }
}
