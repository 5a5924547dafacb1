//! Robots, logs and settings of the tests.

use armlab_engine::robot::{Robot, library};
use armlab_identify::online::kalman::{
    FilterKind, Guess, Integration, KalmanEstimator, KalmanRun, KalmanSettings, NoiseLevels, run,
};
use armlab_identify::{FrictionModel, Model, RawRecording, Recording};
use armlab_log::{Log, Quantity};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::f64::consts::TAU;
use std::ops::ControlFlow;

/// IZZ1, IZZ2, m_r, m3.
pub const TRUTH: [f64; 4] = [4.968, 0.648, 1.2, 2.0];
/// The papers' guess of them.
pub const PAPER: [f64; 4] = [5.0, 0.5, 1.0, 1.5];

pub fn built_in(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

fn text(name: &str) -> String {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

pub fn vectors() -> Value {
    serde_json::from_str(&text("scara.json")).unwrap()
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Noise of the SCARA's stored log: positions, speeds, accelerations, efforts.
pub fn stored_noise() -> [Vec<f64>; 4] {
    let noise = &vectors()["experiment"]["noise"];
    ["sd_q", "sd_qd", "sd_qdd", "sd_tau"].map(|key| numbers(&noise[key]))
}

pub fn scara_noise() -> NoiseLevels {
    let [position, speed, _, effort] = stored_noise();
    NoiseLevels { position, speed, effort }
}

/// A log of the SCARA, as it is.
pub fn scara(name: &str) -> Recording {
    let text = text(name);
    let rows: Vec<Vec<f64>> =
        text.lines().skip(1).map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    let column = |k: usize| rows.iter().map(|r| r[k]).collect::<Vec<f64>>();
    let mut log = Log::new(column(0));
    let quantities =
        [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];
    for (i, quantity) in quantities.into_iter().enumerate() {
        (0..3).for_each(|j| log.push_channel(quantity, j, column(1 + 3 * i + j)));
    }
    RawRecording::of(&log, name, 3, None).unwrap().condition(None).unwrap()
}

pub fn scara_model(robot: &Robot) -> Model<'_> {
    Model::new(robot, FrictionModel::none(), &[]).unwrap()
}

/// Half the guess, but not less than the notes' floors.
pub fn floored(values: [f64; 4]) -> Guess {
    let floors = [1.0, 0.2, 0.4, 0.5];
    let deviations: Vec<f64> =
        values.iter().zip(floors).map(|(v, f)| (0.5 * v.abs()).max(f)).collect();
    Guess::independent(values.to_vec(), &deviations)
}

/// Half the guess.
pub fn half(values: [f64; 4]) -> Guess {
    let deviations = values.map(|v| 0.5 * v.abs());
    Guess::independent(values.to_vec(), &deviations)
}

/// The recommended settings.
pub fn recommended(kind: FilterKind, integration: Integration, guess: Guess) -> KalmanSettings {
    KalmanSettings { integration, ..KalmanSettings::recommended(kind, scara_noise(), guess) }
}

/// A filter over a log.
pub fn follow(model: &Model, settings: KalmanSettings, recording: &Recording) -> KalmanRun {
    let mut estimator = KalmanEstimator::new(model, settings).unwrap();
    let recordings = std::slice::from_ref(recording);
    run(&mut estimator, recordings, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Relative errors of the SCARA's parameters.
pub fn errors(values: &[f64]) -> [f64; 4] {
    std::array::from_fn(|k| values[k] / TRUTH[k] - 1.0)
}

pub fn worst(errors: &[f64]) -> f64 {
    errors.iter().fold(0.0, |a: f64, e| if e.abs() <= a { a } else { e.abs() })
}

/// The SCARA's clean log with noise of the stored log's size, from another seed.
pub fn noisy(seed: u64) -> Recording {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // Box & Muller 1958; 1 − u is in (0, 1], so the logarithm is finite.
    let mut normal = || {
        let (u, v) = (1.0 - random.random::<f64>(), random.random::<f64>());
        (-2.0 * u.ln()).sqrt() * (TAU * v).cos()
    };
    let mut log = scara("scara_clean.csv");
    let columns = [&mut log.q, &mut log.qd, &mut log.qdd, &mut log.effort];
    for (columns, deviations) in columns.into_iter().zip(stored_noise()) {
        for (column, sd) in columns.iter_mut().zip(deviations) {
            column.iter_mut().for_each(|x| *x += sd * normal());
        }
    }
    log
}
