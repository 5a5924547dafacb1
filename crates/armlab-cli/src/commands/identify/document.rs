//! The estimate as a JSON document, as the command line's contract has it.

use super::export::Export;
use armlab::identify::{Estimate, ParameterEstimate};
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
    pub naive: NaiveDocument,
    /// The motion that methods are judged by.
    pub scope: Scope,
    pub methods: Vec<MethodDocument>,
    pub recommended: &'static str,
    /// Why.
    pub recommendation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export: Option<Export>,
}

/// Predictions that need no identification.
#[derive(Clone, Serialize)]
pub struct NaiveDocument {
    /// Predicting no effort misses all of it, percent.
    pub zero: f64,
    /// Predicting each joint's mean effort.
    pub mean: Scores,
    /// The description as it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub described: Option<Scores>,
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
    pub fn of(
        estimate: &Estimate,
        fit: Scores,
        validation: Option<Scores>,
        verdict: Verdict,
        seconds: f64,
    ) -> Self {
        let list = |p: &[ParameterEstimate]| p.iter().map(parameter).collect();
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
            fit,
            validation,
            metrics: Vec::new(),
            whiteness: Vec::new(),
            mass_matrix: None,
            verdict,
            notes: estimate.notes.clone(),
            seconds,
        }
    }
}

fn parameter(p: &ParameterEstimate) -> ParameterDocument {
    ParameterDocument {
        name: p.name.clone(),
        value: p.value,
        std: p.deviation,
        unit: p.unit.clone(),
        status: p.status.name(),
    }
}
