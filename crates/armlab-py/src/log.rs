//! Logs from files and from columns in memory.

use crate::arrow;
use crate::error::{error, refused};
use armlab::log::{Cells, Input, Log, Quantity, Table};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;

/// A log that is still to be read: a file, or columns in memory.
#[pyclass(module = "armlab._armlab", frozen)]
pub struct LogInput {
    pub input: Input,
}

/// A column: its numbers, or what it holds instead and how to make numbers of it.
#[derive(FromPyObject)]
pub enum ColumnArgument<'py> {
    Numbers(PyReadonlyArray1<'py, f64>),
    Other(String, String),
}

#[pymethods]
impl LogInput {
    /// The file at a path.
    #[staticmethod]
    fn path(path: PathBuf) -> Self {
        Self { input: Input::path(path) }
    }
    /// Columns by name.
    #[staticmethod]
    fn table(name: &str, columns: Vec<(String, ColumnArgument)>) -> PyResult<Self> {
        let cells = |column: ColumnArgument| match column {
            ColumnArgument::Numbers(numbers) => Cells::Numbers(numbers.as_array().to_vec()),
            ColumnArgument::Other(what, hint) => Cells::Other { what, hint },
        };
        let columns = columns.into_iter().map(|(name, column)| (name, cells(column))).collect();
        let table = Table::new(name, columns).map_err(|e| refused(e.into()))?;
        Ok(Self { input: Input::table(name, table) })
    }
}

/// Columns of an object with `__arrow_c_stream__`: pairs of name and array, or of name and what
/// the column holds instead.
#[pyfunction]
pub fn arrow_columns<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let py = object.py();
    let list = PyList::empty(py);
    for (name, cells) in arrow::read(object)? {
        match cells {
            Cells::Numbers(numbers) => list.append((name, PyArray1::from_vec(py, numbers)))?,
            Cells::Other { what, hint } => list.append((name, (what, hint)))?,
        }
    }
    Ok(list)
}

/// A log as a dict of arrays: `t`, then `q1`, … in SI units, then columns of other names.
pub fn columns<'py>(py: Python<'py>, log: &Log) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("t", PyArray1::from_slice(py, log.time()))?;
    for channel in log.channels() {
        let name = match channel.quantity {
            Quantity::Other => channel.name.clone(),
            quantity => quantity.column(channel.joint),
        };
        if dict.contains(&name)? {
            return Err(error(
                format_args!("two columns are called `{name}`"),
                "rename one of them",
            ));
        }
        dict.set_item(name, PyArray1::from_slice(py, &channel.values))?;
    }
    Ok(dict)
}

/// Writes columns as a log file, by the name's ending.
#[pyfunction]
pub fn write_log(columns: Vec<(String, PyReadonlyArray1<f64>)>, path: PathBuf) -> PyResult<()> {
    let mut time = None;
    let mut others = Vec::new();
    for (name, numbers) in columns {
        let numbers = numbers.as_array().to_vec();
        if name == "t" { time = Some(numbers) } else { others.push((name, numbers)) }
    }
    let Some(time) = time else {
        return Err(error("the log has no column `t`", "read it with armlab.read_log first"));
    };
    let log = Log::from_columns(time, others).map_err(|e| refused(e.into()))?;
    log.save(&path).map_err(|e| {
        let message = format!("{}: cannot be written: {e}", path.display());
        error(message, "give a name that ends in .csv, .npz, .parquet, .mat or .mcap")
    })
}
