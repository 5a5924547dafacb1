//! Arms of six and seven joints with friction and noisy sensors: filters beside
//! weighted least squares on a motion that neither has seen.

use crate::support::*;
use armlab_engine::friction::Friction;
use armlab_engine::robot::Robot;
use armlab_identify::estimators::{Data, method};
use armlab_identify::online::kalman::{
    FilterKind, Guess, KalmanSettings, NoiseLevels, RunEnd, quiet_efforts,
};
use armlab_identify::{FrictionModel, Model, RawRecording, Recording};
use armlab_log::{Log, Quantity};
use armlab_simulate::motion::{AnyTrajectory, FourierForm, fourier};
use armlab_simulate::simulate::controller::ComputedTorque;
use armlab_simulate::simulate::effects::white_noise::WhiteNoise;
use armlab_simulate::simulate::{End, Experiment, PerJoint, Settings, Sizes};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Standard deviations of positions and speeds.
const POSITION: f64 = 1e-4;
const SPEED: f64 = 1e-3;

/// The robot with rotors and friction, and the deviations of its effort sensors.
/// Descriptions without rotors leave the last joint nothing to move but friction.
fn with_drives(robot: &Robot) -> (Robot, Vec<f64>) {
    let mut values = robot.parameter_values();
    let first = 10 * robot.links().len();
    for (j, joint) in robot.driven_joints().enumerate() {
        values[first + j] = values[first + j].max(1e-3 * joint.limits.effort);
    }
    let robot = &robot.with_parameter_values(&values).unwrap();
    let joints: Vec<_> = robot.driven_joints().collect();
    let friction: Vec<(String, Friction)> = joints
        .iter()
        .enumerate()
        .map(|(j, joint)| {
            let scale = joint.limits.effort / 100.0;
            let linear = Friction::linear(scale * (1.0 + 0.2 * j as f64), scale, 0.1 * scale);
            (joint.name.clone(), linear)
        })
        .collect();
    let noise = joints.iter().map(|j| 1e-3 * j.limits.effort).collect();
    (robot.with_friction(&friction).unwrap(), noise)
}

/// A Fourier series of five harmonics about the middle of the joints.
fn motion(robot: &Robot, seed: u64) -> AnyTrajectory {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut offsets, mut sines, mut cosines) = (Vec::new(), Vec::new(), Vec::new());
    for joint in robot.driven_joints() {
        let l = joint.limits;
        let wide = l.upper - l.lower > 7.0;
        offsets.push(if wide { joint.home } else { 0.5 * (l.lower + l.upper) });
        let mut row = || -> Vec<f64> {
            let width = |k: usize| 0.35 / (1.0 + 0.5 * k as f64);
            (0..5).map(|k| width(k) * random.random_range(-1.0..1.0)).collect()
        };
        sines.push(row());
        cosines.push(row());
    }
    fourier(FourierForm::Series, 0.1, 20.0, &offsets, &sines, &cosines).unwrap().into()
}

/// A log of positions, speeds and efforts; noise as given, or none.
fn log(robot: &Robot, seed: u64, efforts: Option<&[f64]>) -> Log {
    let mut effects: Vec<Box<dyn armlab_simulate::simulate::effects::Effect>> = Vec::new();
    if let Some(efforts) = efforts {
        let n = efforts.len();
        let mut sigma = Sizes::default();
        sigma.set(Quantity::Position, PerJoint::Each(vec![POSITION; n]));
        sigma.set(Quantity::Velocity, PerJoint::Each(vec![SPEED; n]));
        sigma.set(Quantity::Effort, PerJoint::Each(efforts.to_vec()));
        effects.push(Box::new(WhiteNoise { sigma, ..WhiteNoise::default() }));
    }
    let settings = Settings { rate: 250.0, effects, seed, ..Settings::default() };
    let (trajectory, law) = (motion(robot, seed), ComputedTorque::default());
    let experiment =
        Experiment { robot, model: robot, trajectory: &trajectory, law: &law, settings: &settings };
    let run = experiment.run().unwrap();
    assert_eq!(run.end, End::Finished);
    let n = robot.driven_joints().count();
    let mut log = Log::new(run.log.time().to_vec());
    for quantity in [Quantity::Position, Quantity::Velocity, Quantity::Effort] {
        for j in 0..n {
            log.push_channel(quantity, j, run.log.channel(quantity, j).unwrap().to_vec());
        }
    }
    log
}

