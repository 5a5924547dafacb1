//! Rows of a log that comes in parts, with what was settled on windows of it.

use super::base::without_friction;
use super::filtered::FilteredStretch;
use super::motion::stretches_from;
use super::sequence::Sequence;
use super::set::RowSet;
use crate::error::EstimationError;
use crate::problem::Model;
use crate::recording::{RawRecording, Recording};
use crate::reduced::Segment;
use std::ops::Range;

/// Makes rows of the parts of one log, in order.
pub(crate) struct RowStream<'a, 'r> {
    set: &'a RowSet,
    model: &'a Model<'r>,
    plain: Model<'r>,
    log: usize,
}

/// Samples of a stretch with what surrounds them.
pub(crate) struct StreamPart {
    /// All samples, as one stretch.
    pub raw: RawRecording,
    /// Number of the first of them in its stretch.
    pub offset: usize,
    /// Those that belong to the part.
    pub inner: Range<usize>,
}

/// What became of a part.
pub(crate) struct StreamRows {
    /// Its rows.
    pub segment: Segment,
    /// How many per joint.
    pub rows: u64,
    /// Its motion, with what surrounds it.
    pub motion: Recording,
    /// Samples of the motion that belong to the part.
    pub own: Range<usize>,
    /// Samples of the log that the motion stands for.
    pub samples: usize,
    /// Sums of the efforts over these, joint by joint.
    pub effort_sums: Vec<f64>,
}

impl<'a, 'r> RowStream<'a, 'r> {
    /// Before the first part of log number `log` of a set.
    pub fn new(set: &'a RowSet, model: &'a Model<'r>, log: usize) -> Self {
        Self { set, model, plain: without_friction(model), log }
    }

    /// Samples that a part needs on either side.
    pub fn reach(&self) -> usize {
        let (kernels, _) = self.set.plan(self.log);
        let delay = self.set.delays()[self.log] / kernels.step;
        kernels.lost() + delay.abs().ceil() as usize + 2 + kernels.coarse
    }

    /// Rows of the next part; none if it is too short for one.
    pub fn push(&self, part: StreamPart) -> Result<Option<StreamRows>, EstimationError> {
        let (kernels, plan) = self.set.plan(self.log);
        let samples = part.raw.time().len();
        // Samples at which columns are evaluated, and rows, lie where they would in the whole stretch.
        let skipped = part.offset.next_multiple_of(kernels.coarse) - part.offset;
        let lost = kernels.lost();
        if samples < skipped + 2 * lost + 1 {
            return Ok(None);
        }
        let stretch = stretches_from(&part.raw, kernels, plan, skipped).pop();
        let Some(stretch) = stretch else { return Ok(None) };
        let lead = stretch.lead;
        let from = part.inner.start.max(lost + skipped);
        let first = (part.offset + from).saturating_sub(lost).div_ceil(kernels.every);
        let first = first * kernels.every + lost - part.offset;
        let last = part.inner.end.min(samples - lost);
        let middles: Vec<usize> = (first..last).step_by(kernels.every).map(|m| m - lead).collect();
        if middles.is_empty() {
            return Ok(None);
        }
        let filtered = FilteredStretch::base_at(&self.plain, stretch, kernels, middles)?;
        let delay = self.set.delays()[self.log];
        let rows = Sequence::of(self.model, &filtered, self.log, kernels, delay)?;
        let count = rows.joints.first().map_or(0, |j| j.efforts.len());
        let segment = self.set.segment(&rows, &rows.all_rows(), None)?;
        // The part's own samples, as far as the filter covers them.
        let logged = part.inner.start.max(lead)..part.inner.end.min(samples - kernels.lead());
        let efforts = filtered.stretch.efforts.iter();
        let effort_sums = efforts.map(|c| c[logged.clone()].iter().sum()).collect();
        let motion = filtered.stretch.motion;
        let [from, to] = [part.inner.start, part.inner.end]
            .map(|sample| sample.saturating_sub(lead).min(motion.samples()));
        let (rows, samples, own) = (count as u64, logged.len(), from..to);
        Ok(Some(StreamRows { segment, rows, motion, own, samples, effort_sums }))
    }
}
