//! The estimate as a JSON document, as the command line's contract has it.

use super::export::Export;
use super::payload::{GainDocument, PayloadDocument};
use super::trust::TrustDocument;
use armlab::identify::ParameterEstimate;
use armlab::study::{Judged, Naive, Study, recommendation};
use armlab::validate::{Baselines, MassMatrixCheck, Metrics, Scope, Scores, Verdict, Whiteness};
use serde::Serialize;

/// What an identification found.
#[derive(Serialize)]
pub struct Document {
    /// The robot's name.
    pub robot: String,
    /// Base parameters and friction.
    pub unknowns: usize,
    /// Base parameters alone.
    pub base_parameters: usize,
    /// What was chosen on the data, and why.
    pub choices: Vec<String>,
    /// What was done to the logs.
    pub notes: Vec<String>,
    /// Errors of naive predictions on the data that methods are judged by.
    pub baselines: Baselines,
    /// The same joint by joint.
    pub naive: Naive,
    /// The motion that methods are judged by.
    pub scope: Scope,
    /// Methods, in the order they were asked for.
    pub methods: Vec<MethodDocument>,
    /// The method to take.
    pub recommended: &'static str,
    /// Why.
    pub recommendation: String,
    /// Methods that gave nothing, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// What the drives' currents are worth, where that was looked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<GainDocument>,
    /// The load, where one was weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<PayloadDocument>,
    /// How far the recommended estimate can be trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<TrustDocument>,
    /// The corrected description, where one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export: Option<Export>,
}

/// What one method found.
#[derive(Clone, Serialize)]
pub struct MethodDocument {
    /// Its name.
    pub method: &'static str,
    /// Link parameters and friction.
    pub parameters: Vec<ParameterDocument>,
    /// Base parameters and friction.
    pub base: Vec<ParameterDocument>,
    /// Combinations of unknowns that the data tell.
    pub rank: usize,
    /// `null` where it is infinite.
    pub condition: f64,
    /// With columns of length one.
    pub scaled_condition: f64,
    /// Whether bodies can have its parameters.
    pub physical: PhysicalDocument,
    /// Errors on its own data.
    pub fit: Scores,
    /// Errors on unseen data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Scores>,
    /// Indexes of each joint, on the data that methods are judged by.
    pub metrics: Vec<Metrics>,
    /// Whether each joint's residual is noise; `null` where that cannot be said.
    pub whiteness: Vec<Option<Whiteness>>,
    /// Whether the mass matrix is positive definite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_matrix: Option<MassMatrixCheck>,
    /// Whether it can be trusted.
    pub verdict: Verdict,
    /// What it says of itself.
    pub notes: Vec<String>,
    /// Time it took, s.
    pub seconds: f64,
}

/// A number with its error bar.
#[derive(Clone, Serialize)]
pub struct ParameterDocument {
    /// Name.
    pub name: String,
    /// Value.
    pub value: f64,
    /// Standard deviation; `null` where the data give none.
    pub std: Option<f64>,
    /// Unit.
    pub unit: String,
    /// Whether the data tell it.
    pub status: &'static str,
}

/// Whether bodies can have the parameters.
#[derive(Clone, Serialize)]
pub struct PhysicalDocument {
    /// All of them can.
    pub consistent: bool,
    /// The link that can least.
    pub worst_link: String,
    /// Smallest over largest eigenvalue of its pseudo-inertia.
    pub worst: f64,
}

impl Document {
    /// What a study found, `best` being the recommended one of `judged`. Payload,
    /// gains, trust and export are left to be filled in.
    pub fn of(study: &Study, judged: &[Judged], best: usize) -> Self {
        let naive = study.naive();
        Self {
            robot: study.robot.name().into(),
            unknowns: study.model.unknowns(),
            base_parameters: study.model.base().len(),
            choices: study.choice.reasons.clone(),
            notes: study.notes(),
            baselines: naive.baselines(),
            naive,
            scope: Scope::of(study.robot, study.judged_by()),
            recommended: judged[best].estimate.method,
            recommendation: recommendation(judged, best),
            methods: judged.iter().map(MethodDocument::of).collect(),
            skipped: Vec::new(),
            gains: Vec::new(),
            payload: None,
            trust: None,
            export: None,
        }
    }
}

impl MethodDocument {
    /// The document of a judged estimate.
    pub fn of(judged: &Judged) -> Self {
        let estimate = &judged.estimate;
        let list = |p: &[ParameterEstimate]| p.iter().map(ParameterDocument::of).collect();
        let physical = &estimate.physical;
        Self {
            method: estimate.method,
            parameters: list(&estimate.parameters),
            base: list(&estimate.unknowns),
            rank: estimate.rank,
            condition: estimate.condition,
            scaled_condition: estimate.scaled_condition,
            physical: PhysicalDocument {
                consistent: physical.consistent,
                worst_link: physical.worst_link.clone(),
                worst: physical.worst,
            },
            fit: judged.fit.clone(),
            validation: judged.validation.clone(),
            metrics: judged.metrics.clone(),
            whiteness: judged.whiteness.clone(),
            mass_matrix: judged.mass_matrix.clone(),
            verdict: judged.verdict.clone(),
            notes: estimate.notes.clone(),
            seconds: judged.seconds,
        }
    }
}

impl ParameterDocument {
    /// The document of an estimated number.
    pub fn of(p: &ParameterEstimate) -> Self {
        Self {
            name: p.name.clone(),
            value: p.value,
            std: p.deviation,
            unit: p.unit.clone(),
            status: p.status.name(),
        }
    }
}
