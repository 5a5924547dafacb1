//! Arms, random configurations, and the planar arm's workspace as published.

use armlab_engine::kinematics::inverse::Chain;
use armlab_engine::robot::{Joint, JointKind, Link, Robot, RobotBuilder, library};
use armlab_engine::spatial::{Transform, vec3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::PI;

/// A built-in robot.
pub fn robot(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

/// The chain to a built-in robot's tool.
pub fn chain(name: &str) -> Chain {
    Chain::to_tool(&robot(name)).unwrap()
}

/// Random numbers of a test.
pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A configuration uniform within the limits.
pub fn configuration(chain: &Chain, random: &mut ChaCha8Rng) -> Vec<f64> {
    let mut q = chain.home();
    for joint in chain.joints() {
        q[joint.dof] = joint.lower + (joint.upper - joint.lower) * random.random::<f64>();
    }
    q
}

/// An arm of joints along or about z of their frames: kind, position and
/// roll-pitch-yaw of each in the one before.
pub fn arm(name: &str, joints: &[(char, [f64; 3], [f64; 3])], tool: [f64; 3]) -> Robot {
    let mut builder = RobotBuilder::new(name);
    let mut parent = "base".to_string();
    for (i, (kind, xyz, rpy)) in joints.iter().enumerate() {
        let (kind, limit) = match kind {
            'R' => (JointKind::Revolute, [-2.9, 2.9]),
            _ => (JointKind::Prismatic, [-0.3, 0.5]),
        };
        let origin = Transform::from_xyz_rpy(*xyz, *rpy);
        let mut joint = Joint::new(format!("joint{i}"), kind, origin, vec3(0.0, 0.0, 1.0));
        [joint.limits.lower, joint.limits.upper] = limit;
        builder = builder.joint(parent, joint, Link::massless(format!("link{i}")));
        parent = format!("link{i}");
    }
    builder.tool_at("hand", parent, Transform::from_xyz_rpy(tool, [0.1, 0.2, 0.3])).build().unwrap()
}

/// True when the planar arm reaches (x, y), metres: derived by hand from its
/// lengths and limits, independently of the code under test.
pub fn planar_reaches(x: f64, y: f64) -> bool {
    let (y, radius) = (y.abs(), x.hypot(y));
    let outer = match (x, y) {
        (x, _) if x >= 0.0 => radius <= 0.6,
        (x, y) if y >= 0.2 => x.hypot(y - 0.2) <= 0.4,
        (x, y) if y >= 0.16 => x >= -0.4,
        (x, y) => x >= -0.2 || (x + 0.2).hypot(y - 0.16) <= 0.2,
    };
    radius >= 0.16 && outer
}

/// Distance of (x, y) from the planar arm's boundary, by the same derivation.
pub fn planar_boundary_distance(x: f64, y: f64) -> f64 {
    let y = y.abs();
    let corner = (-0.16_f64).atan2(-0.12).rem_euclid(2.0 * PI);
    let arcs = [
        ([0.0, 0.0], 0.6, 0.0, 0.5 * PI),
        ([0.0, 0.2], 0.4, 0.5 * PI, PI),
        ([-0.2, 0.16], 0.2, PI, corner),
        ([0.0, 0.0], 0.16, 0.0, PI),
    ];
    let mut best = (x + 0.4).hypot(y - y.clamp(0.16, 0.2));
    for ([cx, cy], r, from, to) in arcs {
        let angle = (y - cy).atan2(x - cx).rem_euclid(2.0 * PI);
        let ends = [from, to].map(|a: f64| (cx + r * a.cos() - x).hypot(cy + r * a.sin() - y));
        let near = if angle >= from && angle <= to {
            ((x - cx).hypot(y - cy) - r).abs()
        } else {
            ends[0].min(ends[1])
        };
        best = best.min(near);
    }
    best
}
