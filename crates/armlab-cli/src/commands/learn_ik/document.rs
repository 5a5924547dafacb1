//! What was learnt, as a JSON document.

use armlab_papers::kinematic::Identified;
use serde::Serialize;

#[derive(Serialize)]
pub struct LearnIkReport {
    pub robot: String,
    /// What joints are regressed on.
    pub structure: String,
    pub methods: Vec<MethodDocument>,
}

#[derive(Serialize)]
pub struct MethodDocument {
    pub method: String,
    /// R² of each joint against what was measured.
    pub r2: Vec<f64>,
    pub mean_r2: f64,
    /// R² of each joint against its exact position.
    pub exact_r2: Vec<f64>,
    /// Coefficients of each joint's features.
    pub coefficients: Vec<Vec<f64>>,
    /// Diagonal of the covariance before the first sample; one number for all of
    /// the same, none for least squares.
    pub covariance: Vec<f64>,
    pub seconds: f64,
}

impl MethodDocument {
    pub fn of(
        method: &str,
        found: &Identified,
        exact_r2: Vec<f64>,
        covariance: Vec<f64>,
        seconds: f64,
    ) -> Self {
        Self {
            method: method.into(),
            r2: found.r2.clone(),
            mean_r2: found.mean_r2(),
            exact_r2,
            coefficients: found.coefficients.clone(),
            covariance,
            seconds,
        }
    }
}
