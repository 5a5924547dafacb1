//! Loads and drive gains on simulated logs of a UR5, whose truth is known.

use crate::logs::built_in;
use crate::parallel::{Sensors, estimated, log};
use armlab::validation::predict_described;
use armlab_engine::friction::Friction;
use armlab_engine::robot::Robot;
use armlab_engine::robot::describe::{ReadOptions, read_urdf};
use armlab_identify::parallel::RowSettings;
use armlab_identify::payload::{
    GainError, KnownLoad, PayloadError, drive_gains, estimate_payload, estimate_payload_beyond,
    estimate_payload_of_logs, holding_link,
};
use armlab_identify::{FrictionModel, Model, Recording};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// N m/A
const GAINS: [f64; 6] = [12.0, 11.0, 9.5, 8.0, 7.5, 7.0];
/// m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz
const LOAD: [f64; 10] = [2.5, 0.1, 0.2, 0.3, 0.08, 0.0, 0.07, -0.01, -0.02, 0.06];
const STEP: f64 = 0.01;

/// The robot with the load on its last link.
fn loaded(robot: &Robot) -> Robot {
    let mut values = robot.parameter_values();
    let last = 10 * holding_link(robot, None).unwrap();
    values[last..last + 10].iter_mut().zip(LOAD).for_each(|(v, l)| *v += l);
    robot.with_parameter_values(&values).unwrap()
}

/// Sums of sines, different for every joint and seed, with efforts and their noise.
fn recording(robot: &Robot, seed: u64, noise: f64) -> Recording {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let joints = robot.driven_joints().count();
    let samples = 2000;
    let time: Vec<f64> = (0..samples).map(|k| k as f64 * STEP).collect();
    let mut motion = [(); 3].map(|()| vec![vec![0.0; samples]; joints]);
    for j in 0..joints {
        for harmonic in 1..=5 {
            let amplitude = random.random_range(0.1..0.4);
            let phase = random.random_range(0.0..std::f64::consts::TAU);
            let w = 0.31 * f64::from(harmonic);
            for (k, t) in time.iter().enumerate() {
                let (sin, cos) = (w * t + phase).sin_cos();
                motion[0][j][k] += amplitude * sin;
                motion[1][j][k] += amplitude * w * cos;
                motion[2][j][k] -= amplitude * w * w * sin;
            }
        }
    }
    let [q, qd, qdd] = motion;
    let (effort, name, cutoff) = (vec![vec![0.0; samples]; joints], "simulated".into(), None);
    let mut recording = Recording {
        name,
        step: STEP,
        start: 0.0,
        time,
        q,
        qd,
        qdd,
        effort,
        temperature: Vec::new(),
        cutoff,
        notes: Vec::new(),
    };
    recording.effort = predict_described(robot, &recording).unwrap();
    for column in &mut recording.effort {
        column.iter_mut().for_each(|e| *e += noise * random.random_range(-1.0..1.0));
    }
    recording
}

fn as_currents(mut recording: Recording, known: &[Option<f64>]) -> Recording {
    for (j, column) in recording.effort.iter_mut().enumerate() {
        let factor = if known[j].is_some() { 1.0 } else { 1.0 / GAINS[j] };
        column.iter_mut().for_each(|e| *e *= factor);
    }
    recording
}

#[test]
fn a_known_arm_weighs_its_load_to_the_last_digits_without_noise() {
    let robot = built_in("ur5");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let arm: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let link = holding_link(&robot, None).unwrap();
    let recordings = [recording(&loaded(&robot), 1, 0.0)];
    let own: Vec<_> = recordings.iter().map(|r| predict_described(&robot, r).unwrap()).collect();
    let both = [
        estimate_payload(&model, &arm, &recordings, link, 0).unwrap(),
        estimate_payload_beyond(&model, &own, &recordings, link, 0).unwrap(),
    ];
    for payload in both {
        for (found, truth) in payload.parameters.iter().zip(LOAD) {
            assert!((found.value - truth).abs() < 1e-7, "{found:?} is not {truth}");
        }
        assert!(payload.consistent && payload.with < 1e-6 && payload.without > 10.0);
        assert!((payload.centre[2].unwrap().0 - 0.12).abs() < 1e-7);
    }
}

#[test]
fn drives_that_rub_by_what_they_transmit_rub_by_the_load_as_well() {
    let share = Friction::of("load", &[("share", 0.1)]).unwrap();
    let plain = built_in("ur5");
    let rubbing: Vec<_> = plain.driven_joints().map(|j| (j.name.clone(), share.clone())).collect();
    let robot = plain.with_friction(&rubbing).unwrap();
    let model = Model::new(&robot, "none+load".parse().unwrap(), &[]).unwrap();
    let arm = model.values_of(&robot).unwrap();
    let link = holding_link(&robot, None).unwrap();
    let recordings = [recording(&loaded(&robot), 1, 0.0)];
    let payload = estimate_payload(&model, &arm, &recordings, link, 0).unwrap();
    for (found, truth) in payload.parameters.iter().zip(LOAD) {
        // Six rounds, each a tenth of the error of the one before.
        assert!((found.value - truth).abs() < 1e-5, "{found:?} is not {truth}");
    }
}

