//! The options of a command, as data: other front ends take the same ones.

use crate::commands::Arguments;
use clap::{ArgAction, CommandFactory};

/// An option of a command.
#[derive(Clone, Debug)]
pub struct CommandOption {
    /// Its name, without dashes before it: `max-error`.
    pub name: String,
    /// What is to be given, as `HZ`; none of a switch.
    pub value: Option<String>,
    /// Whether a value may be left out.
    pub switch: bool,
    /// Whether it can be given several times.
    pub repeats: bool,
    /// The value without it.
    pub default: Option<String>,
    /// The words that can be given, if there are only some.
    pub choices: Vec<String>,
    /// The heading under which help lists it, where it has one of its own.
    pub heading: Option<String>,
    /// What it does.
    pub help: String,
}

/// Options that say where results are printed, which programs have no use for.
const OF_TERMINALS: [&str; 4] = ["json", "color", "help", "version"];

/// The options of a command, in the order of its help; `None` if there is no such command.
pub fn options(command: &str) -> Option<Vec<CommandOption>> {
    let mut all = Arguments::command();
    all.build();
    let found = all.get_subcommands().find(|c| c.get_name() == command)?;
    let options = found.get_arguments().filter(|a| a.get_long().is_some() && !a.is_hide_set());
    let listed = options.filter(|a| !a.get_long().is_some_and(|l| OF_TERMINALS.contains(&l)));
    Some(
        listed
            .map(|argument| {
                let takes = argument.get_action().takes_values();
                let names = argument.get_value_names().unwrap_or_default();
                let least = argument.get_num_args().map_or(0, |range| range.min_values());
                let default = argument.get_default_values().iter();
                let choices = argument.get_possible_values();
                CommandOption {
                    name: argument.get_long().unwrap_or_default().into(),
                    value: takes.then(|| names.first().map_or("VALUE".into(), |n| n.to_string())),
                    switch: !takes || least == 0,
                    repeats: matches!(argument.get_action(), ArgAction::Append),
                    default: default.map(|d| d.to_string_lossy().into()).next(),
                    choices: choices.iter().map(|c| c.get_name().into()).collect(),
                    heading: argument.get_help_heading().map(Into::into),
                    help: argument.get_help().map_or_else(String::new, |help| help.to_string()),
                }
            })
            .collect(),
    )
}
