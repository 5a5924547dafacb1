//! Rows of several logs for one model, with delays found.

use super::base::{BaseRows, period, without_friction};
use super::filtered::FilteredStretch;
use super::kernels::Kernels;
use super::motion::{MotionPlan, stretches};
use super::period::by_phase;
use super::report::{LogRows, RowReport};
use super::sequence::{JointSequence, Sequence};
use crate::error::EstimationError;
use crate::joint_triangle::JointTriangle;
use crate::problem::{Model, ProblemError};
use crate::recording::{RawRecording, Recording};
use crate::reduced::{Reduced, Segment};
use crate::row_weights::RowWeights;
use armlab_dense::{Matrix, Rows, Tsqr};
use std::ops::Range;
use std::sync::Arc;

/// Segments of a log, and the fewest rows of one.
pub(super) const SEGMENTS: usize = 20;
const SHORTEST: usize = 4;
/// A delay of all logs matters beyond so many deviations and this part of a sampling
/// interval.
const CERTAIN: f64 = 3.0;
const MATTERS: f64 = 0.02;

/// Columns, one per joint each.
type FurtherColumns = Vec<Vec<Vec<f64>>>;

/// How rows are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowSettings {
    /// Cut-off of the filter, Hz.
    pub cutoff: f64,
    /// Delay of the efforts, s; looked for if there is none.
    pub delay: Option<f64>,
}

/// Rows of logs, ready to be reduced.
#[derive(Clone, Debug)]
pub struct RowSet {
    pub(super) unknowns: usize,
    pub(super) plans: Vec<(Kernels, MotionPlan)>,
    pub(super) sequences: Vec<Sequence>,
    joints: usize,
    /// Per log what is taken out of a row, times its effort's rate: one entry per
    /// unknown and one for the effort. Empty if the delay is known.
    pub(super) projections: Vec<Vec<f64>>,
    pub(super) report: RowReport,
}

impl RowSet {
    /// Rows of logs for a model.
    pub fn new(
        model: &Model,
        raw: &[RawRecording],
        settings: &RowSettings,
    ) -> Result<Self, EstimationError> {
        let base = BaseRows::new(model, raw, settings.cutoff)?;
        let given = settings.delay.map(|d| vec![d; raw.len()]);
        Self::with_base(model, &base, given.as_deref())
    }

    /// The same from base rows.
    pub(crate) fn with_base(
        model: &Model,
        base: &BaseRows,
        delays: Option<&[f64]>,
    ) -> Result<Self, EstimationError> {
        let delay = |l: usize| delays.and_then(|d| d.get(l).copied()).unwrap_or(0.0);
        let mut sequences = Vec::new();
        for (l, log) in base.logs.iter().enumerate() {
            let rows = |s| Sequence::of(model, s, l, &log.kernels, delay(l));
            for stretch in &log.stretches {
                sequences.push(rows(stretch)?);
            }
        }
        let share = |l: usize, j: usize| {
            let (mut left, mut all) = (0, 0_usize);
            for s in sequences.iter().filter(|s| s.log == l) {
                let rows = &s.joints[j].rows;
                all += rows.standstill.len();
                left += (0..rows.standstill.len()).filter(|&k| !rows.moves(k)).count();
            }
            left as f64 / all.max(1) as f64
        };
        let report = RowReport {
            cutoff: base.cutoff,
            logs: base
                .logs
                .iter()
                .enumerate()
                .map(|(l, log)| LogRows {
                    name: log.name.clone(),
                    samples: log.samples,
                    period: period(log),
                    unrepeated: None,
                    ends: log.ends,
                    rows: log.stretches.iter().map(|s| s.middles.len()).sum(),
                    spacing: log.kernels.every as f64 * log.kernels.step,
                    delay: delay(l),
                    delay_deviation: None,
                    standstill: (0..model.joints()).map(|j| share(l, j)).collect(),
                    standstill_speed: log.plan.standstill.clone(),
                    sources: log.plan.sources.clone(),
                })
                .collect(),
        };
        let mut set = Self {
            unknowns: model.unknowns(),
            joints: model.joints(),
            plans: base.logs.iter().map(|l| (l.kernels.clone(), l.plan.clone())).collect(),
            sequences,
            projections: vec![Vec::new(); base.logs.len()],
            report,
        };
        set.settle(base, delays.is_none())?;
        Ok(set)
    }

