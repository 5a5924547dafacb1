//! The same machine described in another way behaves the same; a machine that
//! cannot accelerate is refused by name.

use crate::support::claim::Claim;
use crate::support::random::{Axes, Random, State, on_random_trees};
use armlab_engine::dynamics::{Dynamics, SingularMass};
use armlab_engine::kinematics::{frame_pose, link_poses};
use armlab_engine::robot::{Joint, JointKind, Link, Robot, RobotBuilder};
use armlab_engine::spatial::{Force, Inertia, Mat3, Transform, vec3};

/// Efforts, mass matrix and tool pose of a robot.
fn behaviour(robot: &Robot, State { q, qd, qdd }: &State) -> [Vec<f64>; 3] {
    let n = robot.dofs();
    let (mut tau, mut mass) = (vec![0.0; n], vec![0.0; n * n]);
    let mut dynamics = Dynamics::new(robot);
    dynamics.inverse(q, qd, qdd, &mut tau);
    dynamics.mass_matrix(q, &mut mass);
    [tau, mass, frame_pose(robot, robot.tool(), q).to_matrix().concat()]
}

#[test]
fn merging_fixed_joints_changes_nothing_that_moves() {
    let mut claim = Claim::new("merged = kept", 2e-14);
    let mut merged_any = false;
    on_random_trees(|robot, state, _, context| {
        let merged = robot.without_fixed_joints().expect("its first joint moves");
        assert!(merged.joints().iter().all(|j| j.kind.moves()), "{context}");
        merged_any |= merged.links().len() < robot.links().len();
        for (got, want) in behaviour(&merged, state).iter().zip(behaviour(robot, state)) {
            claim.check(got, &want, context);
        }
        // A merged link stays as a frame of its old name, in its old place.
        for (link, pose) in robot.links().iter().zip(link_poses(robot, &state.q)) {
            let frame = merged.find_frame(&link.name).expect("every link is still a frame");
            let difference = frame_pose(&merged, &frame, &state.q).max_difference(&pose);
            assert!(difference < 1e-13, "{context}, {}: {difference:.1e}", link.name);
        }
    });
    assert!(merged_any, "no tree had a fixed joint");
}

/// The same machine with every link's frame put elsewhere: turned arbitrarily,
/// and moved along the axis of a turning joint or anywhere for the others.
fn described_otherwise(robot: &Robot, random: &mut Random) -> Robot {
    let mut other = RobotBuilder::new(robot.name()).gravity(robot.gravity());
    let mut moved: Vec<Transform<f64>> = Vec::new();
    for (joint, link) in robot.joints().iter().zip(robot.links()) {
        let shift = if joint.kind.turns() {
            joint.axis.scale(random.symmetric(0.5))
        } else {
            random.vector(0.5)
        };
        // Some new frames have their z along the axis, where the engine's frame
        // and the link's are the same; the others are turned at random.
        let rotation = if random.chance(0.3) {
            Mat3::rotation(joint.axis, random.symmetric(3.0)).compose(&z_to(joint.axis))
        } else {
            random.rotation()
        };
        let to_new = Transform { rotation, translation: shift };
        let parent = joint.parent.map_or(Transform::identity(), |p| moved[p]);
        let mut joint_there = joint.clone();
        joint_there.origin = parent.inverse().compose(&joint.origin).compose(&to_new);
        joint_there.axis = rotation.apply_transposed(joint.axis);
        let inertia = link.inertia.expect("every random link has inertia");
        let link_there = Link::new(&link.name, inertia.to_parent(&to_new.inverse()));
        let name = joint.parent.map_or("base", |p| &robot.links()[p].name);
        other = other.joint(name, joint_there, link_there);
        moved.push(to_new);
    }
    let tool = robot.tool();
    let carrier = tool.link.expect("a random tool is on a link");
    let pose = moved[carrier].inverse().compose(&tool.pose);
    let robot = other.tool_at(&tool.name, &robot.links()[carrier].name, pose).build();
    robot.expect("as valid as the original")
}

