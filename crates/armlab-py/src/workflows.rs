//! The workflows: words of the command line's options, robots and logs in, results out.

use crate::call::run;
use crate::error::{error, failed};
use crate::kept_robot::PyRobot;
use crate::log::{LogInput, columns};
use crate::result::{KeptFound, KeptValidated, Outcome, Robots, json};
use armlab_cli::request::{self, HandedOver, Request};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::OsString;

/// Logs by the names that stand for them among the words.
pub type Logs<'py> = Vec<(String, PyRef<'py, LogInput>)>;

pub fn parsed(words: Vec<OsString>, logs: Logs) -> PyResult<Request> {
    let logs: HandedOver =
        logs.into_iter().map(|(name, log)| (name.into(), log.input.clone())).collect();
    Request::parse(words, logs).map_err(|e| failed(&e))
}

#[pyfunction]
#[pyo3(signature = (robot, words, logs, said, progress=None))]
pub fn identify(
    py: Python,
    robot: &PyRobot,
    words: Vec<OsString>,
    logs: Logs,
    said: &str,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Outcome> {
    let request = parsed(words, logs)?;
    let truth = request.truth().map_err(|e| failed(&e))?;
    let robot = request.changed((*robot.robot).clone()).map_err(|e| failed(&e))?;
    let found = run(py, progress, |observer, cancel| {
        KeptFound::try_new(Robots { robot, truth }, |robots| {
            request.identify(&robots.robot, robots.truth.as_ref(), said, observer, cancel)
        })
    })?;
    found.map(Outcome::new).map_err(|e| failed(&e))
}

#[pyfunction]
#[pyo3(signature = (robot, words, logs, said, progress=None))]
pub fn validate(
    py: Python,
    robot: &PyRobot,
    words: Vec<OsString>,
    logs: Logs,
    said: &str,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Outcome> {
    let request = parsed(words, logs)?;
    let robot = request.changed((*robot.robot).clone()).map_err(|e| failed(&e))?;
    let found = run(py, progress, |observer, cancel| {
        KeptValidated::try_new(robot, |robot| request.validate(robot, said, observer, cancel))
    })?;
    found.map(Outcome::new).map_err(|e| failed(&e))
}

macro_rules! workflow {
    ($($name:ident),*) => {$(
        #[pyfunction]
        #[pyo3(signature = (robot, words, logs, progress=None))]
        pub fn $name(
            py: Python,
            robot: &PyRobot,
            words: Vec<OsString>,
            logs: Logs,
            progress: Option<&Bound<PyAny>>,
        ) -> PyResult<Outcome> {
            let request = parsed(words, logs)?;
            let robot = request.changed((*robot.robot).clone()).map_err(|e| failed(&e))?;
            let found =
                run(py, progress, |observer, cancel| request.$name(&robot, observer, cancel))?;
            found.map(Outcome::new).map_err(|e| failed(&e))
        }
    )*};
}
workflow!(diagnose, excite, simulate, campaign);

/// The document of `armlab ik --json`.
#[pyfunction]
pub fn inverse_kinematics(py: Python, robot: &PyRobot, words: Vec<OsString>) -> PyResult<String> {
    let request = parsed(words, Vec::new())?;
    let robot = request.changed((*robot.robot).clone()).map_err(|e| failed(&e))?;
    run(py, None, |_, _| request.ik(&robot))?.map_err(|e| failed(&e))
}

/// A log as a dict of arrays, and the document of `armlab log --json`.
#[pyfunction]
#[pyo3(signature = (log, robot, words))]
pub fn read_log<'py>(
    py: Python<'py>,
    log: &LogInput,
    robot: Option<&PyRobot>,
    words: Vec<OsString>,
) -> PyResult<(Bound<'py, PyDict>, String)> {
    let request = parsed(words, Vec::new())?;
    let (input, robot) = (log.input.clone(), robot.map(|r| r.robot.clone()));
    let read = run(py, None, |_, _| {
        let (log, document) = request.log(&input, robot.as_deref())?;
        Ok((log, json(&document)))
    })?;
    let (log, document) = read.map_err(|e| failed(&e))?;
    let document = document.map_err(|e| error(e, "this is a bug in armlab"))?;
    Ok((columns(py, &log)?, document))
}

/// The document of `armlab check --json`; of a robot that is no file's, without words.
#[pyfunction]
pub fn check(py: Python, robot: &PyRobot, words: Option<Vec<OsString>>) -> PyResult<String> {
    let document = match words {
        Some(words) => {
            let request = parsed(words, Vec::new())?;
            run(py, None, |_, _| request.check().map(|report| json(&report)))?
                .map_err(|e| failed(&e))?
        }
        None => py.detach(|| json(&request::check(&robot.robot, Vec::new()))),
    };
    document.map_err(|e| error(e, "this is a bug in armlab"))
}
