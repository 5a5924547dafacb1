//! What was settled about the rows of some logs, as a document: further logs of the same
//! recordings are reduced with it elsewhere.

use super::kernels::Kernels;
use super::motion::{MotionPlan, MotionSource};
use super::report::{LogRows, RowReport};
use super::set::RowSet;
use crate::error::EstimationError;
use crate::problem::{Model, ProblemError};
use crate::recording::RecordingError;
use serde::{Deserialize, Serialize};

/// How rows are made: the cut-off, and what was found of each log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowPlan {
    /// Cut-off of the filter, Hz.
    cutoff: f64,
    logs: Vec<LogPlan>,
}

/// What was found of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct LogPlan {
    /// Delay of the efforts, s.
    delay: f64,
    sources: Vec<MotionSource>,
    /// Speeds below which a joint stands still.
    standstill: Vec<f64>,
    /// Position of each joint that rests all the time.
    #[serde(default)]
    rest: Vec<Option<f64>>,
    /// What is taken out of a row, times its effort's rate; empty if the delay is known.
    projection: Vec<f64>,
}

impl RowPlan {
    /// Number of logs that it was settled on.
    pub fn logs(&self) -> usize {
        self.logs.len()
    }
}

impl RowSet {
    /// What was settled.
    pub fn settled(&self) -> RowPlan {
        let logs = self.plans.iter().zip(&self.report.logs).zip(&self.projections);
        RowPlan {
            cutoff: self.report.cutoff,
            logs: logs
                .map(|(((_, plan), report), projection)| LogPlan {
                    delay: report.delay,
                    sources: plan.sources.clone(),
                    standstill: plan.standstill.clone(),
                    rest: plan.rest.clone(),
                    projection: projection.clone(),
                })
                .collect(),
        }
    }

    /// No rows yet of a log with this name and sampling interval, made as those of the plan's
    /// log number `like`.
    pub(crate) fn planned(
        model: &Model,
        plan: &RowPlan,
        like: usize,
        name: &str,
        step: f64,
    ) -> Result<Self, EstimationError> {
        let (joints, unknowns) = (model.joints(), model.unknowns());
        let fits = |log: &&LogPlan| {
            let projected = log.projection.is_empty() || log.projection.len() == unknowns + 1;
            log.sources.len() == joints && log.standstill.len() == joints && projected
        };
        let Some(log) = plan.logs.get(like).filter(fits) else {
            let found = plan.logs.get(like).map_or(0, |l| l.sources.len());
            return Err(ProblemError::Joints { log: name.into(), found, joints }.into());
        };
        let failed = |source| RecordingError::Signal { log: name.into(), source };
        let kernels = Kernels::new(plan.cutoff, step).map_err(failed)?;
        let motion = MotionPlan {
            sources: log.sources.clone(),
            standstill: log.standstill.clone(),
            rest: log.rest.clone(),
        };
        let kernels = if motion.is_logged() { kernels.for_logged_motion() } else { kernels };
        let report = LogRows {
            name: name.into(),
            samples: 0,
            period: None,
            unrepeated: None,
            ends: 0,
            rows: 0,
            spacing: kernels.every as f64 * kernels.step,
            delay: log.delay,
            delay_deviation: None,
            standstill: vec![0.0; joints],
            standstill_speed: log.standstill.clone(),
            sources: log.sources.clone(),
        };
        let report = RowReport { cutoff: plan.cutoff, logs: vec![report] };
        let projections = vec![log.projection.clone()];
        Ok(Self::without_rows(model, (kernels, motion), projections, report))
    }
}
