//! The estimate as a JSON document, as the command line's contract has it.

use super::drives::GainDocument;
use super::export::Export;
use super::payload::PayloadDocument;
use super::trust::TrustDocument;
use armlab::identify::ParameterEstimate;
use armlab::study::{Judged, Naive};
use armlab::validate::{Baselines, MassMatrixCheck, Metrics, Scope, Scores, Verdict, Whiteness};
use serde::Serialize;

#[derive(Serialize)]
pub struct Document {
    pub robot: String,
    /// Base parameters and friction.
    pub unknowns: usize,
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
    pub methods: Vec<MethodDocument>,
    pub recommended: &'static str,
    /// Why.
    pub recommendation: String,
    /// Methods that gave nothing, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// What the drives' currents are worth, where that was looked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<GainDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<PayloadDocument>,
    /// How far the recommended estimate can be trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<TrustDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export: Option<Export>,
}

#[derive(Clone, Serialize)]
pub struct MethodDocument {
    pub method: &'static str,
    /// Link parameters and friction.
    pub parameters: Vec<ParameterDocument>,
    /// Base parameters and friction.
    pub base: Vec<ParameterDocument>,
    pub rank: usize,
    /// `null` where it is infinite.
    pub condition: f64,
    /// With columns of length one.
    pub scaled_condition: f64,
    pub physical: PhysicalDocument,
    pub fit: Scores,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Scores>,
    /// Indexes of each joint, on the data that methods are judged by.
    pub metrics: Vec<Metrics>,
    /// Whether each joint's residual is noise; `null` where that cannot be said.
    pub whiteness: Vec<Option<Whiteness>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_matrix: Option<MassMatrixCheck>,
    pub verdict: Verdict,
    pub notes: Vec<String>,
    pub seconds: f64,
}

#[derive(Clone, Serialize)]
pub struct ParameterDocument {
    pub name: String,
    pub value: f64,
    /// Standard deviation; `null` where the data give none.
    pub std: Option<f64>,
    pub unit: String,
    pub status: &'static str,
}

#[derive(Clone, Serialize)]
pub struct PhysicalDocument {
    pub consistent: bool,
    pub worst_link: String,
    /// Smallest over largest eigenvalue of its pseudo-inertia.
    pub worst: f64,
}

impl MethodDocument {
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
