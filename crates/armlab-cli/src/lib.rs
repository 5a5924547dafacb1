//! The armlab command line.
//!
//! Commands parse, call the library and print; one file each in `commands/`.
//! What goes where is part of the contract: with `--json` standard output holds
//! one JSON document and nothing else, messages go to standard error, and the
//! exit code says how it went (see [`failure`]).
//!
//! It is a library so that the Python package carries the same command ([`main`]) and takes
//! the same options ([`request`]).

mod arguments;
mod commands;
pub mod failure;
mod interrupt;
mod methods;
mod output;
mod progress;
pub mod request;
mod robot;
mod states;
mod table;

use clap::Parser;
use commands::Arguments;
use failure::Failure;
use std::ffi::OsString;
use std::panic;

/// Runs the command that was typed, whose first word is the program's name; gives the exit code.
pub fn main(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    output::remember_command(&words);
    interrupt::listen();
    panic::set_hook(Box::new(|panic| {
        output::message_line(format_args!("error: internal error: {panic}"));
        output::message_line(
            "hint: this is a bug in armlab; please report it with the command and its input",
        );
    }));
    let outcome = panic::catch_unwind(|| match Arguments::try_parse_from(words) {
        Ok(arguments) => commands::run(arguments),
        Err(usage) => {
            // Help and version are asked for; everything else is a mistake.
            let code = usage.exit_code() as u8;
            let _ = usage.print();
            Err(Failure::silent(code))
        }
    });
    match outcome {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => {
            if let Some(message) = failure.text() {
                output::message_line(format_args!("error: {message}"));
            }
            failure.code()
        }
        Err(_) => failure::INTERNAL,
    }
}
