//! `armlab completions`: scripts that complete commands in a shell.

use super::Arguments;
use crate::failure::Outcome;
use crate::output;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script.
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "armlab", &mut script);
        output::print(&String::from_utf8_lossy(&script))
    }
}
