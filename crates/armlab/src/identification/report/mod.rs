//! The estimate as a JSON document, as the command line's contract has it.

mod csv;
pub mod page;
mod payload;
mod tables;
mod uncertainty;

pub use csv::parameters_csv;
pub use payload::{GainReport, PayloadReport};
pub use uncertainty::{
    BiasReport, BootstrapParameter, BootstrapReport, RangeReport, UncertaintyReport,
};

use super::corrected::ExportReport;
use super::gravity_report::GravityReport;
use super::methods::MethodResult;
use super::problem::IdentificationProblem;
use crate::identify::CutoffTrial;
use crate::identify::parallel::RowReport;
use crate::identify::{ParameterEstimate, Trace, sensitivity};
use crate::log_check::LogCheck;
use crate::validation::{
    BaselineScores, Baselines, ConsistencyReport, MassMatrixCheck, Metrics, Scope, Scores, Verdict,
    Whiteness,
};
use serde::Serialize;

/// Part of its end within which an estimate has settled.
const SETTLED: f64 = 0.01;

/// What an identification found.
#[derive(Serialize)]
pub struct IdentificationReport {
    /// The robot's name.
    pub robot: String,
    /// Base parameters and friction.
    pub unknowns: usize,
    /// Base parameters alone.
    pub base_parameters: usize,
    /// What was chosen on the data, and why.
    pub choices: Vec<String>,
    /// Cut-offs that were tried: what a model from rows at each leaves unpredicted,
    /// over what the best one leaves.
    pub cutoffs: Vec<CutoffTrial>,
    /// How rows were made: cut-off, delays, standstill; none of logs that are
    /// read in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<RowReport>,
    /// The direction of gravity, where it was identified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<GravityReport>,
    /// Joints that were held at a value, rad or m.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<(String, f64)>,
    /// What was done to the logs.
    pub notes: Vec<String>,
    /// What the log check found.
    pub log_checks: Vec<LogCheck>,
    /// Errors of the baselines on the data that methods are evaluated on.
    pub baselines: Baselines,
    /// The same joint by joint.
    pub naive: BaselineScores,
    /// The motion that methods are evaluated on.
    pub scope: Scope,
    /// Methods, in the order they were asked for.
    pub methods: Vec<MethodReport>,
    /// The recommended method.
    pub recommended: &'static str,
    /// Why.
    pub recommendation: String,
    /// Properties of the data, and which methods suit them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// What the unknowns should be, or are described to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<ReferenceReport>,
    /// Sensitivity of the efforts to each unknown of the recommended estimate.
    pub sensitivity: Vec<SensitivityReport>,
    /// Methods without a result, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// Drive gains, where they were identified.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<GainReport>,
    /// The payload, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<PayloadReport>,
    /// Uncertainty of the recommended estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<UncertaintyReport>,
    /// The corrected description, where one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export: Option<ExportReport>,
}

/// What one method found.
#[derive(Clone, Serialize)]
pub struct MethodReport {
    /// Its name.
    pub method: &'static str,
    /// Link parameters and friction.
    pub parameters: Vec<ParameterReport>,
    /// Base parameters and friction.
    pub base: Vec<ParameterReport>,
    /// Combinations of unknowns that the data determine.
    pub rank: usize,
    /// `null` where it is infinite.
    pub condition: f64,
    /// With columns of length one.
    pub scaled_condition: f64,
    /// Whether its parameters are physically consistent.
    pub physical: ConsistencyReport,
    /// Errors on the logs it was fitted to.
    pub fit: Scores,
    /// Errors on the validation logs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Scores>,
    /// Indexes of each joint, on the data that methods are evaluated on.
    pub metrics: Vec<Metrics>,
    /// Whether each joint's residual is noise; `null` where that cannot be said.
    pub whiteness: Vec<Option<Whiteness>>,
    /// Whether the mass matrix is positive definite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_matrix: Option<MassMatrixCheck>,
    /// The verdict.
    pub verdict: Verdict,
    /// When it came within a percent of its end for good: seconds of the log, for
    /// methods that follow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<f64>,
    /// Generations, for searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// Relative change of all efforts per unit of each unknown.
    #[serde(skip)]
    pub effects: Vec<f64>,
    /// The trace of the estimate, for figures.
    #[serde(skip)]
    pub trace: Option<Trace>,
    /// What it says of itself.
    pub notes: Vec<String>,
    /// Time it took, s.
    pub seconds: f64,
}

