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
    let built_in = names.into_iter().map(built_in);
    built_in.chain(random_trees(if everything() { 20 } else { 2 })).collect()
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
