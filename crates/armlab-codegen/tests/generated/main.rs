//! Generated code, compiled and compared with the engine on random states.
//!
//! `CODEGEN=all` takes every built-in robot and twenty random trees; otherwise a few of each.

#[path = "../../../armlab-engine/tests/support/mod.rs"]
mod support;

mod bad_input;
mod counts;
mod driver;
mod recorded;
mod same;
mod settings;
mod uses;

use armlab_engine::robot::describe::read_toml;
use armlab_engine::robot::{Robot, library};

/// Whether everything is tried.
fn everything() -> bool {
    std::env::var("CODEGEN").is_ok_and(|x| x == "all")
}

fn built_in(name: &str) -> Robot {
    library::load(name).expect("a built-in robot").expect("a good one").robot
}

/// Robots to compile: all built-in ones and twenty random trees, or some of them.
fn robots() -> Vec<Robot> {
    let names: Vec<&str> = match everything() {
        true => library::names().collect(),
        false => vec!["ur5", "parallel3prr", "delta"],
    };
    let built_in = names.into_iter().map(built_in).chain([with_follower()]);
    built_in.chain(random_trees(if everything() { 20 } else { 2 })).collect()
}

/// A hand whose second finger follows the first.
fn with_follower() -> Robot {
    let text = r#"
name = "hand"
gravity = [0, 1, -9.7]
[[joint]]
name = "wrist"
kind = "revolute"
friction = { viscous = 0.1, coulomb = 0.2 }
rotor_inertia = 0.02
[joint.link]
name = "palm"
mass = 1.2
center = [0.01, 0.02, 0.05]
inertia = { xx = 0.002, yy = 0.003, zz = 0.004, xy = 0.0001 }
[[joint]]
name = "finger1"
kind = "revolute"
axis = [1, 0, 0]
origin = { xyz = [0.03, 0, 0.1], rpy = [0.1, 0.2, 0.3] }
[joint.link]
name = "tip1"
mass = 0.3
center = [0, 0.01, 0.04]
inertia = { xx = 0.0002, yy = 0.0003, zz = 0.0001 }
[[joint]]
name = "finger2"
kind = "revolute"
parent = "palm"
axis = [0, 1, 0]
mimic = { joint = "finger1", multiplier = -1.5, offset = 0.2 }
friction = { viscous = 0.05 }
origin = { xyz = [-0.03, 0, 0.1], rpy = [0, 0, 0.5] }
[joint.link]
name = "tip2"
mass = 0.35
center = [0, 0.012, 0.05]
inertia = { xx = 0.0003, yy = 0.0002, zz = 0.0001 }
"#;
    read_toml(text, "hand", &Default::default()).expect("a good description").robot
}

fn random_trees(count: usize) -> impl Iterator<Item = Robot> {
    (0..count as u64).map(|seed| {
        let mut random = support::random::Random::new(0x7ee + seed);
        let joints = 2 + seed as usize % 8;
        let axes =
            if seed % 3 == 0 { support::random::Axes::Z } else { support::random::Axes::Any };
        random.tree(joints, axes)
    })
}