/// A rotation that takes z to `axis`.
fn z_to(axis: armlab_engine::spatial::Vec3<f64>) -> Mat3<f64> {
    let z = vec3(0.0, 0.0, 1.0);
    let normal = z.cross(axis);
    if normal.norm() < 1e-12 {
        return Mat3::rotation(
            vec3(1.0, 0.0, 0.0),
            if axis.z > 0.0 { 0.0 } else { std::f64::consts::PI },
        );
    }
    Mat3::rotation(normal.scale(1.0 / normal.norm()), normal.norm().atan2(axis.z))
}

#[test]
fn where_link_frames_stand_and_point_does_not_matter() {
    let mut claim = Claim::new("other frames, same machine", 1e-13);
    let mut accelerations = Claim::new("other frames, same accelerations", 1e-12);
    on_random_trees(|robot, state, random, context| {
        let other = described_otherwise(robot, random);
        for (got, want) in behaviour(&other, state).iter().zip(behaviour(robot, state)) {
            claim.check(got, &want, context);
        }
        let n = robot.dofs();
        let tau = random.numbers(n, 20.0);
        let (mut got, mut want) = (vec![0.0; n], vec![0.0; n]);
        Dynamics::new(&other).forward(&state.q, &state.qd, &tau, &mut got).unwrap();
        Dynamics::new(robot).forward(&state.q, &state.qd, &tau, &mut want).unwrap();
        accelerations.check(&got, &want, context);
    });
}

/// A chain of three turning joints, the `massless` one without any mass beyond.
fn chain_without_mass_from(massless: usize) -> Robot {
    let mut random = Random::new(300);
    let mut robot = RobotBuilder::new("light");
    for i in 0..3 {
        let parent = if i == 0 { "base".into() } else { format!("link{}", i - 1) };
        let joint =
            Joint::new(format!("joint{i}"), JointKind::Revolute, random.pose(), random.direction());
        let link = if i < massless {
            Link::new(format!("link{i}"), random.inertia())
        } else {
            Link::massless(format!("link{i}"))
        };
        robot = robot.joint(parent, joint, link);
    }
    robot.build().expect("a valid chain")
}

#[test]
fn a_joint_that_moves_no_mass_is_named_by_forward_dynamics() {
    for massless in 0..3 {
        let robot = chain_without_mass_from(massless);
        let (q, qd, tau) = ([0.3, -0.5, 0.7], [1.0, -1.0, 0.5], [0.1, 0.2, 0.3]);
        let mut qdd = [0.0; 3];
        let mut dynamics = Dynamics::new(&robot);
        let error = SingularMass { joint: format!("joint{massless}") };
        assert!(error.to_string().contains(&format!("`joint{massless}`")), "{error}");
        let named = Err(error);
        assert_eq!(dynamics.forward(&q, &qd, &tau, &mut qdd), named);
        assert_eq!(dynamics.forward_by_mass_matrix(&q, &qd, &tau, &mut qdd), named);
        let slopes = dynamics.forward_derivatives(&q, &qd, &tau, &mut qdd);
        assert_eq!(slopes.map(|_| ()), named);
    }
}

#[test]
fn a_rotor_alone_is_mass_enough() {
    let mut robot = chain_without_mass_from(2);
    let mut values = robot.parameter_values();
    *values.last_mut().unwrap() = 0.02;
    robot = robot.with_parameter_values(&values).unwrap();
    let mut qdd = [0.0; 3];
    let tau = [0.1, 0.2, 0.3];
    Dynamics::new(&robot).forward(&[0.3, -0.5, 0.7], &[0.0; 3], &tau, &mut qdd).unwrap();
    // Its rotor is all that the last drive turns.
    assert!((qdd[2] - 0.3 / 0.02).abs() < 1e-13, "{qdd:?}");
}

