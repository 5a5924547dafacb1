//! Time of one sample of the estimators that learn on line, on an arm of seven turning joints
//! with friction, as JSON lines `{"method", "unknowns", "us"}` for `peers/bench/filters.py`.
//!
//! `armlab-bench rates ROUNDS`: each time is the least of ROUNDS over [`SAMPLES`] samples of a
//! motion that never repeats, of what the processor spent where the system tells it.

use crate::identify::clock::processor_seconds;
use crate::identify::{friction, motion::Motion, robot};
use armlab::identify::online::kalman::{
    FilterKind, Guess, KalmanEstimator, KalmanSettings, NoiseLevels,
};
use armlab::identify::online::{OnlineEstimator, RowEstimator, Sample, SampleRows};
use armlab::identify::{Model, RawRecording, Recording};
use armlab::online::{Rls, RlsSettings, SquareRootRls, SquareRootSettings};
use std::time::Instant;

/// Samples of a round.
const SAMPLES: usize = 4000;
/// Filters beside recursive least squares.
const FILTERS: [&str; 2] = ["ekf", "ukf"];

/// Prints all times.
pub fn run(rounds: &str) -> Result<(), String> {
    let rounds: usize = rounds.parse().map_err(|_| format!("`{rounds}` is no number of rounds"))?;
    let robot = robot()?;
    let model = Model::new(&robot, friction(), &[]).map_err(|e| e.to_string())?;
    let log = Motion::of(&robot).log(SAMPLES);
    let raw = RawRecording::of(&log, "arm7", robot.dofs(), None).map_err(|e| e.to_string())?;
    let recording = raw.condition(None).map_err(|e| e.to_string())?;
    let unknowns = model.unknowns();
    least("rls", rounds, &recording, unknowns, || {
        let learner = Rls::new(unknowns, RlsSettings::default()).map_err(|e| e.to_string())?;
        let rows = SampleRows::new(&model).map_err(|e| e.to_string())?;
        Ok(Box::new(RowEstimator::new(rows, Box::new(learner))))
    })?;
    least("rls-sqrt", rounds, &recording, unknowns, || {
        let settings = SquareRootSettings::default();
        let learner = SquareRootRls::new(unknowns, settings).map_err(|e| e.to_string())?;
        let rows = SampleRows::new(&model).map_err(|e| e.to_string())?;
        Ok(Box::new(RowEstimator::new(rows, Box::new(learner))))
    })?;
    for name in FILTERS {
        let kind = FilterKind::named(name).ok_or_else(|| format!("no filter `{name}`"))?;
        least(name, rounds, &recording, unknowns, || {
            let filter = KalmanEstimator::new(&model, settings(kind, &model));
            Ok(Box::new(filter.map_err(|e| e.to_string())?))
        })?;
    }
    Ok(())
}

/// Prints the least time of a sample.
fn least<'a>(
    name: &str,
    rounds: usize,
    recording: &Recording,
    unknowns: usize,
    new: impl Fn() -> Result<Box<dyn OnlineEstimator + 'a>, String>,
) -> Result<(), String> {
    let joints = recording.q.len();
    let at = |columns: &[Vec<f64>], k: usize| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
    let samples: Vec<[Vec<f64>; 4]> = (0..SAMPLES)
        .map(|k| [&recording.q, &recording.qd, &recording.qdd, &recording.effort].map(|c| at(c, k)))
        .collect();
    let mut best = f64::INFINITY;
    for _ in 0..rounds.max(1) {
        let mut estimator = new()?;
        let (start, spent) = (Instant::now(), processor_seconds());
        for (k, [q, qd, qdd, effort]) in samples.iter().enumerate() {
            let sample = Sample { t: k as f64 * 1e-3, q, qd, qdd, effort };
            estimator.update(&sample).map_err(|e| e.to_string())?;
        }
        let spent = processor_seconds().zip(spent).map(|(after, before)| after - before);
        let seconds = spent.unwrap_or_else(|| start.elapsed().as_secs_f64());
        best = best.min(seconds * 1e6 / SAMPLES as f64);
    }
    println!(
        "{{\"method\":\"{name}\",\"joints\":{joints},\"unknowns\":{unknowns},\"us\":{best:.3}}}"
    );
    Ok(())
}

/// The described parameters as a guess of a tenth, friction of 0.5 as one of a half.
fn settings(kind: FilterKind, model: &Model) -> KalmanSettings {
    let mut values: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let mut deviations: Vec<f64> = values.iter().map(|v| 0.1 * v.abs() + 0.01).collect();
    values.resize(model.unknowns(), 0.5);
    deviations.resize(model.unknowns(), 0.25);
    let noise = |sd: f64| vec![sd; model.joints()];
    let noise = NoiseLevels { position: noise(1e-4), speed: noise(1e-3), effort: noise(0.1) };
    KalmanSettings::recommended(kind, noise, Guess::independent(values, &deviations))
}
