//! Errors of the library as Python exceptions: the same message, and the hint with keyword
//! arguments for the command line's options.

use armlab_cli::failure::{self, Failure};
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

create_exception!(
    armlab,
    ArmlabError,
    PyValueError,
    "Input that cannot be used. `message` says what is wrong, `hint` what would be right."
);

/// An error with a hint.
pub fn error(message: impl std::fmt::Display, hint: impl std::fmt::Display) -> PyErr {
    raised(&message.to_string(), Some(&hint.to_string()))
}

fn raised(message: &str, hint: Option<&str>) -> PyErr {
    let text = match hint {
        Some(hint) => format!("{message}\nhint: {hint}"),
        None => message.to_string(),
    };
    let error = ArmlabError::new_err(text);
    Python::attach(|py| {
        let value = error.value(py);
        // An exception takes any attribute; without them its text still says everything.
        let _ = value.setattr("message", message);
        let _ = value.setattr("hint", hint);
    });
    error
}

/// What a command of the command line would have said.
pub fn failed(failure: &Failure) -> PyErr {
    if failure.code() == failure::INTERRUPTED {
        return PyKeyboardInterrupt::new_err(());
    }
    let hint = failure.hint().map(as_keywords);
    raised(&as_keywords(failure.message()), hint.as_deref())
}

/// An error of the library.
pub fn refused(error: armlab::Error) -> PyErr {
    failed(&Failure::from(error))
}

/// Options as keyword arguments: `--max-error` becomes `max_error=`.
fn as_keywords(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, option) = rest.split_at(at);
        let name = &option[2..];
        let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        let (name, after) = name.split_at(end.unwrap_or(name.len()));
        let word = name.starts_with(|c: char| c.is_ascii_lowercase());
        out.push_str(before);
        if word && !before.ends_with('-') {
            out.push_str(&name.replace('-', "_"));
            out.push('=');
            rest = after.strip_prefix([' ', '=']).unwrap_or(after);
        } else {
            out.push_str("--");
            rest = &option[2..];
        }
    }
    out + rest
}
