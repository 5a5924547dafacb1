//! The error of the workflows: what went wrong, and a hint what to do, as data.

use armlab_engine::base::BaseError;
use armlab_engine::friction::{FrictionChoice, FrictionError};
use armlab_engine::kinematics::loops::LoopError;
use armlab_files::FileError;
use armlab_identify::estimators::{EstimationError, SettingError};
use armlab_identify::long::LongError;
use armlab_identify::nonlinear::NonlinearError;
use armlab_identify::online::live::LiveError;
use armlab_identify::payload::{GainError, PayloadError};
use armlab_identify::{KnowledgeError, RecordingError, SelectionError};
use armlab_log::LogError;
use std::fmt;

/// What a person can do about an error. The library states it as data; each front
/// end words it in its own terms (an option, a button, a keyword argument).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// Give the drive gains: the log holds currents.
    GiveGains,
    /// Give a log to learn from.
    GiveLog,
    /// Give a validation log.
    GiveValidation,
    /// Give the experiment (controller and reference) that made the log.
    GiveExperiment,
    /// Give a log of the robot with a payload, and its mass.
    GivePayload,
    /// Name the link that holds the payload: one of these.
    GivePayloadLink(Vec<String>),
    /// Map the log's columns.
    MapColumns,
    /// Mend the log: what to do about each of its errors; or override the check.
    FixLog(Vec<String>),
    /// Correct the description like this; or simulate it as it is.
    FixRobot(String),
    /// Examine the log for problems.
    CheckLog,
    /// Examine the description for problems.
    CheckRobot,
    /// Choose one of these.
    OneOf(Vec<String>),
    /// Anything else, in words that name no front end.
    Text(String),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GiveGains => f.write_str("give the drive gains (N m/A or N/A), one per joint"),
            Self::GiveLog => f.write_str("give a log to identify from"),
            Self::GiveValidation => f.write_str("give a validation log"),
            Self::GiveExperiment => {
                f.write_str("give the experiment: the controller and reference of the log")
            }
            Self::GivePayload => {
                f.write_str("give a log of the robot with a payload, and the payload's mass")
            }
            Self::GivePayloadLink(links) => {
                write!(f, "name the link that holds the payload: one of {}", links.join(", "))
            }
            Self::MapColumns => f.write_str("map the log's columns to the robot's joints"),
            Self::FixLog(actions) => f.write_str(&actions.join("; ")),
            Self::FixRobot(fix) => f.write_str(fix),
            Self::CheckLog => f.write_str("check the log"),
            Self::CheckRobot => f.write_str("check the robot's description"),
            Self::OneOf(names) => write!(f, "choose one of {}", names.join(", ")),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Why a workflow has no result.
#[derive(Debug)]
pub struct Error {
    message: String,
    hint: Option<Hint>,
    cancelled: bool,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// Result of a workflow.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error in words.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), hint: None, cancelled: false, source: None }
    }
    /// An error of a part of the library.
    pub fn from_source(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..Self::new("") }.named_by_source()
    }
    /// The work was cancelled.
    pub fn cancelled() -> Self {
        Self { cancelled: true, ..Self::new("cancelled") }
    }
    /// With a hint.
    pub fn hint(mut self, hint: Hint) -> Self {
        self.hint = Some(hint);
        self
    }
    /// What to do about it.
    pub fn get_hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }
    /// Whether the work was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }
    /// What went wrong, without the hint.
    pub fn message(&self) -> &str {
        &self.message
    }
    fn named_by_source(mut self) -> Self {
        self.message = self.source.as_ref().map_or_else(String::new, ToString::to_string);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|s| s.as_ref() as &(dyn std::error::Error + 'static))
    }
}

impl From<armlab_progress::Cancelled> for Error {
    fn from(_: armlab_progress::Cancelled) -> Self {
        Self::cancelled()
    }
}

impl From<LogError> for Error {
    fn from(error: LogError) -> Self {
        let LogError { file, place, message, hint } = error;
        Self::new(format_args!("{file}{place}: {message}")).hint(Hint::Text(hint))
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        let message = format!("{}: {}", error.place(), error.message);
        Self::new(message).hint(Hint::Text(error.hint))
    }
}

impl From<FrictionError> for Error {
    fn from(error: FrictionError) -> Self {
        let names = FrictionChoice::names().into_iter().map(|(name, _)| name).collect();
        Self::from_source(error).hint(Hint::OneOf(names))
    }
}

impl From<SettingError> for Error {
    fn from(error: SettingError) -> Self {
        let hint = Hint::Text(error.hint());
        Self::from_source(error).hint(hint)
    }
}

impl From<RecordingError> for Error {
    fn from(error: RecordingError) -> Self {
        let hint = match error {
            RecordingError::Gains { .. } | RecordingError::GainCount { .. } => Hint::GiveGains,
            RecordingError::Missing { .. } => Hint::MapColumns,
            _ => Hint::CheckLog,
        };
        Self::from_source(error).hint(hint)
    }
}

impl From<SelectionError> for Error {
    fn from(error: SelectionError) -> Self {
        match error {
            SelectionError::Cancelled(cancelled) => cancelled.into(),
            SelectionError::Recording(error) => error.into(),
            SelectionError::Estimation(error) => error.into(),
        }
    }
}

impl From<EstimationError> for Error {
    fn from(error: EstimationError) -> Self {
        match error {
            EstimationError::Cancelled(cancelled) => cancelled.into(),
            EstimationError::NoController => Self::from_source(error).hint(Hint::GiveExperiment),
            error => Self::from_source(error).hint(Hint::CheckLog),
        }
    }
}

impl From<LongError> for Error {
    fn from(error: LongError) -> Self {
        match error {
            LongError::Cancelled(cancelled) => cancelled.into(),
            LongError::Log(error) => error.into(),
            LongError::Recording(error) => error.into(),
            LongError::Selection(error) => error.into(),
            error => Self::from_source(error).hint(Hint::CheckLog),
        }
    }
}

macro_rules! with_hint {
    ($($error:ty => $hint:expr,)*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::from_source(error).hint($hint)
            }
        }
    )*};
}

with_hint! {
    BaseError => Hint::CheckRobot,
    LoopError => Hint::CheckRobot,
    KnowledgeError => Hint::Text("change the bounds or the prior".into()),
    PayloadError => Hint::CheckLog,
    GainError => Hint::GivePayload,
    NonlinearError => Hint::CheckLog,
    LiveError => Hint::CheckLog,
}
