//! Efforts from outside, found with an identified model: collisions of a simulated robot, and the
//! load of a real one.

use armlab::friction::Friction;
use armlab::observation::{CollisionReport, CollisionTrials, Observation, usual_noise};
use armlab::prelude::*;
use armlab::progress::Progress;
use armlab::recordings::{Gains, LogOptions};
use armlab::robot::{Robot, library};
use std::path::Path;

/// A built-in robot with friction of two percent of its efforts, and rotors.
fn rough(name: &str) -> Robot {
    let robot = library::load(name).unwrap().unwrap().robot;
    let efforts: Vec<f64> = robot.moving_joints().map(|j| j.limits.effort.min(200.0)).collect();
    let joints = robot.moving_joints().zip(&efforts);
    let friction: Vec<(String, Friction)> =
        joints.map(|(j, e)| (j.name.clone(), Friction::linear(0.02 * e, 0.02 * e, 0.0))).collect();
    let mut values = robot.parameter_values();
    let rotors = values.len() - efforts.len();
    values[rotors..].iter_mut().zip(&efforts).for_each(|(ia, e)| *ia = 0.003 * e);
    robot.with_parameter_values(&values).unwrap().with_friction(&friction).unwrap()
}

fn collide(name: &str, trials: u64) -> CollisionReport {
    let robot = rough(name);
    let perfect = CollisionTrials {
        robot: &robot,
        model: &robot,
        uncertainty: None,
        trials,
        seconds: 12.0,
        force: [60.0, 150.0],
        rise: 0.01,
        noise: usual_noise(&robot),
        rate: 50.0,
        interval: 600.0,
        seed: 1,
    };
    let logs = (0..2).map(|k| perfect.undisturbed(k).unwrap());
    let identified = Identification::new(&robot).logs(logs).unwrap().run().unwrap();
    let corrected = identified.best().robot();
    let model = corrected.robot().expect("a consistent robot").clone();
    let uncertainty = Some(identified.uncertain_model());
    let trials = CollisionTrials { model: &model, uncertainty, ..perfect.clone() };
    let report = trials.run(&Progress::none()).unwrap();
    print!("{report}");
    report
}

/// `COLLISIONS=100` runs as many trials of both robots; a few of one otherwise.
#[test]
fn collisions_are_found_within_50_ms_with_few_false_alarms() {
    let all = std::env::var("COLLISIONS").ok().and_then(|n| n.parse().ok());
    let robots: &[&str] = if all.is_some() { &["ur5", "panda"] } else { &["ur5"] };
    for name in robots {
        let report = collide(name, all.unwrap_or(6));
        assert!(report.within_50_ms >= 95.0, "{report}");
        assert!(report.false_alarms_in_10_minutes <= 1.0, "{report}");
    }
}

/// Amperes to newton metres, from static logs of the same robot.
const UR10E_GAINS: [f64; 6] = [11.976, 11.976, 9.839, 10.763, 10.764, 10.763];
/// What was mounted, kg.
const UR10E_LOAD: f64 = 2.805;

#[test]
fn the_load_of_a_real_robot_is_seen_and_nothing_without_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/ur10e");
    if !folder.is_dir() {
        eprintln!("\n*** SKIPPED: ../shared/data is not there, so no real load was observed ***\n");
        return;
    }
    let robot = Robot::from_file(folder.join("ur10e.urdf")).unwrap();
    let gains = Gains::Joints(UR10E_GAINS.map(Some).to_vec());
    let file = |name: &str| folder.join(format!("{name}.csv"));
    let learnt = ["exc_12harm_30s", "exc_12harm_40s"];
    let mut asked = Identification::new(&robot).gains(gains.clone());
    for name in learnt {
        asked = asked.log(file(name)).unwrap();
    }
    let identified = asked.run().unwrap();
    let model = identified.best().robot().robot().expect("a consistent robot").clone();
    let observe = |name: &str| {
        let mut work = Observation::new(&model)
            .log_options(LogOptions { gains: Some(gains.clone()), ..LogOptions::default() })
            .identification(identified.uncertain_model())
            .payload(true)
            .log(file(name))
            .unwrap();
        for name in learnt {
            work = work.quiet_log(file(name)).unwrap();
        }
        let observed = work.run().unwrap();
        print!("{observed}");
        let log = &observed.report().logs[0];
        (log.alarms.len(), log.load.as_ref().expect("a load or none").mass)
    };
    let (alarms, mass) = observe("exc_14harm_50s_noload");
    assert_eq!(alarms, 0);
    assert!(mass.abs() < 0.1, "{mass} kg");
    let (alarms, mass) = observe("exc_14harm_50s_load");
    assert!(alarms > 0);
    assert!((mass - UR10E_LOAD).abs() < 0.1, "{mass} kg");
}
