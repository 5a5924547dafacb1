//! The command line inside the package.

use armlab_cli::request;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::OsString;

/// The heading of options on how descriptions are read.
const READING: &str = "Reading descriptions";

/// Runs the armlab command; `words` begins with the program's name. Returns the exit code.
#[pyfunction]
pub fn main(py: Python, words: Vec<OsString>) -> u8 {
    py.detach(|| armlab_cli::main(words))
}

/// The options of a command, as dicts; None if there is no such command.
#[pyfunction]
pub fn options<'py>(py: Python<'py>, command: &str) -> PyResult<Option<Vec<Bound<'py, PyDict>>>> {
    let Some(options) = request::options(command) else { return Ok(None) };
    let listed = options.into_iter().map(|option| {
        let dict = PyDict::new(py);
        dict.set_item("keyword", option.name.replace('-', "_"))?;
        dict.set_item("name", option.name)?;
        dict.set_item("value", option.value)?;
        dict.set_item("switch", option.switch)?;
        dict.set_item("repeats", option.repeats)?;
        dict.set_item("default", option.default)?;
        dict.set_item("choices", option.choices)?;
        dict.set_item("reads", option.heading.as_deref() == Some(READING))?;
        dict.set_item("help", option.help)?;
        Ok(dict)
    });
    listed.collect::<PyResult<Vec<_>>>().map(Some)
}
