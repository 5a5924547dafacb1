//! An identification in parts: plans as text and reduced parts as bytes, which other processes
//! understand.

use crate::call::run;
use crate::error::{error, failed};
use crate::kept_robot::PyRobot;
use crate::result::{KeptFound, Outcome, Robots};
use crate::workflows::{Logs, parsed};
use armlab::identification::PartsPlan;
use armlab::identify::long::ReducedPart;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::OsString;

fn plan_of(text: &str) -> PyResult<PartsPlan> {
    serde_json::from_str(text)
        .map_err(|e| error(format_args!("this is no plan of parts: {e}"), "make the plan anew"))
}

/// Settles what all parts have in common; returns it as text.
#[pyfunction]
#[pyo3(signature = (robot, words, logs, progress=None))]
pub fn plan_parts(
    py: Python,
    robot: &PyRobot,
    words: Vec<OsString>,
    logs: Logs,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<String> {
    let request = parsed(words, logs)?;
    let robot = request.changed((*robot.robot).clone()).map_err(|e| failed(&e))?;
    let plan = run(py, progress, |observer, cancel| request.plan_parts(&robot, observer, cancel))?;
    let plan = plan.map_err(|e| failed(&e))?;
    serde_json::to_string(&plan).map_err(|e| error(e, "this is a bug in armlab"))
}

/// Reduces the log that the words name, which is number `log` of the plan.
#[pyfunction]
#[pyo3(signature = (robot, words, logs, plan, log, progress=None))]
pub fn reduce_part<'py>(
    py: Python<'py>,
    robot: &PyRobot,
    words: Vec<OsString>,
    logs: Logs,
    plan: &str,
    log: usize,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (request, plan) = (parsed(words, logs)?, plan_of(plan)?);
    let robot = request.changed((*robot.robot).clone()).map_err(|e| failed(&e))?;
    let part = run(py, progress, |observer, cancel| {
        request.reduce_part(&robot, &plan, log, observer, cancel).map(|part| part.to_bytes())
    })?;
    Ok(PyBytes::new(py, &part.map_err(|e| failed(&e))?))
}

/// Merges parts of neighbouring logs, in order.
#[pyfunction]
pub fn merge_parts<'py>(py: Python<'py>, parts: Vec<Vec<u8>>) -> PyResult<Bound<'py, PyBytes>> {
    let merged = py.detach(|| {
        let parts: Result<Vec<_>, _> = parts.iter().map(|b| ReducedPart::from_bytes(b)).collect();
        parts.map(|parts| ReducedPart::merged(parts).map(|part| part.to_bytes()))
    });
    let merged = merged.map_err(|e| error(e, "reduce these logs anew"))?;
    let different = || error("the parts are of different robots or options", "reduce them anew");
    Ok(PyBytes::new(py, &merged.ok_or_else(different)?))
}

/// Identifies from the merged parts of all logs.
#[pyfunction]
#[pyo3(signature = (robot, words, logs, plan, part, said, progress=None))]
pub fn identify_parts(
    py: Python,
    robot: &PyRobot,
    words: Vec<OsString>,
    logs: Logs,
    plan: &str,
    part: &[u8],
    said: &str,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Outcome> {
    let (request, plan) = (parsed(words, logs)?, plan_of(plan)?);
    let part = ReducedPart::from_bytes(part).map_err(|e| error(e, "reduce the logs anew"))?;
    let truth = request.truth().map_err(|e| failed(&e))?;
    let robot = request.changed((*robot.robot).clone()).map_err(|e| failed(&e))?;
    let found = run(py, progress, |observer, cancel| {
        KeptFound::try_new(Robots { robot, truth }, |robots| {
            let (robot, truth) = (&robots.robot, robots.truth.as_ref());
            request.identify_parts(robot, truth, (&plan, part), said, observer, cancel)
        })
    })?;
    found.map(Outcome::new).map_err(|e| failed(&e))
}
