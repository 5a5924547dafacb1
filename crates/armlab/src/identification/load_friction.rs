//! Masses together with the friction laws of the description, which may depend on
//! the joints' loads: by variable projection and by bounded least squares.

use super::builder::Identification;
use super::corrected::{RoundTrip, read_back};
use super::payload::noted;
use super::repeated::{unseen, used_once};
use crate::documents::file_name;
use crate::error::{Error, Hint, Result};
use crate::identify::nonlinear::{
    FrictionProblem, NonlinearEstimate, Settings, bounded, pattern, projected,
};
use crate::identify::{RawRecording, Recording, RecordingError, consistency};
use crate::optimize::{PatternSearch, Step};
use crate::progress::{CancelToken, Observer, Progress};
use crate::robot::Robot;
use crate::signal::Filter;
use crate::validation::{
    Baselines, Conditioned, ErrorLimits, Evidence, LogEvidence, MASS_POSES, Scope, Scores, Verdict,
    check_mass_matrix, conditioned, effort_noise, judge, mean_scores, predict_described,
    related_to_motion, scores, with_distinct_names,
};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Relative standard deviation of the description's masses, as a prior.
const PRIOR: f64 = 0.25;
/// Half width of the box of masses around the description's, relative.
const BOX: f64 = 0.5;
/// Evaluations per unknown of a pattern search, as its papers' program takes them.
const POLLS: usize = 2000;
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
    /// Errors of the first method's robot on the logs it was fitted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<Scores>,
    /// Errors on the validation logs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Scores>,
    /// The verdict on the first method's robot.
    pub verdict: Verdict,
    /// The corrected description as a file, read again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<RoundTrip>,
    /// The robot as the first method found it, if a description can state it.
    #[serde(skip)]
    pub corrected: Option<Robot>,
    /// Measured and predicted efforts of every row: file names and texts.
    #[serde(skip)]
    residuals: Vec<(String, String)>,
    /// Whether the verdict is as good as what is [accepted](Identification::accept).
    #[serde(skip)]
    pub accepted: bool,
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
            let hint = "add `friction = { law = \"bearing\", … }` to its joints, or choose another \
                        friction model";
            return Err(
                Error::new("the description has no friction laws").hint(Hint::Text(hint.into()))
            );
        }
        progress.start("reading logs");
        let mut checks = Vec::new();
        let mut repeated = Vec::new();
        let raw = used_once(self.read(&self.logs, &mut checks)?, &mut repeated);
        let recordings = raw.iter().map(|r| smoothed(r, self.cutoff));
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
        let mut found = vec![first, bounded(&problem, &bounds, &start)?];
        if self.names_method("pattern-search") {
            progress.start("pattern search");
            let watch = &mut |_: &Step| match progress.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let (search, most) = (PatternSearch::default(), POLLS * problem.unknowns());
            found.push(pattern(&problem, &bounds, &start, &search, most, watch)?);
            progress.check()?;
        }
        let mut report = LoadFrictionReport {
            robot: robot.name().into(),
            rows: problem.rows(),
            notes: Vec::new(),
            methods: found.iter().map(LoadFrictionMethod::of).collect(),
            fit: None,
            validation: None,
            verdict: Verdict::default(),
            file: None,
            corrected: found[0].corrected(&problem),
            residuals: Vec::new(),
            accepted: false,
        };
        progress.start("validation");
        let other = self.read(&self.validation, &mut checks)?;
        let notes =
            recordings.iter().flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)));
        report.notes = noted(notes.collect(), &checks);
        let own = conditioned(robot, &raw, self.cutoff, &progress)?;
        let other = unseen(other, &raw, &mut repeated);
        let other = if other.is_empty() {
            None
        } else {
            Some(conditioned(robot, &other, self.cutoff, &progress)?)
        };
        report.judge(robot, own, other, &self.limits);
        repeated.into_iter().for_each(|text| report.verdict.remark(text));
        report.accepted = report.verdict.status <= self.accepted;
        Ok(report)
    }
}

/// What a description predicts for recordings; `None` where it predicts nothing.
fn predicted(robot: &Robot, recordings: &[Recording]) -> Option<Vec<Vec<Vec<f64>>>> {
    recordings.iter().map(|r| predict_described(robot, r).ok()).collect()
}

impl LoadFrictionReport {
    /// Judges the corrected robot by its errors, its bodies and its file.
    fn judge(
        &mut self,
        described: &Robot,
        own: Conditioned,
        other: Option<Conditioned>,
        limits: &ErrorLimits,
    ) {
        let Some(robot) = self.corrected.clone() else {
            self.verdict.object("a description cannot state these parameters");
            return;
        };
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let mut evaluated = |part: &Conditioned| -> Option<(Scores, Vec<Vec<Vec<f64>>>)> {
            let predicted = predicted(&robot, &part.rows.recordings)?;
            self.residuals.extend(part.rows.residuals(&names, &predicted));
            Some((scores(&part.rows.recordings, &predicted), predicted))
        };
        let (fit, unseen) = (evaluated(&own), other.as_ref().and_then(&mut evaluated));
        let Some((fit, fitted)) = fit else {
            self.verdict.object("the corrected description predicts no efforts along the log");
            return;
        };
        let (validation, predicted_efforts) = match unseen {
            Some((scores, predicted)) => (Some(scores), predicted),
            None => (None, fitted),
        };
        let judged = other.as_ref().filter(|_| validation.is_some()).unwrap_or(&own);
        let recordings = &judged.rows.recordings;
        let physical = consistency(&robot, &robot.parameter_values());
        let described = predicted(described, recordings).map(|p| scores(recordings, &p).relative);
        let baselines = Baselines { mean: mean_scores(recordings).relative, described };
        let missing = self.methods.first().map_or(0, |m| m.unknowns.saturating_sub(m.rank));
        self.verdict = judge(&Evidence {
            own: &fit,
            unseen: validation.as_ref(),
            baselines: &baselines,
            log: &LogEvidence {
                noise: effort_noise(recordings),
                unrepeated: Vec::new(),
                free: judged.free.clone(),
                related: related_to_motion(recordings, &predicted_efforts),
                still: Scope::of(&robot, recordings).still(),
            },
            consistent: physical.consistent,
            not_excited: missing,
            joints: &names,
            limits,
        });
        (self.fit, self.validation) = (Some(fit), validation);
        if self.methods.first().is_some_and(|m| !m.converged) {
            self.verdict.object("the search did not converge");
        }
        if let Ok(mass) = check_mass_matrix(&robot, MASS_POSES, 0) {
            self.verdict.consider_mass(&mass);
        }
        self.verdict.scope = Scope::of(&robot, recordings).statements();
        match read_back(&self.file_name(), &robot) {
            Ok(file) => self.file = Some(file),
            Err(why) => {
                self.verdict.object(why);
                self.corrected = None;
            }
        }
    }

    fn file_name(&self) -> String {
        format!("{}-identified.toml", file_name(&self.robot))
    }

    /// Writes `estimate.json`, `residuals-<log>.csv` of each log and the corrected description
    /// into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let mut files = vec![("estimate.json".to_string(), crate::saving::json(self)?)];
        files.extend(with_distinct_names(self.residuals.clone()));
        if let Some(robot) = &self.corrected {
            files.push((self.file_name(), crate::robot::describe::write_toml(robot)));
        }
        crate::saving::write_all(folder.as_ref(), &files)
    }
}

/// Logged accelerations as they are; else low-passed where a cut-off is given, and
/// differentiated by local polynomials where not.
fn smoothed(raw: &RawRecording, cutoff: Option<f64>) -> Result<Recording, RecordingError> {
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
