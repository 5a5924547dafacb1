//! `armlab man`: manual pages, for packages.

use super::Arguments;
use crate::arguments::Common;
use crate::failure::Outcome;
use crate::output::{self, Folder};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;

/// Print the manual page, or write those of all commands into --out DIR.
#[derive(Args)]
pub struct Man {}

impl Man {
    pub fn run(self, common: &Common) -> Outcome {
        let mut program = Arguments::command();
        program.build();
        let Some(out) = &common.out else { return output::print(&rendered(program, "armlab")?) };
        let folder = Folder::open(out)?;
        for command in program.get_subcommands().filter(|c| c.get_name() != "help") {
            let name = format!("armlab-{}", command.get_name());
            let text = rendered(command.clone(), &name)?;
            folder.write_quietly(&format!("{name}.1"), &text)?;
        }
        folder.write("armlab.1", &rendered(program, "armlab")?)?;
        Ok(())
    }
}

fn rendered(command: Command, title: &str) -> std::io::Result<String> {
    let mut text = Vec::new();
    Page::new(command).title(title).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