    /// A set of one log without rows yet.
    pub(super) fn without_rows(
        model: &Model,
        plan: (Kernels, MotionPlan),
        projections: Vec<Vec<f64>>,
        report: RowReport,
    ) -> Self {
        Self {
            unknowns: model.unknowns(),
            joints: model.joints(),
            plans: vec![plan],
            sequences: Vec::new(),
            projections,
            report,
        }
    }

    /// Adds what does not repeat of logs whose motion does.
    pub(crate) fn compare_periods(&mut self, raw: &[RawRecording]) {
        for log in &mut self.report.logs {
            let mut own = raw.iter().filter(|r| r.name() == log.name);
            if let (Some(period), Some(raw), None) = (log.period, own.next(), own.next()) {
                log.unrepeated = raw.unrepeated(period, log.spacing);
            }
        }
    }

    /// What was done.
    pub fn report(&self) -> &RowReport {
        &self.report
    }

    /// Rows of the log that has the fewest.
    pub(crate) fn rows_of_shortest(&self) -> usize {
        self.report.logs.iter().map(|l| l.rows).min().unwrap_or(0)
    }

    pub(super) fn joints(&self) -> usize {
        self.joints
    }

    /// A joint's rows of one stretch without those that are left out.
    pub(super) fn kept(
        &self,
        sequence: &Sequence,
        joint: usize,
        within: &[Range<usize>],
    ) -> KeptRows {
        let JointSequence { rows, efforts, .. } = &sequence.joints[joint];
        let kept: Vec<(usize, [f64; 2])> = within
            .iter()
            .flat_map(Clone::clone)
            .filter_map(|k| efforts[k].map(|effort| (k, effort)))
            .collect();
        KeptRows {
            count: kept.len(),
            columns: rows
                .columns
                .iter()
                .map(|column| kept.iter().map(|(k, _)| column[*k]).collect())
                .collect(),
            effort: kept.iter().map(|(_, e)| e[0]).collect(),
            rate: kept.iter().map(|(_, e)| e[1]).collect(),
        }
    }

    pub(super) fn push(
        &self,
        sum: &mut Tsqr,
        columns: &[&[f64]],
        log: usize,
    ) -> Result<(), EstimationError> {
        sum.push_rows(&Rows::all(columns)).map_err(|source| {
            let log = self.report.logs[log].name.clone();
            crate::problem::ProblemError::Rows { log, source: Box::new(source) }.into()
        })
    }

