//! Workspaces: the planar arm's exact one against a derivation by hand, others
//! against geometry and sampling.

use armlab_engine::kinematics::inverse::{Chain, Task};
use armlab_engine::kinematics::workspace::{
    Cloud, Region, exact_region, reach_by_direction, reachable_directions,
};
use armlab_engine::robot::library;
use armlab_engine::spatial::Vec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::PI;

#[path = "inverse_kinematics/support.rs"]
#[allow(dead_code)]
mod support;
use support::{arm, chain, configuration, planar_boundary_distance, planar_reaches};

fn planar() -> (Chain, Region) {
    let chain = chain("planar6");
    let region = exact_region(&chain).unwrap();
    (chain, region)
}

#[test]
fn the_planar_arm_covers_888_681_square_millimetres() {
    let area = planar().1.area() * 1e6;
    assert!((area - 888_681.0).abs() < 0.5, "{area}");
}

#[test]
fn the_planar_arm_reaches_by_angle_what_the_derivation_says() {
    let region = planar().1;
    let table = [
        (0.0, 600.0),
        (45.0, 600.0),
        (90.0, 600.0),
        (100.0, 595.0),
        (120.0, 560.0),
        (135.0, 515.0),
        (150.0, 460.0),
        (170.0, 382.0),
        (180.0, 320.0),
    ];
    for (degrees, want) in table {
        for sign in [1.0, -1.0] {
            let reach = 1e3 * region.reach([0.0; 2], f64::to_radians(sign * degrees)).unwrap();
            assert!((reach - want).abs() < 1.0, "{degrees}: {reach}");
        }
    }
}

#[test]
fn membership_and_distance_agree_with_the_derivation_everywhere() {
    let region = planar().1;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..20_000 {
        let [x, y] = [random.random_range(-0.8..0.8), random.random_range(-0.8..0.8)];
        assert_eq!(region.contains([x, y]), planar_reaches(x, y), "({x}, {y})");
        let want = if planar_reaches(x, y) { 0.0 } else { planar_boundary_distance(x, y) };
        assert!((region.distance([x, y]) - want).abs() < 1e-9, "({x}, {y})");
    }
}

#[test]
fn the_planar_arms_boundary_is_eight_pieces_and_a_hole() {
    let region = planar().1;
    assert_eq!(region.pieces.len(), 8);
    assert!(!region.contains([0.1, 0.1]), "the hole of radius 160 mm about the base");
    assert_eq!(region.crossings([0.0; 2], 0.3).len(), 2);
}

#[test]
fn no_configuration_leaves_the_exact_region() {
    for name in ["planar6", "scara", "cylindrical", "cylindrical-offset"] {
        let chain = chain(name);
        let region = exact_region(&chain).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..20_000 {
            let p = chain.pose(&configuration(&chain, &mut random)).translation;
            assert!(region.contains([p.x, p.y]), "{name}: {p:?}");
        }
    }
}

#[test]
fn rings_have_the_area_of_rings() {
    let region = exact_region(&chain("cylindrical")).unwrap();
    assert!((region.area() - PI * (1.25_f64.powi(2) - 0.35_f64.powi(2))).abs() < 1e-9);
    // Two links that turn by 2.9 rad either way: seen to be bounded by four arcs.
    let robot =
        arm("RR", &[('R', [0.0; 3], [0.0; 3]), ('R', [0.4, 0.0, 0.0], [0.0; 3])], [0.3, 0.0, 0.0]);
    let two = Chain::to_tool(&robot).unwrap();
    let region = exact_region(&two).unwrap();
    let cloud = Cloud::sample(&two, Task::PLANAR, 400_000, 0);
    // Squares cross the boundary, so sampling overestimates by about half a
    // square all along it.
    let cell = 0.02;
    let rim = 2.0 * PI * (0.7 + 0.1) * cell;
    assert!(
        (cloud.area(cell) - region.area()).abs() < rim,
        "{} {}",
        cloud.area(cell),
        region.area()
    );
}

#[test]
fn arms_that_leave_a_plane_have_no_exact_region() {
    for name in ["ur5", "panda"] {
        assert!(exact_region(&chain(name)).is_none(), "{name}");
    }
}

#[test]
fn searching_by_direction_finds_the_exact_reach() {
    let (chain, region) = planar();
    let angles: Vec<f64> = (0..12).map(|k| -PI + 0.5 * k as f64).collect();
    let directions: Vec<_> =
        angles.iter().map(|a| Vec3 { x: a.cos(), y: a.sin(), z: 0.0 }).collect();
    let found = reach_by_direction(&chain, Task::PLANAR, &directions, 1e-4);
    for (angle, found) in angles.iter().zip(found) {
        let exact = region.reach([0.0; 2], *angle).unwrap();
        assert!((found - exact).abs() < 2e-4, "{angle}: {found} {exact}");
    }
}

#[test]
fn a_spatial_arm_fills_a_volume_and_turns_its_tool_freely_in_the_middle() {
    let robot = library::load("ur5").unwrap().unwrap().robot;
    let chain = Chain::to_tool(&robot).unwrap();
    let cloud = Cloud::sample(&chain, Task::POSITION, 100_000, 0);
    let volume = cloud.volume(cloud.cube());
    let ball = 4.0 / 3.0 * PI * chain.reach().powi(3);
    assert!(volume > 0.2 * ball && volume < ball, "{volume} of {ball}");
    let middle = Vec3 { x: 0.4, y: 0.2, z: 0.3 };
    assert!(reachable_directions(&chain, middle, 60) > 0.9);
    assert_eq!(reachable_directions(&chain, Vec3 { x: 3.0, y: 0.0, z: 0.0 }, 10), 0.0);
}

#[test]
fn clouds_depend_on_the_seed_only() {
    let chain = chain("panda");
    let cloud = || Cloud::sample(&chain, Task::POSITION, 10_000, 5).samples;
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(cloud(), alone.install(cloud));
}
