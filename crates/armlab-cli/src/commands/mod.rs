//! One file per command, and the list of them.

pub mod campaign;
pub mod check;
pub mod completions;
pub mod convert;
pub mod data;
pub mod demo;
pub mod diagnose;
pub mod dynamics;
pub mod excite;
pub mod export;
pub mod identify;
pub mod ik;
pub mod learn_ik;
pub mod log;
mod log_options;
pub mod man;
pub mod margin;
pub mod methods;
pub mod observe;
pub mod reproduce;
mod robot_options;
pub mod robots;
pub mod simulate;
pub mod studio;
pub mod validate;
mod verdict_options;
pub mod workspace;

use crate::arguments::Common;
use crate::failure::Outcome;
use clap::{Parser, Subcommand};

/// Describe a manipulator, move it, and get back its masses, inertias and friction.
#[derive(Parser)]
#[command(name = "armlab", version, arg_required_else_help = true, max_term_width = 100)]
#[command(
    after_help = "ROBOT is the name of a built-in robot (see `armlab robots`) or the path of a \
                        .urdf or .toml file.\nExit codes: 0 ok, 1 ran but a check failed, 2 bad \
                        usage or input, 3 internal error, 130 interrupted."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Show what armlab does, on a built-in robot
    Demo(demo::Demo),
    /// List the built-in robots, or show one robot's joints, links and parameters
    Robots(robots::Robots),
    /// Check a description: impossible or implausible masses, inertias, frames and limits
    Check(check::Check),
    /// Convert a description between URDF, MJCF, SDF and TOML, and say what is lost
    Convert(convert::Convert),
    /// Efforts, mass matrix, Coriolis, gravity, energy and regressor at given states
    Dynamics(dynamics::Dynamics),
    /// Identify masses, inertias and friction from logs, with uncertainties and a verdict
    Identify(Box<identify::Identify>),
    /// Validate a model on logs: errors, residuals, consistency, pass or fail
    Validate(validate::Validate),
    /// Find why a log and a description do not fit: signs, zeros, mounting, units, columns
    Diagnose(diagnose::Diagnose),
    /// List public logs of real robots by name and page
    Data(data::Data),
    /// Joint coordinates that bring the tool to given targets
    Ik(ik::Ik),
    /// Learn an inverse kinematics by regression along a helix: LS, RLS, RLSPSO
    LearnIk(learn_ik::LearnIk),
    /// The reachable workspace: region, membership, dexterity, figure
    Workspace(workspace::Workspace),
    /// Design the motion within the limits that is most informative about the parameters
    Excite(excite::Excite),
    /// Examine a recorded log: columns, units, and problems for an identification
    Log(log::Log),
    /// List the methods and their settings, or show one
    Methods(methods::Methods),
    /// Simulate a closed-loop experiment: controller, friction, sensors and noise, into a log
    Simulate(simulate::Simulate),
    /// Compare methods over many noise levels and seeds: bias, spread, time; in shards
    Campaign(campaign::Campaign),
    /// Efforts from outside along a log: collisions at a chosen rate of false alarms, load
    Observe(observe::Observe),
    /// Effort bands along a motion by an identification's covariance, and what would narrow them
    Margin(margin::Margin),
    /// Write a robot as C or Rust source for controllers, or as MJCF, SDF, URDF, TOML or JSON
    Export(export::Export),
    /// Run a published paper's experiments: published and computed tables and figures, errata
    Reproduce(reproduce::Reproduce),
    /// The graphical simulator and identification lab in the browser
    Studio(studio::Studio),
    /// Print armlab's manual page, or write those of all commands
    Man(man::Man),
    /// Print a script that completes armlab's commands in your shell
    Completions(completions::Completions),
}

/// Runs the command that was typed.
pub fn run(arguments: Arguments) -> Outcome {
    let common = &arguments.common;
    match arguments.command {
        Command::Demo(demo) => demo.run(common),
        Command::Robots(robots) => robots.run(common),
        Command::Campaign(campaign) => campaign.run(common),
        Command::Check(check) => check.run(common),
        Command::Convert(convert) => convert.run(common),
        Command::Diagnose(diagnose) => diagnose.run(common),
        Command::Dynamics(dynamics) => dynamics.run(common),
        Command::Identify(identify) => (*identify).run(common),
        Command::Excite(excite) => excite.run(common),
        Command::Export(export) => export.run(common),
        Command::Ik(ik) => ik.run(common),
        Command::LearnIk(learn_ik) => learn_ik.run(common),
        Command::Log(log) => log.run(common),
        Command::Margin(margin) => margin.run(common),
        Command::Methods(methods) => methods.run(common),
        Command::Observe(observe) => observe.run(common),
        Command::Simulate(simulate) => simulate.run(common),
        Command::Studio(studio) => studio.run(common),
        Command::Workspace(workspace) => workspace.run(common),
        Command::Reproduce(reproduce) => reproduce.run(common),
        Command::Validate(validate) => validate.run(common),
        Command::Man(man) => man.run(common),
        Command::Data(data) => data.run(common),
        Command::Completions(completions) => completions.run(),
    }
}
