//! The result of an identification.

use super::corrected::CorrectedDescription;
use super::methods::{FailedMethod, MethodResult};
use super::problem::IdentificationProblem;
use super::report::page::{PageContent, page};
use super::report::{IdentificationReport, parameters_csv};
use super::summary;
use super::uncertainty::Uncertainty;
use crate::documents::file_name;
use crate::error::Result;
use crate::identify::{Estimate, EstimationError, ParameterEstimate};
use crate::report::html::Page;
use crate::robot::Robot;
use crate::robot::describe::write_toml;
use crate::saving;
use crate::uncertain_model::{self, UncertainModel};
use crate::validation::{Level, Scores, Verdict, with_distinct_names};
use std::fmt;
use std::path::{Path, PathBuf};

/// What an identification found: the results of its methods, which of them to use,
/// and how far to trust it.
pub struct Identified<'r> {
    pub(super) problem: IdentificationProblem<'r>,
    pub(super) results: Vec<MethodResult>,
    pub(super) failed: Vec<FailedMethod>,
    pub(super) best: usize,
    pub(super) corrected: CorrectedDescription,
    pub(super) uncertainty: Uncertainty,
    pub(super) models: Vec<Robot>,
    pub(super) report: IdentificationReport,
    pub(super) command: Option<String>,
    pub(super) accepted: Level,
    pub(super) cancelled: bool,
}

/// One method's result within an [`Identified`].
#[derive(Clone, Copy)]
pub struct IdentifiedMethod<'a> {
    identified: &'a Identified<'a>,
    index: usize,
}

impl<'r> Identified<'r> {
    /// The recommended method's result.
    pub fn best(&self) -> IdentifiedMethod<'_> {
        IdentifiedMethod { identified: self, index: self.best }
    }
    /// The results of all methods, in the order they were asked for.
    pub fn methods(&self) -> impl Iterator<Item = IdentifiedMethod<'_>> {
        (0..self.results.len()).map(|index| IdentifiedMethod { identified: self, index })
    }
    /// A method's result by its name.
    pub fn method(&self, name: &str) -> Option<IdentifiedMethod<'_>> {
        self.methods().find(|m| m.name() == name)
    }
    /// Methods without a result, and why.
    pub fn failed(&self) -> &[FailedMethod] {
        &self.failed
    }
    /// The verdict on the recommended result.
    pub fn verdict(&self) -> &Verdict {
        &self.results[self.best].verdict
    }
    /// Whether the verdict is as good as what is
    /// [accepted](crate::Identification::accept).
    pub fn is_accepted(&self) -> bool {
        self.verdict().status <= self.accepted
    }
    /// The uncertainty of the recommended result.
    pub fn uncertainty(&self) -> &Uncertainty {
        &self.uncertainty
    }
    /// Robots drawn from the uncertainty of the recommended result.
    pub fn models(&self) -> &[Robot] {
        &self.models
    }
    /// The unknowns and recordings that estimates rest on.
    pub fn problem(&self) -> &IdentificationProblem<'r> {
        &self.problem
    }
    /// Whether it was cancelled after the first results.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }
    /// Everything as one serialisable document, as it is written to `estimate.json`.
    pub fn report(&self) -> &IdentificationReport {
        &self.report
    }
    /// The document itself.
    pub fn into_report(self) -> IdentificationReport {
        self.report
    }
    /// The recommended method, its errors and its verdict in a few lines.
    pub fn summary(&self) -> String {
        summary::summary(&self.report)
    }
    /// The report as a page.
    pub fn page(&self) -> Page {
        let best = &self.results[self.best];
        page(&PageContent {
            document: &self.report,
            model: &self.problem.model,
            estimate: &best.estimate,
            fitted: &self.problem.fit_rows,
            unseen: &self.problem.unseen_rows,
            recordings: self.problem.evaluation_recordings(),
            predicted: &best.predicted,
            command: self.command.as_deref(),
        })
    }
    /// The files of [`save`](Self::save): names and contents.
    ///
    /// # Errors
    /// If the document cannot be serialised.
    pub fn files(&self) -> Result<Vec<(String, String)>> {
        let mut files = vec![
            ("report.html".to_string(), self.page().to_html()),
            ("parameters.csv".into(), parameters_csv(&self.report)),
            ("estimate.json".into(), saving::json(&self.report)?),
            (uncertain_model::FILE.into(), saving::json(&self.uncertain_model())?),
        ];
        files.extend(with_distinct_names(self.residuals()?));
        files.extend(self.corrected.files.iter().map(|f| (f.name.clone(), f.text.clone())));
        let name = file_name(self.problem.robot.name());
        let models = self.models.iter().enumerate();
        files.extend(
            models.map(|(k, m)| (format!("{name}-model-{:04}.toml", k + 1), write_toml(m))),
        );
        Ok(files)
    }
    /// The recommended result with its covariance, as it is written to `uncertainty.json`.
    pub fn uncertain_model(&self) -> UncertainModel {
        let best = &self.results[self.best];
        UncertainModel::new(&uncertain_model::Parts {
            model: &self.problem.model,
            couplings: &self.problem.choice.shape.couplings,
            estimate: &best.estimate,
            recordings: &self.problem.recordings,
            spacing: self.row_spacing(),
            fit: &best.fit,
            validation: best.validation.as_ref(),
            verdict: best.verdict.status.name().into(),
            command: self.command.clone(),
        })
    }
    fn row_spacing(&self) -> f64 {
        let logs = self.problem.rows.as_ref().map_or(&[][..], |r| &r.report().logs[..]);
        let step = self.problem.recordings.first().map_or(1.0, |r| r.step);
        logs.first().map_or(step, |l| l.spacing)
    }
    /// Measured and predicted efforts of every row of every log, by the recommended method.
    fn residuals(&self) -> Result<Vec<(String, String)>> {
        let problem = &self.problem;
        let joints: Vec<String> = problem.robot.driven_joints().map(|j| j.name.clone()).collect();
        let values = self.results[self.best].estimate.values();
        let mut files = Vec::new();
        for rows in [&problem.fit_rows, &problem.unseen_rows] {
            let predicted = rows.recordings.iter().map(|r| problem.model.predict(r, &values));
            let predicted = predicted.collect::<Result<Vec<_>, _>>();
            let predicted = predicted.map_err(EstimationError::from)?;
            files.extend(rows.residuals(&joints, &predicted));
        }
        Ok(files)
    }
    /// Writes `report.html`, `parameters.csv`, `estimate.json`, `uncertainty.json`,
    /// `residuals-<log>.csv` of each log, the corrected description as URDF and TOML, and drawn models into a folder; returns the paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        saving::write_all(folder.as_ref(), &self.files()?)
    }
}