/// Values of the unknowns to compare with.
#[derive(Clone, Serialize)]
pub struct ReferenceReport {
    /// `truth` or `description`.
    pub kind: &'static str,
    /// In the order of the unknowns.
    pub values: Vec<f64>,
}

/// What one unknown does to the efforts.
#[derive(Clone, Serialize)]
pub struct SensitivityReport {
    /// Name.
    pub name: String,
    /// Relative change of all efforts per relative change of the unknown.
    pub overall: f64,
    /// The same of each driven joint.
    pub joints: Vec<f64>,
    /// Part of the efforts left with the unknown a fifth smaller, percent.
    pub left_smaller: f64,
    /// With it a fifth larger.
    pub left_larger: f64,
}

/// A number with its error bar.
#[derive(Clone, Serialize)]
pub struct ParameterReport {
    /// Name; `b1`, `b2`, … for a combination of link parameters.
    pub name: String,
    /// The combination in words, where the name does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// Value.
    pub value: f64,
    /// Standard deviation; `null` where the data give none.
    pub std: Option<f64>,
    /// Lower end of the 95 % interval.
    pub lower: Option<f64>,
    /// Upper end of it.
    pub upper: Option<f64>,
    /// Unit.
    pub unit: String,
    /// Whether the data determine it.
    pub status: &'static str,
}

impl IdentificationReport {
    /// What was identified; `best` is the recommended one of the results. Payload,
    /// gains, uncertainty and export are filled in later.
    pub fn new(problem: &IdentificationProblem, results: &[MethodResult], best: usize) -> Self {
        let naive = problem.baseline_scores();
        let best_values = results[best].estimate.values();
        let sensitivities = sensitivity(&problem.reduced, &best_values);
        let effects: Vec<f64> = sensitivities
            .iter()
            .zip(&best_values)
            .map(|(s, v)| if *v == 0.0 { 0.0 } else { s.overall / v.abs() })
            .collect();
        let of = |j: &MethodResult| {
            let mut report = MethodReport { effects: effects.clone(), ..MethodReport::of(j) };
            for (p, base) in report.base.iter_mut().zip(&problem.model.base().parameters) {
                p.definition = Some(base.definition.clone()).filter(|d| *d != p.name);
            }
            report
        };
        let described = problem.robot.links().iter().any(|l| l.inertia.is_some());
        let reference = problem.model.values_of(problem.robot).filter(|_| described);
        Self {
            robot: problem.robot.name().into(),
            unknowns: problem.model.unknowns(),
            base_parameters: problem.model.base().len(),
            choices: problem.choice.reasons.clone(),
            cutoffs: problem.choice.curve.clone(),
            rows: problem.rows.as_ref().map(|r| r.report().clone()),
            gravity: None,
            locked: problem.robot.locked_joints().to_vec(),
            notes: problem.notes(),
            log_checks: Vec::new(),
            baselines: naive.baselines(),
            naive: naive.clone(),
            scope: Scope::of(problem.robot, problem.evaluation_recordings()),
            recommended: results[best].estimate.method,
            recommendation: String::new(),
            methods: results.iter().map(of).collect(),
            reasons: Vec::new(),
            reference: reference.map(|values| ReferenceReport { kind: "description", values }),
            sensitivity: problem
                .model
                .names()
                .into_iter()
                .zip(sensitivities)
                .map(|(name, s)| SensitivityReport {
                    name,
                    overall: s.overall,
                    joints: s.joints,
                    left_smaller: s.left[0],
                    left_larger: s.left[2],
                })
                .collect(),
            skipped: Vec::new(),
            gains: Vec::new(),
            payload: None,
            trust: None,
            export: None,
        }
    }

