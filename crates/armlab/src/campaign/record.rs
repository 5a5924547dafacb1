//! What is written: the plan once, and one record per task.

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

/// The result of one method in one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodRecord {
    /// The method.
    pub method: String,
    /// Estimated parameters; empty if it failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<f64>,
    /// Their standard deviations, where the method gives one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<Option<f64>>,
    /// Their 95 % intervals, where the method gives one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<Option<[f64; 2]>>,
    /// Prediction error on the noise-free log, percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unseen: Option<f64>,
    /// Why it failed.
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

impl PlanRecord {
    /// Number of tasks.
    pub fn tasks(&self) -> u64 {
        (self.levels.len() as u64).saturating_mul(self.seeds)
    }
    /// Fails where a plan that was read contradicts itself.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.names.len() != self.truth.len() {
            return Err("parameters and true values differ in number".into());
        }
        if self.tasks() == 0 {
            return Err("it has no tasks".into());
        }
        Ok(())
    }
    /// Fails where a task that was read is not one of this plan.
    pub(super) fn check_task(&self, record: &TaskRecord) -> Result<(), String> {
        let level = self.levels.get((record.task / self.seeds.max(1)) as usize);
        let seed = self.first_seed.wrapping_add(record.task % self.seeds.max(1));
        if level != Some(&record.level) || seed != record.seed {
            return Err(format!("task {} is not one of the plan", record.task));
        }
        let names = record.methods.iter().map(|m| &m.method);
        if !names.eq(&self.methods) {
            return Err(format!("task {} has other methods than the plan", record.task));
        }
        let fits = |m: &MethodRecord| m.values.is_empty() || m.values.len() == self.names.len();
        if !record.methods.iter().all(fits) {
            return Err(format!("task {} has other parameters than the plan", record.task));
        }
        Ok(())
    }
}
