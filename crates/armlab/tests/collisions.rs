//! Collisions of a simulated robot, found with an identified model.

use armlab::friction::Friction;
use armlab::observation::{CollisionReport, CollisionTrials, usual_noise};
use armlab::prelude::*;
use armlab::progress::Progress;
use armlab::robot::{Robot, library};

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
