//! Random robots from a fixed seed: trees of all joint kinds, with everything
//! a description can hold.

use armlab_engine::friction::Friction;
use armlab_engine::robot::{
    Capsule, Direction, Joint, JointKind, Limits, Link, Robot, RobotBuilder,
};
use armlab_engine::spatial::{Inertia, Sym3, Transform, Vec3, vec3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A robot of up to `joints` joints and a few frames; with fixed joints if asked.
pub fn robot(rng: &mut ChaCha8Rng, joints: usize, fixed: bool) -> Robot {
    let ground = name(rng, "ground", 0);
    let base = Link {
        inertia: rng.random_bool(0.3).then(|| inertia(rng)),
        ..Link::massless(ground.as_str())
    };
    let title = name(rng, "robot", 0);
    let mut builder = RobotBuilder::new(title).gravity(vector(rng, 10.0)).base(base);
    let mut links: Vec<String> = Vec::new();
    for i in 0..joints {
        let parent = match links.is_empty() || rng.random_bool(0.1) {
            true => ground.clone(),
            // Mostly chains, sometimes branches from anywhere.
            false if rng.random_bool(0.7) => links[links.len() - 1].clone(),
            false => links[rng.random_range(0..links.len())].clone(),
        };
        let kinds = [
            JointKind::Revolute,
            JointKind::Continuous,
            JointKind::Prismatic,
            if fixed { JointKind::Fixed } else { JointKind::Revolute },
        ];
        let kind = if i < 2 { JointKind::Revolute } else { kinds[rng.random_range(0..4)] };
        let link = Link {
            inertia: rng.random_bool(0.9).then(|| inertia(rng)),
            extent: rng.random_bool(0.3).then(|| rng.random_range(0.0..2.0)),
            capsules: (0..rng.random_range(0..3)).map(|_| capsule(rng)).collect(),
            ..Link::massless(name(rng, "link", i))
        };
        links.push(link.name.clone());
        let name = name(rng, "joint", i);
        builder = builder.joint(parent, joint(rng, name, kind), link);
    }
    for i in 0..rng.random_range(0..4) {
        let link = links[rng.random_range(0..links.len())].clone();
        builder = builder.frame(name(rng, "frame", i), link, pose(rng));
    }
    if joints > 1 && rng.random_bool(0.3) {
        let directions = Direction::ALL[..rng.random_range(1..6)].to_vec();
        let (first, second) = ((links[0].clone(), pose(rng)), (links[1].clone(), pose(rng)));
        builder = builder.loop_closure(name(rng, "loop", 0), first, second, directions);
    }
    let pick = links[rng.random_range(0..links.len())].clone();
    builder = match rng.random_range(0..3) {
        0 => builder,
        1 => builder.tool(pick),
        _ => builder.tool_at("gripper", pick, pose(rng)),
    };
    if !fixed {
        let term = |i: usize, what| (format!("{}.{what}", links[i % links.len()]), 0.1 + i as f64);
        builder = builder
            .base_parameter("p1", "kg m²", vec![term(0, "Izz"), term(1, "mx"), term(0, "m")])
            .base_parameter("p\"2\"", "", vec![term(2, "Ixy")]);
    }
    builder.build().unwrap()
}

fn name(rng: &mut ChaCha8Rng, stem: &str, i: usize) -> String {
    let strange = ["", " <&>", "\"'", "é漢🦾", "\\n\t", "=[x]#"];
    format!("{stem}{i}{}", strange[rng.random_range(0..strange.len())])
}

fn joint(rng: &mut ChaCha8Rng, name: String, kind: JointKind) -> Joint {
    let mut joint = Joint::new(name, kind, pose(rng), vector(rng, 1.0));
    if !kind.moves() {
        return joint;
    }
    if rng.random_bool(0.8) {
        joint.limits = Limits {
            velocity: rng.random_range(0.1..10.0),
            effort: rng.random_range(1.0..200.0),
            ..Limits::default()
        };
        if rng.random_bool(0.5) {
            joint.limits.acceleration = rng.random_range(1.0..100.0);
        }
        if kind != JointKind::Continuous {
            joint.limits.lower = rng.random_range(-4.0..0.0);
            joint.limits.upper = rng.random_range(0.0..4.0);
        }
    }
    if rng.random_bool(0.5) {
        joint.friction = Friction::linear(
            rng.random_range(0.0..2.0),
            rng.random_range(0.0..2.0),
            rng.random_range(-0.1..0.1),
        );
        joint.rotor_inertia = rng.random_range(0.0..0.1);
        joint.gear_ratio = 0.5 * f64::from(rng.random_range(0..400_u16));
    }
    joint.actuated = rng.random_bool(0.8);
    joint.home = if rng.random_bool(0.3) { rng.random_range(-1.0..1.0) } else { 0.0 };
    joint
}

/// Rotations of all kinds: none, quarter turns (where roll and yaw are not
/// unique) and any.
pub fn pose(rng: &mut ChaCha8Rng) -> Transform<f64> {
    let quarter = std::f64::consts::FRAC_PI_2;
    let mut angle = || match rng.random_range(0..3) {
        0 => 0.0,
        1 => quarter * rng.random_range(-2..3) as f64,
        _ => rng.random_range(-3.2..3.2),
    };
    let rpy = [angle(), angle(), angle()];
    Transform::from_xyz_rpy(vector(rng, 1.0).to_array(), rpy)
}

fn vector(rng: &mut ChaCha8Rng, scale: f64) -> Vec3<f64> {
    let mut component = || rng.random_range(-scale..scale);
    vec3(component(), component(), component())
}

/// A body of a few point masses, at any scale from a screw to a crane.
fn inertia(rng: &mut ChaCha8Rng) -> Inertia<f64> {
    let (mass, size) = (10f64.powf(rng.random_range(-3.0..3.0)), rng.random_range(0.01..1.0));
    let tensor = (0..4).fold(Sym3::zero(), |sum, _| {
        sum + Sym3::outer(vector(rng, size)).scale(mass / 4.0).trace_minus()
    });
    let body = Inertia::from_center(mass, vector(rng, 1.0), tensor);
    // Sometimes what an estimator might leave: first moments without mass.
    if rng.random_bool(0.02) { Inertia { mass: 0.0, ..body } } else { body }
}

fn capsule(rng: &mut ChaCha8Rng) -> Capsule {
    let (from, to) = (vector(rng, 0.5), vector(rng, 0.5));
    Capsule { from, to, radius: rng.random_range(0.0..0.2) }
}
