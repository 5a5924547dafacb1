//! The program: everything is in the library, so that other programs can carry the command, too.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(armlab_cli::main(std::env::args_os()))
}
