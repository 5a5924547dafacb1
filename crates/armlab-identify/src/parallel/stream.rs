//! Rows of a log that comes in parts, with what was settled on windows of it.

use super::base::without_friction;
use super::filtered::FilteredStretch;
use super::motion::stretches_from;
use super::period::by_phase;
use super::sequence::Sequence;
use super::set::{RowSet, SEGMENTS};
use crate::error::EstimationError;
use crate::problem::Model;
use crate::recording::{RawRecording, Recording};
use crate::reduced::Segment;
use std::ops::Range;

/// Rows of a motion that repeats which are held until they are reduced, phase by phase, and the
/// most numbers in them: triangles of few rows would cost more than they spare.
const HELD: usize = 64 * SEGMENTS;
const MOST_NUMBERS: usize = 1 << 22;

/// Makes rows of the parts of one log, in order.
pub(crate) struct RowStream<'a, 'r> {
    set: &'a RowSet,
    model: &'a Model<'r>,
    plain: Model<'r>,
    log: usize,
    repeats: Option<Repeating>,
    held: Option<Sequence>,
}

/// When a log starts, and after what time its motion repeats, s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeating {
    pub start: f64,
    pub period: f64,
}

/// Rows that were reduced.
pub(crate) enum StreamSegments {
    /// Those of the next part, and how many per joint.
    Next(Segment, u64),
    /// Those of every phase of a motion that repeats, as far as there are any.
    Phases(Vec<Option<Segment>>),
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
    /// Its rows; nothing while they are held.
    pub reduced: Option<StreamSegments>,
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
    /// Before the first part of log number `log` of a set, whose motion may repeat.
    pub fn new(
        set: &'a RowSet,
        model: &'a Model<'r>,
        log: usize,
        repeats: Option<Repeating>,
    ) -> Self {
        Self { set, model, plain: without_friction(model), log, repeats, held: None }
    }

    /// Samples that a part needs on either side.
    pub fn reach(&self) -> usize {
        let (kernels, _) = self.set.plan(self.log);
        let delay = self.set.delays()[self.log] / kernels.step;
        kernels.lost() + delay.abs().ceil() as usize + 2 + kernels.coarse
    }

    /// Rows of the next part; none if it is too short for one.
    pub fn push(&mut self, part: StreamPart) -> Result<Option<StreamRows>, EstimationError> {
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
        let reduced = self.reduced(rows)?;
        // The part's own samples, as far as the filter covers them.
        let logged = part.inner.start.max(lead)..part.inner.end.min(samples - kernels.lead());
        let efforts = filtered.stretch.efforts.iter();
        let effort_sums = efforts.map(|c| c[logged.clone()].iter().sum()).collect();
        let motion = filtered.stretch.motion;
        let [from, to] = [part.inner.start, part.inner.end]
            .map(|sample| sample.saturating_sub(lead).min(motion.samples()));
        let (samples, own) = (logged.len(), from..to);
        Ok(Some(StreamRows { reduced, motion, own, samples, effort_sums }))
    }

    fn reduced(&mut self, rows: Sequence) -> Result<Option<StreamSegments>, EstimationError> {
        let Some(repeats) = self.repeats else {
            let segment = self.set.segment(&rows, &rows.all_rows(), None)?;
            return Ok(Some(StreamSegments::Next(segment, rows.rows() as u64)));
        };
        match &mut self.held {
            Some(held) if held.is_alike(&rows) => held.append(rows),
            held => {
                if let Some(before) = held.replace(rows) {
                    return self.phases(&before, repeats).map(Some);
                }
            }
        }
        let full = |held: &mut Sequence| held.rows() >= HELD || held.numbers() >= MOST_NUMBERS;
        let full = self.held.take_if(full);
        full.map(|held| self.phases(&held, repeats)).transpose()
    }

    /// What is held still.
    pub fn finish(&mut self) -> Result<Option<StreamSegments>, EstimationError> {
        let Some((held, repeats)) = self.held.take().zip(self.repeats) else { return Ok(None) };
        self.phases(&held, repeats).map(Some)
    }

    /// Rows phase by phase.
    fn phases(
        &self,
        rows: &Sequence,
        Repeating { start, period }: Repeating,
    ) -> Result<StreamSegments, EstimationError> {
        let passed = rows.times.iter().map(|time| (time - start) / period);
        let ranges = by_phase(passed, SEGMENTS);
        let one = |ranges: &Vec<Range<usize>>| match ranges.is_empty() {
            true => Ok(None),
            false => self.set.segment(rows, ranges, None).map(Some),
        };
        Ok(StreamSegments::Phases(ranges.iter().map(one).collect::<Result<_, _>>()?))
    }
}
