//! What can be typed.

use crate::commands::{
    campaign, check, completions, demo, dynamics, excite, identify, ik, learn_ik, log, methods,
    reproduce, robots, simulate, studio, validate, workspace,
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

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

/// What every command takes.
#[derive(Args)]
pub struct Common {
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// Write files (data, figures) into this folder, which is made if need be
    #[arg(long, global = true, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seed of all random numbers; the same seed gives the same result
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Whether to colour what people read
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Never
    Never,
    /// Always
    Always,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Show what armlab does, on a built-in robot
    Demo(demo::Demo),
    /// List the built-in robots, or show one robot's joints, links and parameters
    Robots(robots::Robots),
    /// Examine a description: impossible or implausible masses, inertias, frames and limits
    Check(check::Check),
    /// Efforts, mass matrix, Coriolis, gravity, energy and regressor at given states
    Dynamics(dynamics::Dynamics),
    /// Find masses, inertias and friction from logs, with error bars and a verdict
    Identify(identify::Identify),
    /// Judge a model on logs: errors, residuals, consistency, pass or fail
    Validate(validate::Validate),
    /// Joint coordinates that bring the tool to given targets
    Ik(ik::Ik),
    /// Learn an inverse kinematics by regression along a helix: LS, RLS, RLSPSO
    LearnIk(learn_ik::LearnIk),
    /// Where the tool can be: region, reach, membership, dexterity, picture
    Workspace(workspace::Workspace),
    /// A motion within the limits that tells the most about the parameters
    Excite(excite::Excite),
    /// Examine a recorded log: which column is which, and what would spoil an identification
    Log(log::Log),
    /// List the methods and their settings, or show one
    Methods(methods::Methods),
    /// Simulate a closed-loop experiment: controller, friction, sensors and noise, into a log
    Simulate(simulate::Simulate),
    /// Many noises, many methods, a known truth: bias, spread, time, in shards that merge
    Campaign(campaign::Campaign),
    /// Run a published paper's experiments: its tables and figures beside ours, and its errata
    Reproduce(reproduce::Reproduce),
    /// The graphical simulator and identification lab in the browser
    Studio(studio::Studio),
    /// Print a script that completes armlab's commands in your shell
    Completions(completions::Completions),
}
