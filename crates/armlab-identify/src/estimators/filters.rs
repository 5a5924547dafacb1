//! Kalman filters over the recordings as they were measured, from the
//! description as a first guess (see [`crate::online::kalman`]).

use super::online::sample_by_sample;
use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::method::{Capabilities, Estimator};
use crate::online::kalman::{
    Guess, KalmanEstimator, NoiseLevels, RunEnd, RunProgress, quiet_efforts, run,
};
use crate::online::{
    AdaptiveEkf, AdaptiveUkf, CentralDifference, Ekf, FilterMethod, Particle, SquareRootEkf,
    SquareRootUkf, Ukf,
};
use crate::trace::Trace;

/// Estimates the unknowns by a filter.
fn estimate(method: &dyn FilterMethod, data: &Data) -> Result<Estimate, EstimationError> {
    let failed = |e: &dyn std::fmt::Display| EstimationError::Online(e.to_string());
    sample_by_sample(data.model)?;
    let measured = data.measured.unwrap_or(data.recordings);
    let noise = NoiseLevels::estimate(data.model, measured)?;
    let guess = Guess::described(data.model, data.recordings)?;
    let settings = method.kalman_settings(noise, guess);
    let mut filter = KalmanEstimator::new(data.model, settings).map_err(|e| failed(&e))?;
    let smoothed = method.smooth_efforts().then(|| quiet_efforts(measured));
    let watch = &mut |RunProgress { sample, of, at, point }: RunProgress| match point {
        Some((values, deviations)) => {
            let done = sample as f64 / of.max(1) as f64;
            data.report_estimate(method.name(), done, at, values, Some(deviations))
        }
        None => data.go_on(method.name()),
    };
    let run = run(&mut filter, smoothed.as_deref().unwrap_or(measured), watch);
    let run = run.map_err(|e| failed(&e))?;
    if let RunEnd::Diverged(divergence) = &run.end {
        return Err(failed(divergence));
    }
    let mut estimate = filter.to_estimate(data, run.notes())?;
    let history = &run.history;
    let value = |p: usize, k: usize| history.values_at(p)[k];
    let deviation = |p: usize, k: usize| history.deviations[p * history.unknowns + k];
    let at = history.times.clone();
    estimate.trace = Some(Trace::over_time(at, data.model.unknowns(), value, deviation));
    Ok(estimate)
}

macro_rules! estimators {
    ($($type:ty),+) => {$(
        impl Estimator for $type {
            fn capabilities(&self) -> Capabilities {
                Capabilities {
                    online: true,
                    unaffected_by_motion_noise: true,
                    ..Capabilities::NONE
                }
            }
            fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
                estimate(self, data)
            }
        }
    )+};
}
estimators!(
    Ekf,
    Ukf,
    SquareRootEkf,
    SquareRootUkf,
    CentralDifference,
    AdaptiveEkf,
    AdaptiveUkf,
    Particle
);
