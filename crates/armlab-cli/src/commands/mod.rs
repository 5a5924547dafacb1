//! One file per command.

pub mod campaign;
pub mod check;
pub mod completions;
pub mod demo;
pub mod dynamics;
pub mod excite;
pub mod identify;
pub mod ik;
pub mod learn_ik;
pub mod log;
pub mod methods;
pub mod reproduce;
pub mod robots;
pub mod simulate;
pub mod studio;
pub mod validate;
pub mod workspace;

use crate::arguments::{Arguments, Command};
use crate::failure::Outcome;

/// Runs the command that was typed.
pub fn run(arguments: Arguments) -> Outcome {
    let common = &arguments.common;
    match arguments.command {
        Command::Demo(demo) => demo.run(common),
        Command::Robots(robots) => robots.run(common),
        Command::Campaign(campaign) => campaign.run(common),
        Command::Check(check) => check.run(common),
        Command::Dynamics(dynamics) => dynamics.run(common),
        Command::Identify(identify) => identify.run(common),
        Command::Excite(excite) => excite.run(common),
        Command::Ik(ik) => ik.run(common),
        Command::LearnIk(learn_ik) => learn_ik.run(common),
        Command::Log(log) => log.run(common),
        Command::Methods(methods) => methods.run(common),
        Command::Simulate(simulate) => simulate.run(common),
        Command::Studio(studio) => studio.run(common),
        Command::Workspace(workspace) => workspace.run(common),
        Command::Reproduce(reproduce) => reproduce.run(common),
        Command::Validate(validate) => validate.run(common),
        Command::Completions(completions) => completions.run(),
    }
}
