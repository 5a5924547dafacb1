//! Rows filtered in parallel: delays, standstill, coloured noise, intervals.

use crate::logs::built_in;
use crate::motions::{Swing, noisy, recording, rich, with_efforts};
use armlab_identify::estimators::{Data, method};
use armlab_identify::parallel::{MotionSource, RowSet, RowSettings};
use armlab_identify::{Estimate, EstimationError, FrictionModel, Model, RawRecording, Recording};
use armlab_log::{Log, Quantity};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

const STEP: f64 = 0.005;
const TRUTH: [f64; 13] = [4.968, 0.648, 1.2, 2.0, 2.5, 3.0, 0.2, 1.5, 2.0, -0.1, 9.0, 4.0, 0.3];

/// What a log holds besides positions and efforts, and how noisy it is.
#[derive(Clone, Copy)]
pub struct Sensors {
    pub speeds: Option<f64>,
    pub accelerations: Option<f64>,
    pub positions: f64,
}

fn normal(random: &mut ChaCha8Rng) -> f64 {
    let (u, v) = (1.0 - random.random::<f64>(), random.random::<f64>());
    (-2.0 * u.ln()).sqrt() * (TAU * v).cos()
}

pub fn log(motion: &Recording, sensors: Sensors, seed: u64) -> RawRecording {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut log = Log::new(motion.time.clone());
    let mut push = |quantity, columns: &[Vec<f64>], size: f64| {
        for (joint, column) in columns.iter().enumerate() {
            let column = column.iter().map(|x| x + size * normal(&mut random)).collect();
            log.push_channel(quantity, joint, column);
        }
    };
    push(Quantity::Position, &motion.q, sensors.positions);
    if let Some(size) = sensors.speeds {
        push(Quantity::Velocity, &motion.qd, size);
    }
    if let Some(size) = sensors.accelerations {
        push(Quantity::Acceleration, &motion.qdd, size);
    }
    push(Quantity::Effort, &motion.effort, 0.0);
    RawRecording::of(&log, "made", motion.q.len(), None).unwrap()
}

/// The motion with efforts that are `delay` seconds late.
fn motion(model: &Model, swings: &[Swing], delay: f64) -> Recording {
    let effort = with_efforts(model, shifted(swings, delay), &TRUTH).effort;
    Recording { effort, ..recording(swings, 20.0, STEP) }
}

/// The motion `delay` seconds ago.
fn shifted(swings: &[Swing], delay: f64) -> Recording {
    // A tenth of a sample is a sample of this.
    let fine = recording(swings, 21.0, 0.1 * STEP);
    let count = (20.0 / STEP).round() as i64;
    let skip = (delay / (0.1 * STEP)).round() as i64;
    let pick = |c: &Vec<Vec<f64>>| -> Vec<Vec<f64>> {
        let at = |k: i64| (10 * k - skip).max(0) as usize;
        c.iter().map(|c| (0..count).map(|k| c[at(k)]).collect()).collect()
    };
    let (q, qd, qdd) = (pick(&fine.q), pick(&fine.qd), pick(&fine.qdd));
    Recording { q, qd, qdd, ..recording(swings, 20.0, STEP) }
}

pub fn estimated(model: &Model, raw: &[RawRecording], cutoff: f64) -> (RowSet, Estimate) {
    let rows = RowSet::new(model, raw, &RowSettings { cutoff, delay: None }).unwrap();
    let reduced = rows.reduce().unwrap();
    let data = Data::new(model, &[], &reduced).unwrap();
    let estimate = method("wls").unwrap().estimate(&data).unwrap();
    (rows, estimate)
}

fn worst(estimate: &Estimate) -> f64 {
    let error = |(u, t): (&armlab_identify::ParameterEstimate, &f64)| (u.value / t - 1.0).abs();
    estimate.unknowns.iter().zip(&TRUTH).map(error).fold(0.0, f64::max)
}

#[test]
fn a_delay_of_the_efforts_is_found_and_does_not_bias() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let swings = rich(3, 1.0);
    let sensors = Sensors { speeds: None, accelerations: None, positions: 1e-7 };
    for samples in [0.0, 0.5, 1.3, -0.7] {
        let raw = log(&motion(&model, &swings, samples * STEP), sensors, 1);
        let (rows, estimate) = estimated(&model, &[raw], 8.0);
        let found = rows.report().logs[0].delay / STEP;
        assert!((found - samples).abs() < 0.02, "{samples}: {found}");
        assert!(worst(&estimate) < 0.02, "{samples}: {}", worst(&estimate));
    }
}