    /// Delay of all logs together, s: their mean, each as certain as it is; none
    /// where it cannot be told from none.
    pub fn delay(&self) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for log in &self.report.logs {
            if let Some(deviation) = log.delay_deviation.filter(|d| *d > 0.0) {
                sum += log.delay / deviation.powi(2);
                weights += deviation.powi(-2);
            }
        }
        let (mean, deviation) = (sum / weights, weights.powf(-0.5));
        let step = self.plans.iter().map(|(k, _)| k.step).fold(f64::INFINITY, f64::min);
        let matters = mean.abs() > CERTAIN * deviation && mean.abs() > MATTERS * step;
        if matters { mean } else { 0.0 }
    }

    /// Delays of the logs, s.
    pub(crate) fn delays(&self) -> Vec<f64> {
        self.report.logs.iter().map(|l| l.delay).collect()
    }

    /// The same rows as they are: neither whitened nor free of the delay.
    pub(crate) fn plain(&self) -> Self {
        Self { projections: vec![Vec::new(); self.projections.len()], ..self.clone() }
    }

    /// The same rows, as they are, with further columns behind the unknowns: `columns` makes
    /// them from the motion of a stretch, one per joint each.
    pub(crate) fn extended(
        &self,
        base: &BaseRows,
        count: usize,
        columns: &dyn Fn(&Recording) -> Result<FurtherColumns, ProblemError>,
    ) -> Result<Self, EstimationError> {
        let mut set = self.plain();
        set.unknowns += count;
        let stretches =
            base.logs.iter().flat_map(|log| log.stretches.iter().map(move |s| (log, s)));
        for (sequence, (log, stretch)) in set.sequences.iter_mut().zip(stretches) {
            let further = columns(&stretch.stretch.motion)?;
            for (k, column) in further.iter().enumerate() {
                for (joint, samples) in sequence.joints.iter_mut().zip(column) {
                    joint.rows.places.push(self.unknowns + k);
                    joint.rows.columns.push(stretch.filtered(samples, &log.kernels));
                }
            }
        }
        Ok(set)
    }

    /// Rows as triangles, segment by segment.
    pub fn reduce(&self) -> Result<Reduced, EstimationError> {
        self.reduced(None, SEGMENTS)
    }

    /// The same with a weight for every row, from its joint and residual.
    pub fn reduce_weighted(&self, weights: &RowWeights) -> Result<Reduced, EstimationError> {
        self.reduced(Some(weights), SEGMENTS)
    }

    /// The same with another number of segments per log.
    pub(crate) fn reduced(
        &self,
        weights: Option<&RowWeights>,
        count: usize,
    ) -> Result<Reduced, EstimationError> {
        let mut segments = Vec::new();
        for sequence in &self.sequences {
            for ranges in self.segment_ranges(sequence, count) {
                segments.push(self.segment(sequence, &ranges, weights)?);
            }
        }
        Ok(Reduced { unknowns: self.unknowns, joints: self.joints(), segments })
    }

    /// Rows of a stretch by segment, for so many segments per log.
    pub(super) fn segment_ranges(
        &self,
        sequence: &Sequence,
        count: usize,
    ) -> Vec<Vec<Range<usize>>> {
        let all = sequence.rows();
        let log = &self.report.logs[sequence.log];
        let shortest = if count == SEGMENTS { SHORTEST } else { 1 };
        let own = (count * all).div_ceil(log.rows.max(1)).min(all / shortest).max(1);
        // Rows of one phase of a motion that repeats belong together.
        let period = log.period.map_or(all as f64, |p| p / log.spacing);
        let mut ranges = by_phase((0..all).map(|k| k as f64 / period), own);
        ranges.retain(|r| !r.is_empty());
        ranges
    }

    /// Some rows of a stretch, whitened and free of the delay, as triangles.
    pub(super) fn segment(
        &self,
        sequence: &Sequence,
        ranges: &[Range<usize>],
        weights: Option<&RowWeights>,
    ) -> Result<Segment, EstimationError> {
        let n = self.unknowns;
        let projection: Arc<[f64]> = self.projections[sequence.log].as_slice().into();
        let mut triangles = Vec::with_capacity(self.joints());
        for (j, joint) in sequence.joints.iter().enumerate() {
            let rows = self.kept(sequence, j, ranges);
            let mut residuals = weights.map(|_| rows.effort.clone());
            if let (Some(weights), Some(residuals)) = (weights, &mut residuals) {
                for (&p, column) in joint.rows.places.iter().zip(&rows.columns) {
                    let pairs = residuals.iter_mut().zip(column);
                    pairs.for_each(|(r, y)| *r -= weights.unknowns[p] * y);
                }
                if let Some((&of_efforts, of_columns)) = projection.split_last() {
                    let taken = of_columns.iter().zip(weights.unknowns).map(|(c, x)| c * x);
                    let left = of_efforts - taken.sum::<f64>();
                    residuals.iter_mut().zip(&rows.rate).for_each(|(e, r)| *e -= left * r);
                }
            }
            let mut columns = rows.columns;
            if !projection.is_empty() {
                columns.push(rows.rate);
            }
            columns.push(rows.effort);
            if let (Some(weights), Some(residuals)) = (weights, residuals) {
                let roots = weights.roots(j, &residuals);
                for column in &mut columns {
                    column.iter_mut().zip(&roots).for_each(|(y, w)| *y *= w);
                }
            }
            let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            let mut triangle = Tsqr::new(columns.len() - 1, 1);
            self.push(&mut triangle, &slices, sequence.log)?;
            if let Some(wide) = &joint.wide {
                wide.push(&joint.rows.places, columns.len(), ranges, &mut triangle);
            }
            let places = joint.rows.places.as_slice().into();
            triangles.push(JointTriangle::of_columns(
                triangle.finish(),
                places,
                projection.clone(),
                n,
            ));
        }
        Ok(Segment::new(triangles))
    }

    /// Rows of each joint along some samples of a log, as they are reduced, without
    /// efforts. Rows are those that `kept` names, or those away from standstill.
    pub(crate) fn rows_along(
        &self,
        model: &Model,
        raw: &RawRecording,
        kept: Option<&[Vec<bool>]>,
    ) -> Result<RowsAlong, EstimationError> {
        let log = self.report.logs.iter().position(|l| l.name == raw.name()).unwrap_or(0);
        let (kernels, plan) = self.plan(log);
        let projection = self.projections[log].iter().take(self.unknowns).copied().collect();
        let Some(stretch) = stretches(raw, kernels, plan).pop() else {
            return Ok(RowsAlong { joints: Vec::new(), kept: Vec::new(), projection });
        };
        let filtered = FilteredStretch::base(&without_friction(model), stretch, kernels)?;
        let delay = self.report.logs[log].delay;
        let mut sequence = Sequence::of(model, &filtered, log, kernels, delay)?;
        if let Some(kept) = kept {
            for (joint, kept) in sequence.joints.iter_mut().zip(kept) {
                let efforts = joint.efforts.iter_mut().zip(kept);
                efforts.for_each(|(e, kept)| *e = kept.then(|| e.unwrap_or_default()));
            }
        }
        let present = |j: &JointSequence| j.efforts.iter().map(Option::is_some).collect();
        let kept = sequence.joints.iter().map(present).collect();
        let joints = (0..self.joints()).map(|j| {
            let KeptRows { count, columns, rate, .. } =
                self.kept(&sequence, j, &sequence.all_rows());
            let columns = Matrix::from_columns(count, columns.len(), columns.concat());
            JointRowsAlong { places: sequence.joints[j].rows.places.clone(), columns, rate }
        });
        Ok(RowsAlong { joints: joints.collect(), kept, projection })
    }

    /// Kernels and motion of a log.
    pub(super) fn plan(&self, log: usize) -> (&Kernels, &MotionPlan) {
        let (kernels, plan) = &self.plans[log];
        (kernels, plan)
    }

    /// Residuals of each joint's rows at some unknowns .
    pub fn residuals(&self, x: &[f64]) -> Vec<Vec<f64>> {
        (0..self.joints())
            .map(|j| {
                let mut all = Vec::new();
                for sequence in &self.sequences {
                    let rows = self.kept(sequence, j, &sequence.all_rows());
                    let places = &sequence.joints[j].rows.places;
                    all.extend((0..rows.count).map(|k| {
                        let terms = places.iter().zip(&rows.columns);
                        rows.effort[k] - terms.map(|(&p, c)| x[p] * c[k]).sum::<f64>()
                    }));
                }
                all
            })
            .collect()
    }
}

pub(super) struct KeptRows {
    pub count: usize,
    pub columns: Vec<Vec<f64>>,
    pub effort: Vec<f64>,
    pub rate: Vec<f64>,
}

/// Rows along some samples of a log, without efforts.
pub(crate) struct RowsAlong {
    /// Joint by joint; none where the samples are too few for a row.
    pub joints: Vec<JointRowsAlong>,
    /// Which rows they are.
    pub kept: Vec<Vec<bool>>,
    /// What is taken of every unknown's column, times the efforts' rate; empty for nothing.
    pub projection: Vec<f64>,
}

/// A joint's rows: columns of the unknowns that show, and rates of the efforts.
pub(crate) struct JointRowsAlong {
    pub places: Vec<usize>,
    pub columns: Matrix,
    pub rate: Vec<f64>,
}
