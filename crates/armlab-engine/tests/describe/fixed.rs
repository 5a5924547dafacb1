//! Merging fixed joints changes the bookkeeping, not the machine.

use super::{KEEP, MERGE, link_poses, random};
use armlab_engine::robot::Robot;
use armlab_engine::robot::describe::{read_urdf, write_urdf};
use armlab_engine::spatial::{Inertia, Transform};
use rand::RngExt;
use std::collections::HashMap;

/// Poses in the base frame of every link and frame, composed by hand.
fn poses(robot: &Robot, q: &[f64]) -> HashMap<String, Transform<f64>> {
    let of_link = link_poses(robot, q);
    let links = robot.links().iter().map(|l| l.name.clone()).zip(of_link.clone());
    let frames = robot.frames().iter().map(|f| {
        let carrier = f.link.map_or(Transform::identity(), |i| of_link[i]);
        (f.name.clone(), carrier.compose(&f.pose))
    });
    links.chain(frames).collect()
}

/// All mass about the base frame.
fn total(robot: &Robot, q: &[f64]) -> [f64; 10] {
    let poses = poses(robot, q);
    let mut sum = robot.base().inertia.unwrap_or_default().to_array();
    for link in robot.links() {
        let part: Inertia<f64> = link.inertia.unwrap_or_default().to_parent(&poses[&link.name]);
        sum.iter_mut().zip(part.to_array()).for_each(|(s, p)| *s += p);
    }
    sum
}

#[test]
fn merged_and_kept_robots_have_every_link_and_all_mass_in_the_same_place() {
    let mut rng = random::generator(3);
    for i in 0..100 {
        let text = write_urdf(&random::robot(&mut rng, 1 + i % 40, true));
        let kept = read_urdf(&text, "kept", &KEEP).unwrap().robot;
        let merged = read_urdf(&text, "merged", &MERGE).unwrap().robot;
        assert!(merged.joints().iter().all(|j| j.kind.moves()));
        assert_eq!(merged.dofs(), kept.dofs());
        let q: Vec<f64> = (0..kept.dofs()).map(|_| rng.random_range(-3.0..3.0)).collect();
        let (a, b) = (poses(&kept, &q), poses(&merged, &q));
        assert_eq!(a.len(), b.len());
        for (name, pose) in &a {
            assert!(pose.max_difference(&b[name]) < 1e-13, "{name}");
        }
        let (a, b) = (total(&kept, &q), total(&merged, &q));
        let scale = a.iter().fold(0.0_f64, |s, v| s.max(v.abs()));
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-13 * scale));
    }
}

#[test]
fn a_robot_of_fixed_joints_only_is_refused_merged_and_read_kept() {
    let text = r#"<robot name="r"><link name="a"/><link name="b"/>
<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>"#;
    let (error, hint) = super::refused(super::urdf(text));
    assert_eq!(error, "1:1: nothing of robot `r` can move");
    assert!(hint.contains("revolute"));
    assert_eq!(read_urdf(text, "f", &KEEP).unwrap().robot.dofs(), 0);
}
