//! The armlab command line.
//!
//! Commands parse, call the library and print; one file each in `commands/`.
//! What goes where is part of the contract: with `--json` standard output holds
//! one JSON document and nothing else, messages go to standard error, and the
//! exit code says how it went (see [`failure`]).

mod arguments;
mod commands;
mod failure;
mod interrupt;
mod methods;
mod output;
mod progress;
mod robot;
mod states;
mod table;

use clap::Parser;
use commands::Arguments;
use failure::Failure;
use std::panic;
use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::listen();
    panic::set_hook(Box::new(|panic| {
        output::message_line(format_args!("error: internal error: {panic}"));
        output::message_line(
            "hint: this is a bug in armlab; please report it with the command and its input",
        );
    }));
    let outcome = panic::catch_unwind(|| match Arguments::try_parse() {
        Ok(arguments) => commands::run(arguments),
        Err(usage) => {
            // Help and version are asked for; everything else is a mistake.
            let code = usage.exit_code() as u8;
            let _ = usage.print();
            Err(Failure::silent(code))
        }
    });
    match outcome {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => {
            if let Some(message) = failure.message() {
                output::message_line(format_args!("error: {message}"));
            }
            failure.code()
        }
        Err(_) => ExitCode::from(failure::INTERNAL),
    }
}