#[test]
fn one_workspace_serves_calls_in_any_order() {
    let mut random = Random::new(301);
    let robot = random.tree(12, Axes::Any);
    let (a, b) = (random.state(&robot), random.state(&robot));
    let alone = [behaviour(&robot, &a), behaviour(&robot, &b)];
    let mut dynamics = Dynamics::new(&robot);
    let n = robot.dofs();
    let (mut tau, mut mass, mut qdd) = (vec![0.0; n], vec![0.0; n * n], vec![0.0; n]);
    for _ in 0..2 {
        for (state, [want_tau, want_mass, _]) in [&a, &b].into_iter().zip(&alone) {
            let State { q, qd, qdd: given } = state;
            dynamics.mass_matrix(q, &mut mass);
            dynamics.inverse(q, qd, given, &mut tau);
            assert_eq!((&tau, &mass), (want_tau, want_mass));
            dynamics.forward_by_mass_matrix(q, qd, &tau, &mut qdd).unwrap();
            let mut derivatives = Default::default();
            dynamics.inverse_derivatives(q, qd, given, &mut derivatives);
            dynamics.gravity(q, &mut qdd);
        }
    }
}

#[test]
fn a_point_mass_pendulum_swings_as_in_the_textbook() {
    // m l² q̈ = −m g l sin q, hanging along −z and turning about y.
    let (m, l, g) = (1.7, 0.6, 9.80665);
    let inertia = Inertia::from_center(m, vec3(0.0, 0.0, -l), Default::default());
    let joint =
        Joint::new("pivot", JointKind::Continuous, Transform::identity(), vec3(0.0, 1.0, 0.0));
    let robot = RobotBuilder::new("pendulum")
        .joint("base", joint, Link::new("bob", inertia))
        .build()
        .unwrap();
    let mut dynamics = Dynamics::new(&robot);
    for q in [-2.0, -0.4, 0.0, 1.0, 3.0_f64] {
        let (mut qdd, mut tau) = ([0.0], [0.0]);
        dynamics.forward(&[q], &[1.3], &[0.0], &mut qdd).unwrap();
        assert!((qdd[0] + g / l * q.sin()).abs() < 1e-14 * g / l, "{q}: {qdd:?}");
        dynamics.inverse(&[q], &[1.3], &[2.0], &mut tau);
        let want = m * l * l * 2.0 + m * g * l * q.sin();
        assert!((tau[0] - want).abs() < 1e-14 * m * g * l, "{q}: {tau:?} {want}");
    }
}

#[test]
fn a_robot_that_cannot_move_has_nothing_to_compute() {
    let joint = Joint::new("weld", JointKind::Fixed, Transform::identity(), vec3(0.0, 0.0, 1.0));
    let link = Link::new("block", Random::new(302).inertia());
    let robot = RobotBuilder::new("statue").joint("base", joint, link).build().unwrap();
    assert_eq!(robot.dofs(), 0);
    let mut dynamics = Dynamics::new(&robot);
    let mut reactions = [Force::zero()];
    dynamics.reactions(&[], &[], &[], None, &mut [], &mut reactions);
    let weight = robot.gravity().scale(robot.parameter_values()[0]);
    assert_eq!(reactions[0].force, -weight);
    dynamics.mass_matrix(&[], &mut []);
    dynamics.regressor(&[], &[], &[], &mut []);
    assert_eq!(dynamics.forward(&[], &[], &[], &mut []), Ok(()));
    assert_eq!(dynamics.forward_by_mass_matrix(&[], &[], &[], &mut []), Ok(()));
    let slopes = dynamics.forward_derivatives(&[], &[], &[], &mut []).unwrap();
    assert!(slopes.q.is_empty() && slopes.parameters.is_empty());
}

#[test]
#[should_panic(expected = "every slice needs 2 entries, one per moving joint")]
fn a_slice_of_another_length_is_refused() {
    let robot = Random::new(303).tree(2, Axes::Z);
    assert_eq!(robot.dofs(), 2);
    Dynamics::new(&robot).inverse(&[0.0; 2], &[0.0; 2], &[0.0; 3], &mut [0.0; 2]);
}
