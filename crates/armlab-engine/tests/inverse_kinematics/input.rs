//! Questions without meaning are refused with the place named; nothing panics.

use crate::support::{arm, chain, robot};
use armlab_engine::kinematics::inverse::{
    Chain, InverseError, Problem, SOLVERS, Solver, Task, Tolerance, follow_path,
};
use armlab_engine::robot::{Joint, JointKind, Link, RobotBuilder};
use armlab_engine::spatial::{Mat3, Transform, vec3};

#[test]
fn numbers_that_are_none_are_named() {
    let chain = chain("ur5");
    for (i, name) in ["x", "y", "z", "roll", "pitch", "yaw"].into_iter().enumerate() {
        for bad in [f64::NAN, f64::INFINITY] {
            let mut numbers = [0.1; 6];
            numbers[i] = bad;
            let refused = Problem::from_numbers(&chain, &numbers).unwrap_err();
            let want = InverseError::NotFinite { what: format!("{name} of the target") };
            assert_eq!(refused, want);
        }
    }
}

#[test]
fn targets_and_starts_of_the_wrong_size_are_refused() {
    let chain = chain("ur5");
    for count in [0, 1, 4, 5, 7] {
        let refused = Problem::from_numbers(&chain, &vec![0.1; count]).unwrap_err();
        assert!(matches!(refused, InverseError::Dimension { got, .. } if got == count));
    }
    let problem = Problem::from_numbers(&chain, &[0.3, 0.2, 0.3]).unwrap();
    for method in SOLVERS.iter().filter(|m| m.name() != "closed-form") {
        let mut solver = method.boxed();
        let short = solver.solve(&problem, &[0.0; 5]).unwrap_err();
        assert!(short.to_string().contains("6 coordinates"), "{short}");
        let mut start = vec![0.0; 6];
        start[2] = f64::NAN;
        let nan = solver.solve(&problem, &start).unwrap_err();
        assert!(nan.to_string().contains("entry 3 of the start"), "{nan}");
    }
}

#[test]
fn a_joint_without_room_is_named() {
    for [lower, upper] in [[0.0, 0.0], [1.0, -1.0]] {
        let mut joint =
            Joint::new("stuck", JointKind::Revolute, Transform::identity(), vec3(0.0, 0.0, 1.0));
        [joint.limits.lower, joint.limits.upper] = [lower, upper];
        let built = RobotBuilder::new("r").joint("base", joint, Link::massless("l")).build();
        // The builder may refuse such a robot itself.
        let Ok(robot) = built else { continue };
        let refused = Chain::to_tool(&robot).unwrap_err();
        assert!(refused.to_string().contains("`stuck`"), "{refused}");
    }
}

#[test]
fn orientations_that_contradict_the_arm_are_refused_with_the_angle() {
    let chain = chain("scara");
    let refused = Problem::from_numbers(&chain, &[0.6, 0.2, 0.4, 0.0, 0.0, 0.0]).unwrap_err();
    assert!(refused.to_string().contains("180"), "its tool points down: {refused}");
    let down = std::f64::consts::PI;
    assert!(Problem::from_numbers(&chain, &[0.6, 0.2, 0.4, down, 0.0, 0.5]).is_ok());
}

#[test]
fn a_matrix_that_is_not_a_rotation_is_refused() {
    let chain = chain("ur5");
    let mut target = chain.pose(&chain.home());
    target.rotation = target.rotation.scaled(1.01);
    let refused = Problem::new(&chain, Task::POSE, target).unwrap_err();
    assert!(matches!(refused, InverseError::NotARotation { .. }));
    let mirror = Mat3::from_rows([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
    target.rotation = mirror;
    assert!(Problem::new(&chain, Task::POSE, target).is_err());
    assert!(Problem::new(&chain, Task::POSITION, target).is_ok(), "not part of the task");
}

#[test]
fn a_task_of_nothing_and_a_method_that_is_none_are_refused() {
    let chain = chain("ur5");
    let nothing = Task::components([false; 3], [false; 3]);
    assert_eq!(
        Problem::new(&chain, nothing, Transform::identity()).unwrap_err(),
        InverseError::EmptyTask
    );
    let refused = "newtn".parse::<Box<dyn Solver>>().err().unwrap();
    assert!(SOLVERS.iter().all(|m| refused.hint().contains(m.name())), "{refused}");
    assert!(SOLVERS.iter().all(|m| m.boxed().name() == m.name()));
}

#[test]
fn machines_with_closed_loops_are_refused() {
    for name in armlab_engine::robot::library::names() {
        let robot = robot(name);
        assert_eq!(Chain::to_tool(&robot).is_err(), !robot.loops().is_empty(), "{name}");
    }
}

#[test]
fn far_and_huge_targets_are_answered_by_every_method() {
    let chain = chain("planar6");
    for x in [10.0, 1e6, 1e150] {
        let problem = Problem::from_numbers(&chain, &[x, 0.0]).unwrap();
        for method in SOLVERS.iter().filter(|m| !m.name().starts_with("closed")) {
            let solution = method.boxed().solve(&problem, &chain.home()).unwrap();
            assert!(
                !solution.reachable && chain.within_limits(&solution.q),
                "{} {x}",
                method.name()
            );
        }
    }
}

#[test]
fn endless_joints_and_slides_without_limits_work() {
    let mut builder = RobotBuilder::new("endless");
    let turn =
        Joint::new("turn", JointKind::Continuous, Transform::identity(), vec3(0.0, 0.0, 1.0));
    let slide =
        Joint::new("slide", JointKind::Prismatic, Transform::identity(), vec3(1.0, 0.0, 0.0));
    builder =
        builder.joint("base", turn, Link::massless("a")).joint("a", slide, Link::massless("b"));
    let chain = Chain::to_tool(&builder.build().unwrap()).unwrap();
    let problem = Problem::from_numbers(&chain, &[-30.0, 40.0]).unwrap();
    for method in SOLVERS.iter().filter(|m| !m.name().starts_with("annealing")) {
        let solution = method.boxed().solve(&problem, &chain.home()).unwrap();
        assert!(solution.reachable, "{}: {solution:?}", method.name());
        assert!((solution.q[1].abs() - 50.0).abs() < 1e-6);
    }
}

#[test]
fn bad_points_of_a_path_are_refused() {
    let chain = chain("planar6");
    let points = [(f64::NAN, Transform::translation(0.3, 0.0, 0.0))];
    let refused = follow_path(&chain, Task::PLANAR, &points, Tolerance::default(), &chain.home())
        .unwrap_err();
    assert!(refused.to_string().contains("point 1"));
}

#[test]
fn arms_of_one_joint_are_arms() {
    let robot = arm("one", &[('R', [0.0; 3], [0.0; 3])], [0.5, 0.0, 0.0]);
    let chain = Chain::to_tool(&robot).unwrap();
    let problem = Problem::from_numbers(&chain, &[0.0, 0.5]).unwrap();
    let solution = SOLVERS.get("dls").unwrap().boxed().solve(&problem, &chain.home()).unwrap();
    assert!(solution.reachable && (solution.q[0] - std::f64::consts::FRAC_PI_2).abs() < 1e-8);
}
