//! How a command ends when it does not end well.

use armlab::Hint;
use armlab::settings::SettingError;
use armlab_files::FileError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::str::FromStr;

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
    /// A bug.
    pub fn internal(message: impl Display) -> Self {
        Self { code: INTERNAL, text: Some(message.to_string()) }
    }
    /// Stopped from the keyboard.
    pub fn interrupted() -> Self {
        Self::silent(INTERRUPTED)
    }
    /// A file that could not be written.
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        Self::input(
            format_args!("{}: cannot be written: {error}", path.display()),
            "choose another folder with --out",
        )
    }
    /// What is still to be printed: what is wrong and, on a line of its own, a hint.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
    /// What is wrong.
    pub fn message(&self) -> &str {
        self.parts().0
    }
    /// What would be right, in options of the command line.
    pub fn hint(&self) -> Option<&str> {
        self.parts().1
    }
    fn parts(&self) -> (&str, Option<&str>) {
        let text = self.text.as_deref().unwrap_or_default();
        text.split_once("\nhint: ").map_or((text, None), |(message, hint)| (message, Some(hint)))
    }
    /// The exit code.
    pub fn code(&self) -> u8 {
        self.code
    }
}

/// Errors of the library, with its hints in the words of the command line.
impl From<armlab::Error> for Failure {
    fn from(error: armlab::Error) -> Self {
        if error.is_cancelled() {
            return Self::interrupted();
        }
        match error.get_hint() {
            Some(hint) => Self::input(error.message(), worded(hint)),
            None => Self { code: BAD_INPUT, text: Some(error.message().into()) },
        }
    }
}

/// A hint as options of the command line.
fn worded(hint: &Hint) -> String {
    match hint {
        Hint::GiveGains => "give the drive gains with --gains K1,K2,… (N m/A or N/A)".into(),
        Hint::GiveLog => "give a log with --log FILE".into(),
        Hint::GiveValidation => "give a validation log with --validate FILE".into(),
        Hint::GiveExperiment => "give the log's experiment with --experiment FILE".into(),
        Hint::GivePayload => "give a log with a payload: --payload FILE --payload-mass KG".into(),
        Hint::MapColumns => {
            "map the columns with --map \"q1=COLUMN, …\"; `armlab log FILE` shows them".into()
        }
        Hint::FixLog(actions) => {
            let typed = |a: &String| a.replace("in the mapping: ", "with --map ");
            let fixes: Vec<String> = actions.iter().map(typed).collect();
            format!("{}; --force uses the log as it is", fixes.join("; "))
        }
        Hint::FixRobot(fix) => format!("{fix}; --force simulates it as it is"),
        Hint::CheckLog => "`armlab log FILE` examines a log".into(),
        Hint::CheckRobot => "`armlab check ROBOT` examines a description".into(),
        other => other.to_string(),
    }
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Self {
        Self::input(&error, error.hint())
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

/// Reads the value of an option.
pub fn parse<T: FromStr<Err: Display>>(option: &str, text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error: T::Err| {
        let text = error.to_string();
        match text.split_once("; ") {
            Some((message, hint)) => Failure::input(format_args!("{option}: {message}"), hint),
            None => Failure::input(format_args!("{option}: {text}"), "see `armlab help`"),
        }
    })
}
