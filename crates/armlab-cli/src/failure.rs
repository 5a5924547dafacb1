//! How a command ends when it does not end well.

use armlab::robot::describe::DescribeError;
use armlab_files::FileError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// It ran, but a check failed.
pub const CHECK_FAILED: u8 = 1;
/// Bad usage or input.
pub const BAD_INPUT: u8 = 2;
/// A bug.
pub const INTERNAL: u8 = 3;
/// Stopped from the keyboard.
pub const INTERRUPTED: u8 = 130;

/// The outcome of a command.
pub type Outcome = Result<(), Failure>;

/// Why a command stops, and with which exit code.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    /// What to say; nothing if it has been said.
    text: Option<String>,
}

impl Failure {
    /// Stops with an exit code; what there is to say has been said.
    pub fn silent(code: u8) -> Self {
        Self { code, text: None }
    }
    /// Input that cannot be used: what is wrong, and what would be right.
    pub fn input(message: impl Display, hint: impl Display) -> Self {
        Self { code: BAD_INPUT, text: Some(format!("{message}\nhint: {hint}")) }
    }
    /// A file that could not be written.
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        Self::input(
            format_args!("{}: cannot be written: {error}", path.display()),
            "choose another folder with --out",
        )
    }
    /// Prints what there is to say, and gives the exit code.
    pub fn report(self) -> ExitCode {
        if let Some(text) = self.text {
            eprintln!("error: {text}");
        }
        ExitCode::from(self.code)
    }
}

impl From<DescribeError> for Failure {
    fn from(error: DescribeError) -> Self {
        Self { code: BAD_INPUT, text: Some(error.to_string()) }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self { code: BAD_INPUT, text: Some(error.to_string()) }
    }
}

/// Errors of standard output. A reader that has seen enough (`| head`) and
/// closes the pipe is not an error.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::silent(0),
            _ => Self::input(
                format_args!("standard output: cannot be written: {error}"),
                "is the disk full?",
            ),
        }
    }
}