fn raw(log: &Log, name: &str, joints: usize) -> RawRecording {
    RawRecording::of(log, name, joints, None).unwrap()
}

/// The description with every link's mass and inertia off by up to 30 %: a robot
/// that could exist.
fn perturbed(robot: &Robot, seed: u64) -> Robot {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut values = robot.parameter_values();
    let links = robot.links().len();
    for link in values[..10 * links].chunks_exact_mut(10) {
        let factor = random.random_range(0.7..1.3);
        link.iter_mut().for_each(|x| *x *= factor);
    }
    values[10 * links..].iter_mut().for_each(|x| *x *= random.random_range(0.7..1.3));
    robot.with_parameter_values(&values).unwrap()
}

/// 100 ‖measured − predicted‖ / ‖measured‖ over all joints.
fn missed(model: &Model, recording: &Recording, unknowns: &[f64]) -> f64 {
    let predicted = model.predict(recording, unknowns).unwrap();
    let (mut off, mut all) = (0.0, 0.0);
    for (p, y) in predicted.iter().flatten().zip(recording.effort.iter().flatten()) {
        off += (y - p).powi(2);
        all += y * y;
    }
    100.0 * (off / all).sqrt()
}

fn compare(name: &str, kinds: &[FilterKind]) {
    let (robot, efforts) = with_drives(&built_in(name));
    let joints = efforts.len();
    let described = perturbed(&robot, 11);
    let model = Model::new(&described, FrictionModel::standard(), &[]).unwrap();
    let train = raw(&log(&robot, 1, Some(&efforts)), "train", joints);
    let held_out = raw(&log(&robot, 2, Some(&efforts)), "held out", joints);
    let cutoff = Some(10.0);
    let smooth = [train.condition(cutoff).unwrap()];
    let test = held_out.condition(cutoff).unwrap();
    let exact = raw(&log(&robot, 2, None), "exact", joints).condition(None).unwrap();
    let reduced = model.reduce(&smooth).unwrap();
    let data = Data::new(&model, &smooth, &reduced).unwrap();
    let least = method("wls").unwrap().estimate(&data).unwrap();
    let by_least = missed(&model, &test, &least.values());
    let described_error = missed(&model, &test, &data.prior);
    println!(
        "{name}: {} unknowns; described {described_error:.3} %, wls {by_least:.4} % (exact log {:.4} %)",
        model.unknowns(),
        missed(&model, &exact, &least.values())
    );
    // The filter does its own smoothing.
    let recording = train.condition(None).unwrap();
    let recordings = std::slice::from_ref(&recording);
    let noise = NoiseLevels::estimate(&model, recordings).unwrap();
    println!("  noise {noise:.5?}");
    let guess = Guess::described(&model, recordings).unwrap();
    let quiet = quiet_efforts(recordings);
    for &kind in kinds {
        let settings = KalmanSettings::recommended(kind, noise.clone(), guess.clone());
        let run = follow(&model, settings, &quiet[0]);
        let by_filter = missed(&model, &test, &run.values);
        println!(
            "  {}: {by_filter:.4} % (exact log {:.4} %)",
            kind.name(),
            missed(&model, &exact, &run.values)
        );
        run.notes().iter().for_each(|note| println!("    {note}"));
        let mut data = Data::new(&model, &smooth, &reduced).unwrap();
        data.measured = Some(recordings);
        let named = method(kind.name()).unwrap().estimate(&data).unwrap();
        let by_name = missed(&model, &test, &named.values());
        assert!(by_name < 1.1 * by_least, "{}: {by_name} {by_least}", kind.name());
        assert_eq!(run.end, RunEnd::Finished);
        assert!(described_error > 2.0 * by_least);
        assert!(by_filter < 1.1 * by_least, "{}: {by_filter} {by_least}", kind.name());
    }
}

#[test]
fn a_six_joint_arm_is_learnt_as_well_as_by_least_squares() {
    compare("ur5", &[FilterKind::Ekf, FilterKind::Ukf, FilterKind::SquareRootEkf]);
}

#[test]
fn a_seven_joint_arm_is_learnt_as_well_as_by_least_squares() {
    compare("panda", &[FilterKind::Ekf, FilterKind::Ukf]);
}
