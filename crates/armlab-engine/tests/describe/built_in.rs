//! The built-in robots stand where the papers' equations put them.

use super::{MERGE, link_poses};
use armlab_engine::robot::Robot;
use armlab_engine::robot::describe::read;
use armlab_engine::spatial::Transform;

fn load(name: &str) -> Robot {
    read(name, &MERGE).unwrap().robot
}

/// Pose of the tool in the base, of a chain.
fn tool(robot: &Robot, q: &[f64]) -> Transform<f64> {
    let last = link_poses(robot, q).last().copied().unwrap_or_default();
    last.compose(&robot.tool().pose)
}

#[track_caller]
fn near(found: Transform<f64>, meant: [[f64; 4]; 3]) {
    let found = found.to_matrix();
    for (row, meant) in found.iter().zip(meant) {
        for (a, b) in row.iter().zip(meant) {
            assert!((a - b).abs() < 1e-15, "{found:?}");
        }
    }
}

#[test]
fn cylindrical() {
    for (name, e) in [("cylindrical", 0.0), ("cylindrical-offset", 0.11)] {
        let (th, d2, d3) = (0.7_f64, 0.3, 0.4);
        let (s, c, r) = (th.sin(), th.cos(), d3 + 0.35);
        near(
            tool(&load(name), &[th, d2, d3]),
            [[c, 0.0, -s, e * c - r * s], [s, 0.0, c, e * s + r * c], [0.0, -1.0, 0.0, 0.245 + d2]],
        );
    }
}

#[test]
fn scara() {
    let (t1, t2, d3) = (0.4_f64, -1.1_f64, 0.2);
    let (s, c) = ((t1 + t2).sin(), (t1 + t2).cos());
    near(
        tool(&load("scara"), &[t1, t2, d3]),
        [
            [c, s, 0.0, 0.6 * t1.cos() + 0.4 * c],
            [s, -c, 0.0, 0.6 * t1.sin() + 0.4 * s],
            [0.0, 0.0, -1.0, 0.5 - d3],
        ],
    );
}

#[test]
fn planar6() {
    let q = [0.3, 0.01, -0.5, 0.02, 0.9, 0.03];
    let found = tool(&load("planar6"), &q);
    let (mut x, mut y, mut a) = (0.0, 0.0, 0.0_f64);
    for pair in q.chunks(2) {
        a += pair[0];
        x += (0.16 + pair[1]) * a.cos();
        y += (0.16 + pair[1]) * a.sin();
    }
    let (p, z) = (found.translation, found.rotation.c[2]);
    assert!((p.x - x).abs() + (p.y - y).abs() + p.z.abs() < 1e-15);
    assert!((z.x - a.cos()).abs() + (z.y - a.sin()).abs() + z.z.abs() < 1e-15, "z along the arm");
}

#[test]
fn ur5_at_zero_reaches_sideways() {
    // x = a2 + a3, y = -d4 - d6, z = d1 - d5: the maker's zero pose.
    let p = tool(&load("ur5"), &[0.0; 6]).translation;
    let meant = [-0.425 - 0.39225, -0.10915 - 0.0823, 0.089159 - 0.09465];
    assert!((p.x - meant[0]).abs() + (p.y - meant[1]).abs() + (p.z - meant[2]).abs() < 1e-15);
}

#[test]
fn panda_at_zero_stands_upright() {
    // The flange hangs 0.107 m down from 0.333 + 0.316 + 0.384 m, 0.088 m out.
    let flange = tool(&load("panda"), &[0.0; 7]);
    near(flange, [[1.0, 0.0, 0.0, 0.088], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 1.033 - 0.107]]);
}
