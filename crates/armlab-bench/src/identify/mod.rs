//! Identification: speed and memory, as JSON lines for `peers/bench/identify.py`.
//!
//! ```text
//! armlab-bench identify streams                regressor and reduction, per sample, on one core
//! armlab-bench identify blocks                 the reduction by blocks of other lengths
//! armlab-bench identify write FILE N [full]    a log of N samples: positions and efforts, or everything
//! armlab-bench identify estimate FILE          from a log in memory to base parameters, on one core
//! armlab-bench identify cores                  reduction on one core and on two
//! armlab-bench identify long FILE              a log of any length, in parts, and the memory it took
//! ```

pub mod clock;
mod cores;
mod estimate;
mod long;
pub mod motion;
mod streams;

use armlab::identify::FrictionModel;
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions, read_toml, write_toml};

/// Seven joints with viscous and Coulomb friction: 70 + 14 columns.
const MODEL: &str = "arm7";
/// The friction.
pub fn friction() -> FrictionModel {
    FrictionModel::without_offset()
}

/// Runs what the words ask for.
pub fn run(words: &[&str]) -> Result<(), String> {
    let samples = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    match *words {
        ["streams"] => streams::run(),
        ["blocks"] => streams::run_blocks(),
        ["write", file, count] => motion::write(file, samples(count)?, false),
        ["write", file, count, "full"] => motion::write(file, samples(count)?, true),
        ["estimate", file] => estimate::run(file),
        ["cores"] => cores::run(),
        ["long", file] => long::run(file),
        _ => Err(
            "usage: armlab-bench identify streams | blocks | write FILE N [full] | estimate FILE \
                  | cores | long FILE"
                .into(),
        ),
    }
}

/// The robot. Rotor inertias are known (there are none), as the peers have no
/// columns for them.
pub fn robot() -> Result<Robot, String> {
    let robot = crate::load(MODEL)?;
    let mut text = write_toml(&robot);
    for name in robot.parameter_names().iter().take(10 * robot.links().len()) {
        text += &format!("[[parameter]]\nname = {name:?}\nmoves = {{ {name:?} = 1 }}\n");
    }
    let description = read_toml(&text, MODEL, &ReadOptions::default());
    description.map(|d| d.robot).map_err(|e| e.to_string())
}
