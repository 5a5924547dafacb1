//! Written and read again, a robot is the same robot.

use super::{KEEP, MERGE, random};
use armlab_engine::robot::describe::{ReadOptions, read_toml, read_urdf, write_toml, write_urdf};
use armlab_engine::robot::{Frame, Robot};
use armlab_engine::spatial::Transform;

const ROBOTS: usize = 300;

fn through_toml(robot: &Robot) -> Robot {
    let text = write_toml(robot);
    read_toml(&text, "written", &KEEP).unwrap_or_else(|e| panic!("{e}\n{text}")).robot
}

fn through_urdf(robot: &Robot, options: &ReadOptions) -> Robot {
    let text = write_urdf(robot);
    let read = read_urdf(&text, "written", options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let ours = |n: &&armlab_engine::robot::describe::Note| !n.message.contains("base parameters");
    assert_eq!(read.notes.iter().find(ours), None, "{text}");
    read.robot
}

/// Largest difference of any two numbers, against 1 or the quantity's own size.
fn difference(a: &Robot, b: &Robot) -> f64 {
    let mut worst = 0.0_f64;
    let mut compare = |a: f64, b: f64, scale: f64| {
        if a != b {
            worst = worst.max((a - b).abs() / scale.max(1.0));
        }
    };
    let pose = |a: &Transform<f64>, b: &Transform<f64>| a.max_difference(b);
    assert_eq!(a.joints().len(), b.joints().len());
    for (a, b) in a.joints().iter().zip(b.joints()) {
        assert_eq!((&a.name, a.kind, a.parent), (&b.name, b.kind, b.parent));
        compare(pose(&a.origin, &b.origin), 0.0, b.origin.translation.norm());
        compare((a.axis - b.axis).norm(), 0.0, 1.0);
        assert_eq!((a.limits, &a.friction), (b.limits, &b.friction));
        assert_eq!((a.actuated, a.home), (b.actuated, b.home));
        compare(a.rotor_inertia, b.rotor_inertia, 0.0);
        compare(a.gear_ratio, b.gear_ratio, 0.0);
    }
    let links = |r: &Robot| [r.links().to_vec(), vec![r.base().clone()]].concat();
    for (a, b) in links(a).iter().zip(&links(b)) {
        assert_eq!((&a.name, a.extent), (&b.name, b.extent));
        assert_eq!(a.inertia.is_some(), b.inertia.is_some());
        if let (Some(a), Some(b)) = (a.inertia, b.inertia) {
            let size = b.tensor.to_array().into_iter().fold(b.first.norm(), |m, v| m.max(v.abs()));
            a.to_array().iter().zip(b.to_array()).for_each(|(a, b)| compare(*a, b, size));
        }
    }
    assert_eq!(a.frames().len(), b.frames().len());
    let frames =
        |r: &Robot| -> Vec<Frame> { r.frames().iter().chain([r.tool()]).cloned().collect() };
    for (a, b) in frames(a).iter().zip(&frames(b)) {
        assert_eq!((&a.name, a.link), (&b.name, b.link));
        compare(pose(&a.pose, &b.pose), 0.0, b.pose.translation.norm());
    }
    assert_eq!(a.loops().len(), b.loops().len());
    for (a, b) in a.loops().iter().zip(b.loops()) {
        assert_eq!((&a.name, &a.directions), (&b.name, &b.directions));
        for (a, b) in [(&a.first, &b.first), (&a.second, &b.second)] {
            assert_eq!((&a.name, a.link), (&b.name, b.link));
            compare(pose(&a.pose, &b.pose), 0.0, b.pose.translation.norm());
        }
    }
    compare((a.gravity() - b.gravity()).norm(), 0.0, 1.0);
    assert_eq!(a.name(), b.name());
    worst
}

fn for_random_robots(fixed: bool, mut check: impl FnMut(&Robot)) {
    let mut rng = random::generator(7);
    for i in 0..ROBOTS {
        check(&random::robot(&mut rng, 1 + i % 40, fixed));
    }
}

#[test]
fn toml_gives_back_every_number_exactly() {
    for fixed in [false, true] {
        for_random_robots(fixed, |robot| {
            let again = through_toml(robot);
            assert_eq!(difference(&again, robot), 0.0);
            assert_eq!(again.declared_base_parameters(), robot.declared_base_parameters());
            for (a, b) in again.links().iter().zip(robot.links()) {
                assert_eq!(a.capsules, b.capsules);
            }
            assert_eq!(write_toml(&again), write_toml(robot));
        });
    }
}

#[test]
fn urdf_gives_back_every_number_to_rounding() {
    let mut worst = 0.0_f64;
    for_random_robots(true, |robot| {
        worst = worst.max(difference(&through_urdf(robot, &KEEP), robot));
    });
    for_random_robots(false, |robot| {
        let again = through_urdf(robot, &KEEP);
        worst = worst.max(difference(&again, robot));
        assert_eq!(again.declared_base_parameters(), robot.declared_base_parameters());
    });
    assert!(worst <= 1e-15, "worst difference {worst:e}");
}

#[test]
fn a_urdf_read_written_and_read_again_is_the_same_robot_merged_or_not() {
    let mut worst = 0.0_f64;
    for options in [KEEP, MERGE] {
        for_random_robots(true, |robot| {
            let once = read_urdf(&write_urdf(robot), "once", &options).unwrap().robot;
            worst = worst.max(difference(&through_urdf(&once, &options), &once));
        });
    }
    assert!(worst <= 1e-15, "worst difference {worst:e}");
}

#[test]
fn what_is_written_of_the_largest_robot_is_still_read() {
    let mut rng = random::generator(1);
    let robot = random::robot(&mut rng, 20_000, true);
    assert_eq!(difference(&through_toml(&robot), &robot), 0.0);
    assert_eq!(through_urdf(&robot, &MERGE).dofs(), robot.dofs());
}
