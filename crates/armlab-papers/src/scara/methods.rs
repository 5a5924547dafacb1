//! The papers' methods with the settings they print and with settings that work, each one call.

use super::{Bench, NOISE, Path};
use crate::reproduce::ReproduceError;
use armlab::identify::estimators::{Data, ExperimentLoops, method};
use armlab::identify::online::kalman::{
    FilterKind, Guess, Integration, KalmanEstimator, KalmanSettings, NoiseLevels, ProcessNoise,
    RunEnd, RunProgress, run,
};
use armlab::identify::online::{End, Followed, Following, RowEstimator, SampleRows, Step, follow};
use armlab::identify::uncertainty::{DilutionSettings, MotionNoise, dilution};
use armlab::identify::{FrictionModel, Model, Recording};
use armlab::online::{
    Adaline, AdalineSettings, Hopfield, HopfieldSettings, Networks, Rates, Reach, RowLearner,
};
use std::ops::ControlFlow;

/// The papers' first guess of the parameters (eq 64 of the 2022 paper, decimal commas read as such).
pub const GUESS: [f64; 4] = [5.0, 0.5, 1.0, 1.5];
/// Least standard deviations of a guess: half of next to nothing is not known to half of nothing.
pub const GUESS_FLOORS: [f64; 4] = [1.0, 0.2, 0.4, 0.5];

/// Settings of a filter that the papers print, and what may be changed in them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PrintedQ {
    /// Everything, `Q = 10 I` included.
    All,
    /// Everything but Q, which is this times I.
    WithQ(f64),
}

fn fails<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
    what: &'static str,
) -> impl Fn(E) -> ReproduceError {
    ReproduceError::at(what)
}

fn model(bench: &Bench) -> Result<Model<'_>, ReproduceError> {
    Model::new(&bench.robot, FrictionModel::none(), &[]).map_err(fails("the model of the SCARA"))
}

fn four(values: &[f64]) -> Result<[f64; 4], ReproduceError> {
    values.try_into().map_err(fails("the four parameters of the SCARA"))
}

pub(crate) fn with_data<T>(
    bench: &Bench,
    log: &Recording,
    work: impl FnOnce(&Data) -> Result<T, ReproduceError>,
) -> Result<T, ReproduceError> {
    let model = model(bench)?;
    let recordings = std::slice::from_ref(log);
    let reduced = model.reduce(recordings).map_err(fails("the rows of the SCARA's log"))?;
    let mut data =
        Data::new(&model, recordings, &reduced).map_err(fails("the rows of the SCARA's log"))?;
    let settings = super::noisy_settings(0);
    let loops = ExperimentLoops {
        model: &bench.robot,
        trajectory: &bench.reference,
        law: &bench.law,
        settings: &settings,
    };
    data.loops = Some(&loops);
    work(&data)
}

/// Any of the library's estimators by name.
pub fn named(
    bench: &Bench,
    log: &Recording,
    name: &'static str,
) -> Result<[f64; 4], ReproduceError> {
    let method = method(name).map_err(ReproduceError::at(name))?;
    with_data(bench, log, |data| {
        let estimate = method.estimate(data).map_err(ReproduceError::at(name))?;
        four(&estimate.values())
    })
}

/// Ordinary least squares, eq 68 (2022) and 45 (2016).
pub fn least_squares(bench: &Bench, log: &Recording) -> Result<[f64; 4], ReproduceError> {
    named(bench, log, "ls")
}

/// By how much noise of the motion draws least squares off, percent of the real values: predicted from one
/// log and the noise's standard deviations (regression dilution).
pub fn predicted_bias(bench: &Bench, log: &Recording) -> Result<[f64; 4], ReproduceError> {
    let [q, qd, qdd, _] = NOISE.map(Vec::from);
    let method = method("ls").map_err(fails("least squares"))?;
    with_data(bench, log, |data| {
        let estimate = method.estimate(data).map_err(fails("least squares"))?;
        let noise = [MotionNoise::Independent { q, qd, qdd }];
        let settings = DilutionSettings::default();
        let found = dilution(data, &[1.0; 3], &estimate, &noise, &settings)
            .map_err(fails("the bias of least squares"))?;
        four(&found.unknowns.iter().map(|u| 100.0 * u.relative()).collect::<Vec<f64>>())
    })
}

