//! Joints from the pose of the platform, against the 3PRR's closed form.

use crate::models::*;
use armlab_engine::dynamics::LoopedDynamics;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::spatial::{Motion, Transform, vec3};

fn planar(x: f64, y: f64, turn: f64) -> Transform<f64> {
    let mut pose = Transform::rotation(Z, turn);
    pose.translation = vec3(x, y, 0.0);
    pose
}
fn twist(v: &[f64]) -> Motion<f64> {
    Motion { angular: vec3(0.0, 0.0, v[2]), linear: vec3(v[0], v[1], 0.0) }
}

#[test]
fn sliders_follow_the_platform_as_in_the_vectors() {
    let v = vectors();
    let robot = built_in("parallel3prr");
    let mut machine = LoopedDynamics::new(&robot).unwrap();
    for case in v["cases"].as_array().unwrap() {
        let (pose, vel, acc) =
            (numbers(&case["pose"]), numbers(&case["vel"]), numbers(&case["acc"]));
        let (q, qd, qdd) = (numbers(&case["q"]), numbers(&case["qd"]), numbers(&case["qdd"]));
        machine.go_home();
        let pose = planar(pose[0], pose[1], pose[2]);
        machine.move_platform_to(&pose, &twist(&vel), &twist(&acc)).unwrap();
        let active = machine.machine().active().to_vec();
        for (k, &i) in active.iter().enumerate() {
            assert!((machine.coordinates()[i] - q[k]).abs() < 1e-12, "{}", case["id"]);
            assert!((machine.speeds()[i] - qd[k]).abs() < 1e-10, "{}", case["id"]);
            assert!((machine.accelerations()[i] - qdd[k]).abs() < 1e-9, "{}", case["id"]);
        }
    }
}

#[test]
fn a_pose_out_of_reach_says_by_how_much_and_leaves_the_machine_where_it_was() {
    let robot = built_in("parallel3prr");
    let mut machine = LoopedDynamics::new(&robot).unwrap();
    let before = machine.coordinates().to_vec();
    let still = Motion::zero();
    let high = planar(0.0, 0.9, 0.0);
    let error = machine.move_platform_to(&high, &still, &still).unwrap_err();
    assert!(matches!(error, LoopError::OutOfReach { .. } | LoopError::Singular { .. }), "{error}");
    let mut tilted = planar(0.0, 0.36, 0.0);
    tilted.translation.z = 0.1;
    let error = machine.move_platform_to(&tilted, &still, &still).unwrap_err();
    assert!(matches!(error, LoopError::OutOfReach { distance, .. } if distance > 0.05), "{error}");
    assert_eq!(machine.coordinates(), before);
}

#[test]
fn a_spatial_machine_follows_its_platform_too() {
    let robot = built_in("delta");
    let mut machine = LoopedDynamics::new(&robot).unwrap();
    let tool = armlab_engine::kinematics::frame_pose(&robot, robot.tool(), machine.coordinates());
    let mut goal = tool;
    goal.translation += vec3(0.05, -0.03, 0.04);
    let velocity = Motion { angular: vec3(0.0, 0.0, 0.0), linear: vec3(0.1, 0.2, -0.3) };
    machine.move_platform_to(&goal, &velocity, &Motion::zero()).unwrap();
    let got = armlab_engine::kinematics::frame_pose(&robot, robot.tool(), machine.coordinates());
    assert!(got.max_difference(&goal) < 1e-12);
    // The same speeds from the arms give the platform's back.
    let active = machine.machine().active().to_vec();
    let of = |all: &[f64]| active.iter().map(|&i| all[i]).collect::<Vec<f64>>();
    let (q, qd, qdd) =
        (of(machine.coordinates()), of(machine.speeds()), of(machine.accelerations()));
    let all = machine.accelerations().to_vec();
    machine.move_to(&q, &qd, &qdd).unwrap();
    for (i, expected) in [0.1, 0.2, -0.3].into_iter().enumerate() {
        assert!((machine.speeds()[i] - expected).abs() < 1e-12);
    }
    for (a, b) in machine.accelerations().iter().zip(all) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
}
