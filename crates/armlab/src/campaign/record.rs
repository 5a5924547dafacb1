//! What is written down: the plan once, and one record per task.

use serde::{Deserialize, Serialize};

/// Everything that decides the results. Records of another plan are of no use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// The robot.
    pub robot: String,
    /// Names of the unknowns.
    pub names: Vec<String>,
    /// Their true values.
    pub truth: Vec<f64>,
    /// Methods.
    pub methods: Vec<String>,
    /// Factors of the noise.
    pub levels: Vec<f64>,
    /// Seeds per level.
    pub seeds: u64,
    /// The first seed.
    pub first_seed: u64,
    /// Everything else, in words: controller, motion, noise, friction.
    pub settings: Vec<String>,
}

/// What one method found in one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodRecord {
    /// The method.
    pub method: String,
    /// The unknowns it found; none if it found none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<f64>,
    /// Part of the efforts of a motion without noise that it does not predict,
    /// percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unseen: Option<f64>,
    /// Why it found none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Time, s: the one number that differs from run to run.
    pub seconds: f64,
}

/// One task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    /// Its number in the plan.
    pub task: u64,
    /// Factor of the noise.
    pub level: f64,
    /// Seed of the noise.
    pub seed: u64,
    /// Methods, in the plan's order.
    pub methods: Vec<MethodRecord>,
}

impl TaskRecord {
    /// The same without times, which are not the method's.
    pub fn timeless(&self) -> Self {
        let mut record = self.clone();
        record.methods.iter_mut().for_each(|m| m.seconds = 0.0);
        record
    }
}
