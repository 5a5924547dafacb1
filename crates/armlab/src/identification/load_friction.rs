//! Masses together with the friction laws of the description, which may depend on
//! the joints' loads: by variable projection and by bounded least squares.

use super::builder::Identification;
use super::payload::noted;
use crate::documents::file_name;
use crate::error::{Error, Hint, Result};
use crate::identify::nonlinear::{
    FrictionProblem, NonlinearEstimate, Settings, bounded, projected,
};
use crate::identify::{RawRecording, Recording, RecordingError};
use crate::progress::{CancelToken, Observer, Progress};
use crate::robot::Robot;
use crate::signal::Filter;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Relative standard deviation of the description's masses, as a prior.
const PRIOR: f64 = 0.25;
/// Half width of the box of masses around the description's, relative.
const BOX: f64 = 0.5;
/// The filter by which positions are differentiated where no cut-off is given.
const FILTER: &str = "sg:21:5";

/// What was identified.
#[derive(Clone, Serialize)]
pub struct LoadFrictionReport {
    /// The robot's name.
    pub robot: String,
    /// Samples in motion.
    pub rows: usize,
    /// How the logs were processed.
    pub notes: Vec<String>,
    /// Each method.
    pub methods: Vec<LoadFrictionMethod>,
    /// The robot as the first method found it, if its parameters are possible.
    #[serde(skip)]
    pub corrected: Option<Robot>,
}

/// One method's estimate.
#[derive(Clone, Serialize)]
pub struct LoadFrictionMethod {
    /// Its name.
    pub method: &'static str,
    /// Root mean square of the residual, N m or N.
    pub rms: f64,
    /// Combinations of unknowns that the data determine.
    pub rank: usize,
    /// Unknowns.
    pub unknowns: usize,
    /// Evaluations of the model.
    pub evaluations: usize,
    /// Whether it converged.
    pub converged: bool,
    /// Parameters.
    pub parameters: Vec<LoadFrictionParameter>,
    /// Combinations of parameters that change no effort.
    pub hidden: Vec<String>,
}

/// One parameter.
#[derive(Clone, Serialize)]
pub struct LoadFrictionParameter {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Value.
    pub value: f64,
    /// Standard deviation.
    pub std: Option<f64>,
    /// Whether the data determine it.
    pub status: &'static str,
    /// Whether it lies on a bound.
    pub on_bound: bool,
    /// Parameters that it cannot be told apart from.
    pub shared: Option<String>,
}

impl Identification<'_> {
    /// Identifies masses together with the friction laws of the description.
    ///
    /// # Errors
    /// If the description has no friction laws, or a log cannot be used.
    pub fn run_load_friction(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<LoadFrictionReport> {
        let (robot, progress) = (self.robot, Progress::new(observer, cancel));
        if robot.driven_joints().all(|j| j.friction.is_none()) {
            let hint = "add `friction = { law = \"load\", … }` to its joints, or choose another \
                        friction model";
            return Err(
                Error::new("the description has no friction laws").hint(Hint::Text(hint.into()))
            );
        }
        progress.start("reading logs");
        let mut checks = Vec::new();
        let raw = self.read(&self.logs, &mut checks)?;
        let recordings = raw.iter().map(|r| conditioned(r, self.cutoff));
        let recordings = recordings.collect::<Result<Vec<Recording>, _>>()?;
        progress.start("reactions along the logs");
        let problem = FrictionProblem::new(robot, &recordings, Settings::default())?;
        let start = problem.described();
        let range = |_: &str, value: f64| (value - BOX * value.abs(), value + BOX * value.abs());
        let bounds = problem.bounds(range)?;
        progress.check()?;
        progress.start("variable projection");
        let first = projected(&problem, &bounds, &start, PRIOR)?;
        progress.check()?;
        progress.start("bounded least squares");
        let found = [first, bounded(&problem, &bounds, &start)?];
        let notes =
            recordings.iter().flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)));
        Ok(LoadFrictionReport {
            robot: robot.name().into(),
            rows: problem.rows(),
            notes: noted(notes.collect(), &checks),
            corrected: found[0].corrected(&problem),
            methods: found.iter().map(LoadFrictionMethod::of).collect(),
        })
    }
}

impl LoadFrictionReport {
    /// Writes `estimate.json` and the corrected description into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let mut files = vec![("estimate.json".to_string(), crate::saving::json(self)?)];
        if let Some(robot) = &self.corrected {
            let name = format!("{}-identified.toml", file_name(&self.robot));
            files.push((name, crate::robot::describe::write_toml(robot)));
        }
        crate::saving::write_all(folder.as_ref(), &files)
    }
}

/// Logged accelerations as they are; else low-passed where a cut-off is given, and
/// differentiated by local polynomials where not.
fn conditioned(raw: &RawRecording, cutoff: Option<f64>) -> Result<Recording, RecordingError> {
    let filter: Option<Filter> = FILTER.parse().ok();
    match (raw.is_complete(), cutoff, filter) {
        (false, None, Some(filter)) => raw.condition_with(&filter),
        _ => raw.condition(cutoff),
    }
}

impl LoadFrictionMethod {
    fn of(estimate: &NonlinearEstimate) -> Self {
        let parameters = estimate.parameters.iter().map(|p| LoadFrictionParameter {
            name: p.name.clone(),
            unit: p.unit.clone(),
            value: p.value,
            std: p.deviation,
            status: p.status.name(),
            on_bound: p.bound.is_some(),
            shared: p.shared.clone(),
        });
        Self {
            method: estimate.method,
            rms: estimate.rms,
            rank: estimate.identifiability.rank,
            unknowns: estimate.identifiability.unknowns,
            evaluations: estimate.evaluations,
            converged: estimate.converged,
            parameters: parameters.collect(),
            hidden: estimate.identifiability.hidden.clone(),
        }
    }
}