#[test]
fn logged_speeds_and_accelerations_are_used_only_where_they_are_good() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let made = motion(&model, &rich(3, 1.0), 0.0);
    let source = |made: &Recording, speeds, accelerations| {
        let sensors = Sensors { speeds, accelerations, positions: 1e-5 };
        let raw = log(made, sensors, 4);
        let settings = RowSettings { cutoff: 8.0, delay: None };
        RowSet::new(&model, &[raw], &settings).unwrap().report().logs[0].sources[0]
    };
    assert_eq!(source(&made, None, None), MotionSource::Positions);
    assert_eq!(source(&made, Some(1e-4), None), MotionSource::Speeds);
    assert_eq!(source(&made, Some(1.0), None), MotionSource::Positions);
    assert_eq!(source(&made, Some(1e-4), Some(1e-4)), MotionSource::Accelerations);
    assert_eq!(source(&made, Some(1e-4), Some(3.0)), MotionSource::Speeds);
    // Speeds in other units.
    let mut wrong = made.clone();
    wrong.qd.iter_mut().flatten().for_each(|v| *v *= 1.2);
    assert_eq!(source(&wrong, Some(1e-4), None), MotionSource::Positions);
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let clean = motion(&model, &rich(3, 1.0), 0.5 * STEP);
    let size: Vec<f64> = clean
        .effort
        .iter()
        .map(|c| 0.02 * (c.iter().map(|x| x * x).sum::<f64>() / c.len() as f64).sqrt())
        .collect();
    let sensors = Sensors { speeds: Some(1e-3), accelerations: None, positions: 1e-4 };
    for (memory, cutoff) in [(0.0, 6.0), (0.95, 6.0)] {
        let (mut hits, mut all) = (0, 0);
        for seed in 0..24 {
            let raw = log(&noisy(&clean, &size, memory, seed), sensors, seed);
            let (_, estimate) = estimated(&model, &[raw], cutoff);
            for (u, truth) in estimate.unknowns.iter().zip(&TRUTH) {
                let [lower, upper] = u.interval.unwrap();
                hits += u32::from(lower <= *truth && *truth <= upper);
                all += 1;
            }
        }
        let share = f64::from(hits) / f64::from(all);
        // 312 intervals: one standard error is 1.2 %, more as they are not independent.
        assert!((0.90..=0.99).contains(&share), "memory {memory}: {share}");
    }
}

#[test]
fn a_log_in_which_one_joint_moves_is_refused() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let mut swings = rich(3, 1.0);
    swings[0] = Swing::still(0.3);
    swings[2] = Swing::still(0.1);
    let sensors = Sensors { speeds: None, accelerations: None, positions: 1e-5 };
    let raw = log(&motion(&model, &swings, 0.0), sensors, 2);
    let rows = RowSet::new(&model, &[raw], &RowSettings { cutoff: 8.0, delay: None }).unwrap();
    assert!(rows.report().logs[0].standstill[0] > 0.99);
    let reduced = rows.reduce().unwrap();
    let error = Data::new(&model, &[], &reduced).err().unwrap();
    assert_eq!(error, EstimationError::Standstill { moving: 1, joints: 3 });
}

#[test]
fn a_log_that_is_too_short_for_the_unknowns_is_refused() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let sensors = Sensors { speeds: None, accelerations: None, positions: 1e-5 };
    let mut short = motion(&model, &rich(3, 1.0), 0.0);
    short.time.truncate(160);
    let columns = [&mut short.q, &mut short.qd, &mut short.qdd, &mut short.effort];
    columns.into_iter().flatten().for_each(|column| column.truncate(160));
    let raw = log(&short, sensors, 2);
    let rows = RowSet::new(&model, &[raw], &RowSettings { cutoff: 8.0, delay: None }).unwrap();
    let reduced = rows.reduce().unwrap();
    let error = Data::new(&model, &[], &reduced).err().unwrap();
    let is_few = matches!(error, EstimationError::Few { unknowns: 13, needed: 52, .. });
    assert!(is_few, "{error}");
}

#[test]
fn a_joint_that_rests_tells_nothing_by_the_noise_of_its_encoder() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let mut swings = rich(3, 1.0);
    swings[1] = Swing::still(0.3);
    let sensors = Sensors { speeds: Some(1e-3), accelerations: None, positions: 1e-4 };
    let raw = log(&motion(&model, &swings, 0.0), sensors, 4);
    let (_, estimate) = estimated(&model, &[raw], 8.0);
    // Noise would tell all four bodies' parameters, beside the friction of two joints.
    assert!(estimate.rank < 10, "{}", estimate.rank);
}
