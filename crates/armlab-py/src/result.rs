//! Results of workflows: one class for all of them; the Python package gives each its own face.

use crate::error::{error, refused};
use crate::kept_robot::PyRobot;
use crate::log::columns;
use armlab::campaign::CampaignResult;
use armlab::diagnosis::Diagnosed;
use armlab::excitation::ExcitationResult;
use armlab::identification::CorrectedDescription;
use armlab::log::Log;
use armlab::robot::Robot;
use armlab::simulation::SimulationResult;
use armlab::validation::Validated;
use armlab_cli::request::Found;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use self_cell::self_cell;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What a result can be asked for.
pub trait Kept: Send + Sync {
    /// The document of `--json`.
    fn document(&self) -> serde_json::Result<String>;
    /// In words.
    fn summary(&self) -> String;
    /// The report as a page, or a figure.
    fn html(&self) -> Option<String> {
        None
    }
    /// Writes the files of `--out`.
    fn save(&self, folder: &Path) -> armlab::Result<Vec<PathBuf>>;
    /// The corrected description, of a method or of the recommended one.
    fn corrected(&self, _method: Option<&str>) -> Option<CorrectedDescription> {
        None
    }
    /// A log.
    fn log(&self) -> Option<&Log> {
        None
    }
    /// A text by its name: the samples of a motion, or its file.
    fn text(&self, _name: &str) -> Option<String> {
        None
    }
}