fn follow_rows(
    bench: &Bench,
    log: &Recording,
    learner: Box<dyn RowLearner>,
    epochs: usize,
) -> Result<Followed, ReproduceError> {
    let model = model(bench)?;
    let rows = SampleRows::new(&model).map_err(fails("the rows of the SCARA"))?;
    let mut estimator = RowEstimator::new(rows, learner);
    let following = Following { epochs, points: epochs * log.samples() };
    let watch = &mut |_: &Step| ControlFlow::Continue(());
    Ok(follow(&mut estimator, std::slice::from_ref(log), &following, watch))
}

fn path_of(followed: &Followed) -> Result<Path, ReproduceError> {
    let history = &followed.history;
    let values = (0..history.len()).map(|p| four(history.values(p)));
    let broken = match &followed.end {
        End::Diverged(divergence) => Some(divergence.to_string()),
        _ => None,
    };
    Ok(Path { times: history.times().to_vec(), values: values.collect::<Result<_, _>>()?, broken })
}

/// The delta rule with one rate for all rows, so many times through the log: one network for all outputs, or one for
/// each.
pub fn delta_rule(
    bench: &Bench,
    log: &Recording,
    networks: Networks,
    rate: f64,
    epochs: usize,
) -> Result<Path, ReproduceError> {
    let rates = Rates::Same(rate);
    let settings = AdalineSettings { rates, networks, ..AdalineSettings::default() };
    let learner = Adaline::new(4, settings).map_err(fails("Adaline"))?;
    path_of(&follow_rows(bench, log, Box::new(learner), epochs)?)
}

/// Adaline as armlab recommends it: normalised rows, weighted by the joints' noise.
pub fn adaline(bench: &Bench, log: &Recording) -> Result<[f64; 4], ReproduceError> {
    named(bench, log, "adaline")
}

/// The Hopfield network with `c = 10` and this β, state by state.
pub fn hopfield(bench: &Bench, log: &Recording, beta: f64) -> Result<Path, ReproduceError> {
    let settings = HopfieldSettings {
        reach: Reach::Same(10.0),
        slowness: beta,
        step: log.step,
        ..HopfieldSettings::default()
    };
    let learner = Hopfield::new(4, 3, settings).map_err(fails("the Hopfield network"))?;
    path_of(&follow_rows(bench, log, Box::new(learner), 1)?)
}

/// The noise of the log, as a filter is told.
pub fn noise_levels() -> NoiseLevels {
    let [position, speed, _, effort] = NOISE.map(Vec::from);
    NoiseLevels { position, speed, effort }
}

/// A filter over the log.
pub fn filter(
    bench: &Bench,
    log: &Recording,
    settings: KalmanSettings,
) -> Result<Path, ReproduceError> {
    let model = model(bench)?;
    let mut estimator = KalmanEstimator::new(&model, settings).map_err(fails("a Kalman filter"))?;
    let watch = &mut |_: RunProgress| ControlFlow::Continue(());
    let run =
        run(&mut estimator, std::slice::from_ref(log), watch).map_err(fails("a Kalman filter"))?;
    let values = (0..run.history.points()).map(|p| four(run.history.values_at(p)));
    let broken = match &run.end {
        RunEnd::Diverged(divergence) => Some(divergence.to_string()),
        _ => None,
    };
    Ok(Path { times: run.history.times.clone(), values: values.collect::<Result<_, _>>()?, broken })
}

/// A filter as printed: Euler's step, every state 1, `P⁰ = 10 I`, and Q.
pub fn printed_filter(kind: FilterKind, printed: PrintedQ) -> KalmanSettings {
    let settings = KalmanSettings::as_printed(kind, noise_levels(), GUESS.to_vec());
    match printed {
        PrintedQ::All => settings,
        PrintedQ::WithQ(q) => KalmanSettings { process: ProcessNoise::Constant(q), ..settings },
    }
}

/// A filter as armlab recommends it, from a guess that may be off by half, or by the floors.
pub fn recommended_filter(kind: FilterKind, guess: [f64; 4]) -> KalmanSettings {
    let deviations: Vec<f64> =
        guess.iter().zip(GUESS_FLOORS).map(|(v, floor)| (0.5 * v.abs()).max(floor)).collect();
    let guess = Guess::independent(guess.to_vec(), &deviations);
    KalmanSettings {
        integration: Integration::RungeKutta,
        ..KalmanSettings::recommended(kind, noise_levels(), guess)
    }
}

/// The same with a constant Q.
pub fn with_process_noise(settings: KalmanSettings, q: f64) -> KalmanSettings {
    KalmanSettings { process: ProcessNoise::Constant(q), ..settings }
}