impl fmt::Display for Identified<'_> {
    /// The summary, and a table of the recommended method's base parameters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        f.write_str("\n")?;
        for parameter in self.best().base_parameters() {
            writeln!(f, "{parameter}")?;
        }
        Ok(())
    }
}

impl<'a> IdentifiedMethod<'a> {
    /// The method's name.
    pub fn name(&self) -> &'static str {
        self.result().estimate.method
    }
    /// Its estimate, errors and verdict.
    pub fn result(&self) -> &'a MethodResult {
        &self.identified.results[self.index]
    }
    /// The estimate.
    pub fn estimate(&self) -> &'a Estimate {
        &self.result().estimate
    }
    /// Link parameters and friction. Single link parameters of a serial robot are
    /// seldom identifiable; their status says so.
    pub fn parameters(&self) -> &'a [ParameterEstimate] {
        &self.estimate().parameters
    }
    /// Base parameters and friction: what the data determine.
    pub fn base_parameters(&self) -> &'a [ParameterEstimate] {
        &self.estimate().unknowns
    }
    /// Errors on the logs that it was fitted to.
    pub fn fit(&self) -> &'a Scores {
        &self.result().fit
    }
    /// Errors on the validation logs, if there are any.
    pub fn validation(&self) -> Option<&'a Scores> {
        self.result().validation.as_ref()
    }
    /// The verdict.
    pub fn verdict(&self) -> &'a Verdict {
        &self.result().verdict
    }
    /// The corrected robot.
    pub fn robot(&self) -> CorrectedDescription {
        if self.index == self.identified.best {
            return self.identified.corrected.clone();
        }
        CorrectedDescription::new(&self.identified.problem, self.result())
    }
}