/// A document as the command line prints it.
pub fn json(document: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

/// The robots of an identification: the described one, and the true one where it is known.
pub struct Robots {
    pub robot: Robot,
    pub truth: Option<Robot>,
}

self_cell!(
    /// What an identification found, with the robots that it refers to.
    pub struct KeptFound {
        owner: Robots,
        #[covariant]
        dependent: Found,
    }
);

self_cell!(
    /// A validation with its robot.
    pub struct KeptValidated {
        owner: Robot,
        #[covariant]
        dependent: Validated,
    }
);

impl Kept for KeptFound {
    fn document(&self) -> serde_json::Result<String> {
        match self.borrow_dependent() {
            Found::Robot(found) => json(found.report()),
            Found::LoadFriction(report) => json(report),
            Found::Payload(report) => json(report),
        }
    }
    fn summary(&self) -> String {
        match self.borrow_dependent() {
            Found::Robot(found) => found.summary(),
            Found::LoadFriction(report) => {
                let word = if report.verdict.pass { "pass" } else { "fail" };
                format!("{}: load-dependent friction, verdict: {word}\n", report.robot)
            }
            Found::Payload(report) => {
                let load = &report.payload;
                format!("payload: {} ± {} kg on `{}`\n", load.mass, load.mass_std, load.link)
            }
        }
    }
    fn html(&self) -> Option<String> {
        match self.borrow_dependent() {
            Found::Robot(found) => Some(found.page().to_html()),
            _ => None,
        }
    }
    fn save(&self, folder: &Path) -> armlab::Result<Vec<PathBuf>> {
        match self.borrow_dependent() {
            Found::Robot(found) => found.save(folder),
            Found::LoadFriction(report) => report.save(folder),
            Found::Payload(_) => {
                let path = folder.join("payload.json");
                let text = self.document().map_err(armlab::Error::from_source)?;
                std::fs::create_dir_all(folder).map_err(armlab::Error::from_source)?;
                std::fs::write(&path, text).map_err(armlab::Error::from_source)?;
                Ok(vec![path])
            }
        }
    }
    fn corrected(&self, method: Option<&str>) -> Option<CorrectedDescription> {
        match (self.borrow_dependent(), method) {
            (Found::Robot(found), None) => Some(found.best().robot()),
            (Found::Robot(found), Some(name)) => found.method(name).map(|m| m.robot()),
            _ => None,
        }
    }
}

impl Kept for KeptValidated {
    fn document(&self) -> serde_json::Result<String> {
        json(self.borrow_dependent().report())
    }
    fn summary(&self) -> String {
        self.borrow_dependent().summary()
    }
    fn html(&self) -> Option<String> {
        Some(self.borrow_dependent().page().to_html())
    }
    fn save(&self, folder: &Path) -> armlab::Result<Vec<PathBuf>> {
        self.borrow_dependent().save(folder)
    }
}

impl Kept for Diagnosed {
    fn document(&self) -> serde_json::Result<String> {
        json(self.report())
    }
    fn summary(&self) -> String {
        Diagnosed::summary(self)
    }
    fn save(&self, folder: &Path) -> armlab::Result<Vec<PathBuf>> {
        Diagnosed::save(self, folder)
    }
}

impl Kept for ExcitationResult {
    fn document(&self) -> serde_json::Result<String> {
        json(self.report())
    }
    fn summary(&self) -> String {
        ExcitationResult::summary(self)
    }
    fn html(&self) -> Option<String> {
        Some(self.figure().to_svg())
    }
    fn save(&self, folder: &Path) -> armlab::Result<Vec<PathBuf>> {
        ExcitationResult::save(self, folder)
    }
    fn text(&self, name: &str) -> Option<String> {
        match name {
            "csv" => Some(self.csv()),
            "toml" => Some(self.toml()),
            _ => None,
        }
    }
}

impl Kept for SimulationResult {
    fn document(&self) -> serde_json::Result<String> {
        json(self.report())
    }
    fn summary(&self) -> String {
        SimulationResult::summary(self)
    }
    fn html(&self) -> Option<String> {
        Some(self.figure().to_svg())
    }
    fn save(&self, folder: &Path) -> armlab::Result<Vec<PathBuf>> {
        SimulationResult::save(self, folder)
    }
    fn log(&self) -> Option<&Log> {
        Some(SimulationResult::log(self))
    }
}

impl Kept for CampaignResult {
    fn document(&self) -> serde_json::Result<String> {
        json(self.report())
    }
    fn summary(&self) -> String {
        CampaignResult::summary(self)
    }
    fn html(&self) -> Option<String> {
        Some(self.page(None).to_html())
    }
    fn save(&self, folder: &Path) -> armlab::Result<Vec<PathBuf>> {
        self.save_ledger(folder)?;
        CampaignResult::save(self, folder)
    }
    fn text(&self, name: &str) -> Option<String> {
        let lines = self.records().iter().map(serde_json::to_string);
        (name == "records").then(|| lines.filter_map(Result::ok).collect::<Vec<_>>().join("\n"))
    }
}

/// The result of a workflow.
#[pyclass(module = "armlab._armlab", frozen)]
pub struct Outcome {
    pub kept: Box<dyn Kept>,
}

impl Outcome {
    pub fn new(kept: impl Kept + 'static) -> Self {
        Self { kept: Box::new(kept) }
    }
}

#[pymethods]
impl Outcome {
    fn json(&self, py: Python) -> PyResult<String> {
        py.detach(|| self.kept.document()).map_err(|e| error(e, "this is a bug in armlab"))
    }
    fn summary(&self) -> String {
        self.kept.summary()
    }
    fn html(&self, py: Python) -> Option<String> {
        py.detach(|| self.kept.html())
    }
    fn save(&self, py: Python, folder: PathBuf) -> PyResult<Vec<PathBuf>> {
        py.detach(|| self.kept.save(&folder)).map_err(refused)
    }
    #[pyo3(signature = (method=None))]
    fn robot(&self, py: Python, method: Option<&str>) -> PyResult<Option<PyRobot>> {
        let Some(corrected) = py.detach(|| self.kept.corrected(method)) else { return Ok(None) };
        let robot = corrected.robot().map_err(refused)?;
        Ok(Some(PyRobot::changed(robot.clone())))
    }
    fn log<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.kept.log().map(|log| columns(py, log)).transpose()
    }
    fn text(&self, name: &str) -> Option<String> {
        self.kept.text(name)
    }
}