    /// `48 base parameters, 21 friction parameters`
    pub fn counts(&self) -> String {
        let friction = self.unknowns - self.base_parameters;
        format!("{} base parameters, {friction} friction parameters", self.base_parameters)
    }
    /// The recommended method.
    pub fn best(&self) -> Option<&MethodReport> {
        self.methods.iter().find(|m| m.method == self.recommended)
    }
    /// Methods, the recommended one first, then by verdict and prediction error.
    pub fn ranked(&self) -> Vec<&MethodReport> {
        let mut ranked: Vec<&MethodReport> = self.methods.iter().collect();
        let first = |m: &MethodReport| (m.method != self.recommended, m.verdict.status);
        ranked.sort_by(|a, b| {
            let errors = a.evaluated().relative.total_cmp(&b.evaluated().relative);
            first(a).cmp(&first(b)).then(errors)
        });
        ranked
    }
}

impl MethodReport {
    /// `pass`, `limited` or `fail`
    pub fn verdict_word(&self) -> &'static str {
        self.verdict.status.name()
    }
    /// Whether it is physically consistent: `yes`, or `no` with the link.
    pub fn consistent(&self) -> String {
        let ConsistencyReport { consistent, worst_link, .. } = &self.physical;
        if *consistent { "yes".into() } else { format!("no ({worst_link})") }
    }
    /// Names and definitions of base parameters that are combinations.
    pub fn legend(&self) -> impl Iterator<Item = (&str, &str)> {
        self.base.iter().filter_map(|p| Some((p.name.as_str(), p.definition.as_deref()?)))
    }
    /// Errors on the validation logs, or on its own where there are none.
    pub fn evaluated(&self) -> &Scores {
        self.validation.as_ref().unwrap_or(&self.fit)
    }

    /// Distance of the unknowns from reference values, each counted as the efforts
    /// it makes, percent.
    pub fn distance(&self, reference: &[f64]) -> f64 {
        let apart = self.base.iter().zip(reference).zip(&self.effects);
        let square: f64 = apart.map(|((p, r), effect)| ((p.value - r) * effect).powi(2)).sum();
        100.0 * square.sqrt()
    }

    /// The document of a results estimate.
    pub fn of(results: &MethodResult) -> Self {
        let estimate = &results.estimate;
        let list = |p: &[ParameterEstimate]| p.iter().map(ParameterReport::of).collect();
        let physical = &estimate.physical;
        Self {
            method: estimate.method,
            parameters: list(&estimate.parameters),
            base: list(&estimate.unknowns),
            rank: estimate.rank,
            condition: estimate.condition,
            scaled_condition: estimate.scaled_condition,
            physical: physical.clone().into(),
            fit: results.fit.clone(),
            validation: results.validation.clone(),
            metrics: results.metrics.clone(),
            whiteness: results.whiteness.clone(),
            mass_matrix: results.mass_matrix.clone(),
            verdict: results.verdict.clone(),
            settled: estimate.trace.as_ref().and_then(|t| t.settled(SETTLED)),
            generations: estimate
                .trace
                .as_ref()
                .filter(|t| t.values.is_empty())
                .and_then(|t| t.at.last())
                .map(|g| *g as u64),
            effects: Vec::new(),
            trace: estimate.trace.clone(),
            notes: estimate.notes.clone(),
            seconds: results.seconds,
        }
    }
}

impl ParameterReport {
    /// The document of an estimated number.
    pub fn of(p: &ParameterEstimate) -> Self {
        Self {
            name: p.name.clone(),
            definition: None,
            value: p.value,
            std: p.deviation,
            lower: p.interval.map(|i| i[0]),
            upper: p.interval.map(|i| i[1]),
            unit: p.unit.clone(),
            status: p.status.name(),
        }
    }
}
