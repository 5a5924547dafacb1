//! Joints held at a value.

use armlab_engine::dynamics::Dynamics;
use armlab_engine::robot::library;

#[test]
fn a_locked_joint_acts_as_one_that_stands_still_and_comes_back() {
    let robot = library::load("ur5").unwrap().unwrap().robot;
    let names: Vec<String> = robot.joints().iter().map(|j| j.name.clone()).collect();
    let locks = [(names[2].clone(), 0.7), (names[5].clone(), -0.4)];
    let locked = robot.with_locked(&locks).unwrap();
    assert_eq!((locked.dofs(), locked.locked_joints()), (4, &locks[..]));
    let q = [0.3, -1.1, 0.7, 0.5, 1.2, -0.4];
    let (qd, qdd) = ([0.5, 0.4, 0.0, -0.3, 0.8, 0.0], [1.0, -2.0, 0.0, 0.5, -1.5, 0.0]);
    let pick = |x: &[f64; 6]| [x[0], x[1], x[3], x[4]];
    let (mut whole, mut part) = ([0.0; 6], [0.0; 4]);
    Dynamics::new(&robot).inverse(&q, &qd, &qdd, &mut whole);
    Dynamics::new(&locked).inverse(&pick(&q), &pick(&qd), &pick(&qdd), &mut part);
    for (a, b) in pick(&whole).iter().zip(part) {
        assert!((a - b).abs() < 1e-12, "{whole:?} {part:?}");
    }
    let back = locked.unlocked().unwrap();
    let pairs = robot.parameter_values().into_iter().zip(back.parameter_values());
    assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-12));
    // What changes while locked changes the carrier alone.
    let mut values = locked.parameter_values();
    values[10] += 0.25;
    let changed = locked.with_parameter_values(&values).unwrap().unlocked().unwrap();
    let apart = robot.parameter_values().into_iter().zip(changed.parameter_values());
    let apart: Vec<usize> =
        apart.enumerate().filter(|(_, (a, b))| (a - b).abs() > 1e-12).map(|(i, _)| i).collect();
    assert_eq!(apart, [10]);
}
