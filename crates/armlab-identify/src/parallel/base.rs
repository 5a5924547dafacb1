//! Rows before friction is chosen: they serve every shape of it.

use super::filtered::FilteredStretch;
use super::kernels::Kernels;
use super::motion::{MotionPlan, MotionPlans, stretches};
use super::period::repeats_after;
use crate::error::EstimationError;
use crate::problem::Model;
use crate::recording::{RawRecording, RecordingError};
use armlab_engine::friction::FrictionModel;

/// A period is looked for at so many points between two rows, …
const BETWEEN_ROWS: usize = 8;
/// … unless a log had more than this number of points.
const MOST_POINTS: usize = 20_000;

/// A log's rows before friction is chosen.
pub(super) struct BaseLog {
    pub name: String,
    pub kernels: Kernels,
    pub plan: MotionPlan,
    pub samples: usize,
    pub ends: usize,
    pub stretches: Vec<FilteredStretch>,
}

/// Logs' base rows at one cut-off, which serve every friction.
pub(crate) struct BaseRows {
    pub(super) cutoff: f64,
    pub(super) logs: Vec<BaseLog>,
}

impl BaseRows {
    /// Filters logs' base columns.
    pub fn new(model: &Model, raw: &[RawRecording], cutoff: f64) -> Result<Self, EstimationError> {
        Self::with_plans(model, raw, cutoff, &MotionPlans::default())
    }

    /// The same with plans that were found for other cut-offs of the same logs.
    pub fn with_plans(
        model: &Model,
        raw: &[RawRecording],
        cutoff: f64,
        plans: &MotionPlans,
    ) -> Result<Self, EstimationError> {
        let plain = without_friction(model);
        let mut logs: Vec<BaseLog> = Vec::with_capacity(raw.len());
        let mut number = 0;
        // Windows of one log: one delay for all, and one plan.
        for windows in raw.chunk_by(RawRecording::is_of_log_of) {
            let (name, step) = (windows[0].name(), windows[0].step());
            let failed = |source| RecordingError::Signal { log: name.to_string(), source };
            let kernels = Kernels::new(cutoff, step).map_err(failed)?;
            let each = windows.iter().enumerate();
            let each = each.map(|(k, window)| (window, plans.of(number + k, window, &kernels)));
            let plan = MotionPlan::of_all(each);
            number += windows.len();
            let kernels = if plan.is_logged() { kernels.for_logged_motion() } else { kernels };
            let (mut samples, mut ends, mut all) = (0, 0, Vec::new());
            for window in windows {
                let found = stretches(window, &kernels, &plan);
                if found.is_empty() {
                    let rows = window.stretches().iter().map(|s| s.len()).max().unwrap_or(0);
                    let needed = 2 * kernels.lost() + 1;
                    let log = name.to_string();
                    return Err(RecordingError::ShortForFilter { log, rows, needed, cutoff }.into());
                }
                samples += window.stretches().iter().map(|s| s.len()).sum::<usize>();
                ends += 2 * kernels.lost() * found.len();
                for stretch in found {
                    all.push(FilteredStretch::base(&plain, stretch, &kernels)?);
                }
            }
            let name = name.into();
            logs.push(BaseLog { name, kernels, plan, samples, ends, stretches: all });
        }
        Ok(Self { cutoff, logs })
    }

    /// Speed of a joint below which its direction is not known, in the worst log.
    pub fn standstill(&self, joint: usize) -> f64 {
        let speeds = self.logs.iter().filter_map(|log| log.plan.standstill.get(joint));
        speeds.copied().fold(0.0, f64::max)
    }
}

/// The period of a log's motion, s. It is looked for between rows, too: a period that is no whole
/// number of rows would not show in these.
pub(super) fn period(log: &BaseLog) -> Option<f64> {
    let [stretch] = &log.stretches[..] else { return None };
    let motion = &stretch.stretch.motion;
    let finest = motion.samples().div_ceil(MOST_POINTS);
    let stride = (log.kernels.every / BETWEEN_ROWS).max(finest).clamp(1, log.kernels.every.max(1));
    let thinned = |c: &Vec<f64>| c.iter().copied().step_by(stride).collect::<Vec<f64>>();
    let positions: Vec<Vec<f64>> = motion.q.iter().map(thinned).collect();
    let points = repeats_after(&positions)?;
    Some(points * stride as f64 * log.kernels.step)
}

/// The model of base columns alone.
pub(super) fn without_friction<'r>(model: &Model<'r>) -> Model<'r> {
    Model::with_base(model.robot(), model.base().clone(), FrictionModel::none(), &[])
}