#[test]
fn a_load_in_noise_is_within_its_error_bars() {
    let robot = built_in("ur5");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let arm: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let link = holding_link(&robot, None).unwrap();
    let mut outside = 0;
    for seed in 0..20 {
        let recordings = [recording(&loaded(&robot), seed, 2.0)];
        let payload = estimate_payload(&model, &arm, &recordings, link, seed).unwrap();
        let (mass, deviation) = payload.mass;
        assert!(deviation < 0.05, "{deviation}");
        outside += usize::from((mass - LOAD[0]).abs() > 2.0 * deviation);
    }
    // One in twenty is expected.
    assert!(outside <= 3, "{outside} of 20 beyond two deviations");
}

#[test]
fn intervals_of_a_load_hold_it_though_its_arm_is_an_estimate() {
    let robot = built_in("ur5");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let link = holding_link(&robot, None).unwrap();
    let sensors = Sensors { speeds: None, accelerations: None, positions: 1e-5 };
    let settings = RowSettings { cutoff: 6.0, delay: Some(0.0) };
    let mut held = 0;
    for seed in 0..10 {
        let own = log(&recording(&robot, 2 * seed, 2.0), sensors, 2 * seed);
        let with = log(&recording(&loaded(&robot), 2 * seed + 1, 2.0), sensors, 2 * seed + 1);
        let arm = estimated(&model, &[own], 6.0).1;
        let payload = estimate_payload_of_logs(&model, &arm, &[with], &settings, link).unwrap();
        for (found, truth) in payload.parameters.iter().zip(LOAD) {
            let [lower, upper] = found.interval.unwrap();
            held += usize::from(lower <= truth && truth <= upper);
        }
    }
    // Of 100 intervals 95 are expected to; those of one load hang together.
    assert!((87..=100).contains(&held), "{held} of 100");
}

#[test]
fn a_motion_that_does_not_show_the_mass_is_refused() {
    // A turntable feels the moment of inertia of what stands on it, not its weight.
    let text = r#"<robot name="table"><link name="base"/><link name="disc"><inertial>
        <mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.04"/>
        </inertial></link><joint name="spindle" type="continuous"><parent link="base"/>
        <child link="disc"/><axis xyz="0 0 1"/></joint></robot>"#;
    let robot = read_urdf(text, "table.urdf", &ReadOptions::default()).unwrap().robot;
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let arm: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let turning = recording(&loaded(&robot), 1, 0.0);
    let link = holding_link(&robot, None).unwrap();
    let found = estimate_payload(&model, &arm, &[turning], link, 0);
    assert!(matches!(found, Err(PayloadError::NoMass)), "{found:?}");
}

#[test]
fn a_load_of_known_mass_tells_all_gains_within_their_error_bars() {
    let robot = built_in("ur5");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let link = holding_link(&robot, None).unwrap();
    let unknown = [None; 6];
    let own = [as_currents(recording(&robot, 1, 0.5), &unknown)];
    let with = [as_currents(recording(&loaded(&robot), 2, 0.5), &unknown)];
    let load = KnownLoad { mass: Some(LOAD[0]), centre: None };
    let found = drive_gains(&model, &own, &with, link, &load, &unknown, 0).unwrap();
    for (gain, truth) in found.gains.iter().zip(GAINS) {
        println!("{} {:.4} ± {:.4}, truly {truth}", gain.joint, gain.value, gain.deviation);
        assert!((gain.value - truth).abs() < 4.0 * gain.deviation, "{gain:?} is not {truth}");
        assert!(gain.separable && gain.deviation < 0.05 * truth, "{gain:?}");
    }
    assert_eq!(found.load[0], LOAD[0]);
}

#[test]
fn one_known_gain_sets_the_scale_where_the_load_is_unknown() {
    let robot = built_in("ur5");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let link = holding_link(&robot, None).unwrap();
    let mut given = [None; 6];
    given[1] = Some(GAINS[1]);
    let own = [as_currents(recording(&robot, 3, 0.0), &given)];
    let with = [as_currents(recording(&loaded(&robot), 4, 0.0), &given)];
    let unknown_load = KnownLoad::default();
    let found = drive_gains(&model, &own, &with, link, &unknown_load, &given, 0).unwrap();
    for (gain, truth) in found.gains.iter().zip(GAINS) {
        assert!((gain.value / truth - 1.0).abs() < 1e-6, "{gain:?} is not {truth}");
    }
    assert!((found.load[0] - LOAD[0]).abs() < 1e-5, "{:?}", found.load);
}

#[test]
fn gains_that_the_logs_cannot_tell_are_refused() {
    let robot = built_in("ur5");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let link = holding_link(&robot, None).unwrap();
    let unknown = [None; 6];
    let own = [as_currents(recording(&robot, 1, 0.5), &unknown)];
    let with = [as_currents(recording(&loaded(&robot), 2, 0.5), &unknown)];
    let nothing = KnownLoad::default();
    let found = drive_gains(&model, &own, &with, link, &nothing, &unknown, 0);
    assert_eq!(found.unwrap_err(), GainError::Scale);
    let found = drive_gains(&model, &own, &[], link, &nothing, &unknown, 0);
    assert_eq!(found.unwrap_err(), GainError::Pair);
    // Much noise and a load that hardly shows: some gain must be refused.
    let load = KnownLoad { mass: Some(LOAD[0]), centre: None };
    let noisy = |robot: &Robot, seed| as_currents(recording(robot, seed, 60.0), &unknown);
    let (own, with) = ([noisy(&robot, 5)], [noisy(&loaded(&robot), 6)]);
    let found = drive_gains(&model, &own, &with, link, &load, &unknown, 0).unwrap();
    assert!(found.refused().count() > 0, "{found:?}");
}
