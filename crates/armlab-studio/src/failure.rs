//! Why a request is not answered: a [`Problem`] with its status.

use crate::contract::Problem;
use armlab_files::FileError;
use armlab_log::{LogError, Place};
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Display;
use std::io;

/// What every route answers.
pub type Answer<T> = Result<T, Failure>;

/// A problem on its way out.
#[derive(Clone, Debug)]
pub struct Failure(pub Box<Problem>);

/// Longest text that is sent back: hostile files may have put megabytes into it.
const LONGEST: usize = 1000;

impl Failure {
    /// A problem of a kind, with what is wrong and what to do about it.
    pub fn new(status: StatusCode, kind: &str, detail: impl Display, hint: impl Display) -> Self {
        Self(Box::new(Problem {
            kind: kind.into(),
            title: status.canonical_reason().unwrap_or("Problem").into(),
            status: status.as_u16(),
            detail: shortened(detail),
            hint: shortened(hint),
            ..Problem::default()
        }))
    }
    /// Something that was asked for does not exist.
    pub fn missing(what: impl Display, hint: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", what, hint)
    }
    /// The request was understood, and something in it is wrong.
    pub fn wrong(detail: impl Display, hint: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong-input", detail, hint)
    }
    /// The request could not be understood.
    pub fn malformed(detail: impl Display, hint: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", detail, hint)
    }
    /// A field of the request is wrong.
    pub fn field(field: impl Into<String>, detail: impl Display, hint: impl Display) -> Self {
        let mut failure = Self::wrong(detail, hint);
        failure.0.field = Some(field.into());
        failure
    }
    /// A bug, or a disk that fails.
    pub fn internal(detail: impl Display) -> Self {
        let hint = "nothing was changed; if it happens again, report it with what you did";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail, hint)
    }
    /// The problem.
    pub fn problem(self) -> Problem {
        *self.0
    }
}

fn shortened(text: impl Display) -> String {
    let text = text.to_string();
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::BAD_REQUEST);
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        (status, kind, Json(self.0)).into_response()
    }
}

/// Errors of the library, with its hints in the words of the page.
impl From<armlab::Error> for Failure {
    fn from(error: armlab::Error) -> Self {
        let hint = match error.get_hint() {
            Some(hint) => hint.to_string(),
            None => "change the settings of the run".into(),
        };
        Self::wrong(error.message(), hint)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let FileError { file, line, column, message, hint } = error;
        let mut failure = Self::wrong(message, hint);
        failure.0.file = Some(shortened(file));
        if line > 0 {
            (failure.0.line, failure.0.column) = (Some(line), Some(column));
        }
        failure
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        let LogError { file, place, message, hint } = error;
        let mut failure = Self::wrong(format_args!("{file}{place}: {message}"), hint);
        failure.0.file = Some(shortened(file));
        let number = |n: u64| usize::try_from(n).ok();
        match place {
            Place::Line(line, column) => {
                (failure.0.line, failure.0.column) = (number(line), number(column));
            }
            Place::Row(row, column) => {
                (failure.0.line, failure.0.field) = (number(row), Some(column));
            }
            _ => {}
        }
        failure
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::missing("the file is not there", "reload the project"),
            _ => Self::internal(format_args!("a file could not be read or written: {error}")),
        }
    }
}
