//! Rows of several logs for one model, with delays and colours found.

use super::colour::Colour;
use super::filtered::{FilteredStretch, JointRows};
use super::kernels::Kernels;
use super::motion::{MotionPlan, MotionSource, stretches};
use super::period::repeats_after;
use crate::error::EstimationError;
use crate::problem::Model;
use crate::recording::{RawRecording, RecordingError};
use crate::reduced::{Reduced, Segment};
use crate::row_weights::RowWeights;
use crate::solve::{Solution, solve};
use armlab_dense::{Matrix, Rows, Triangle, Tsqr};
use armlab_engine::friction::FrictionModel;
use armlab_engine::text::significant;
use serde::Serialize;
use std::ops::Range;

/// Segments of a log, and the fewest rows of one.
const SEGMENTS: usize = 20;
const SHORTEST: usize = 4;
/// Rounds of weights, of delays, and of colours.
const WEIGHTINGS: usize = 3;
const DELAYS: usize = 8;
const COLOURS: usize = 2;
/// A delay moves by at most this part of the filter's width in a round.
const STRIDE: f64 = 0.5;
/// Longest delay that is looked for: so many sampling intervals or so many widths
/// of the filter, whichever is longer.
const LONGEST: (f64, f64) = (10.0, 1.0);
/// A delay that is known to no better than so many sampling intervals is not used.
const VAGUE: f64 = 2.0;
/// Delays are usually this many sampling intervals or less.
const USUAL: f64 = 2.0;
/// A delay of all logs matters beyond so many deviations and this part of a sampling
/// interval.
const CERTAIN: f64 = 3.0;
const MATTERS: f64 = 0.02;
/// Delays settle when they move by less than this part of a sampling interval.
const SETTLED: f64 = 1e-3;

/// How rows are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowSettings {
    /// Cut-off of the filter, Hz.
    pub cutoff: f64,
    /// Delay of the efforts, s; looked for if there is none.
    pub delay: Option<f64>,
}

/// What became of one log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogRows {
    /// The log.
    pub name: String,
    /// Samples of the log on an even grid.
    pub samples: usize,
    /// Period of its motion, s, where it repeats.
    pub period: Option<f64>,
    /// Samples at the ends of its stretches for which no row is made.
    pub ends: usize,
    /// Rows per joint.
    pub rows: usize,
    /// Time between rows, s.
    pub spacing: f64,
    /// Delay of the efforts behind the motion, s.
    pub delay: f64,
    /// Its standard deviation, s; `None` where it was given or not found.
    pub delay_deviation: Option<f64>,
    /// Part of each joint's rows that is left out near standstill.
    pub standstill: Vec<f64>,
    /// Speed below which each joint stands still.
    pub standstill_speed: Vec<f64>,
    /// What each joint's speeds and accelerations are made of.
    pub sources: Vec<MotionSource>,
}

/// What was done to make the rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowReport {
    /// Cut-off, Hz.
    pub cutoff: f64,
    /// Log by log.
    pub logs: Vec<LogRows>,
    /// Colour of each joint's residuals.
    pub colours: Vec<Colour>,
}

impl RowReport {
    /// What was done to each log, for people: the log's name and a sentence.
    pub fn notes(&self, joints: &[String]) -> Vec<(String, String)> {
        self.logs.iter().flat_map(|l| l.notes(joints).map(|n| (l.name.clone(), n))).collect()
    }
    /// The largest part of a joint's rows that is left out near standstill.
    pub fn most_standstill(&self) -> f64 {
        self.logs.iter().flat_map(|l| l.standstill.iter().copied()).fold(0.0, f64::max)
    }
}

impl LogRows {
    fn notes(&self, joints: &[String]) -> impl Iterator<Item = String> {
        let rows = format!(
            "{} rows per joint, {} ms apart; {} of {} samples at the ends are not covered by the \
             filter",
            self.rows,
            significant(1e3 * self.spacing, 3),
            self.ends,
            self.samples
        );
        let delay = self.delay_deviation.map(|deviation| {
            format!(
                "efforts are {} ± {} ms behind the motion, which is taken into account",
                significant(1e3 * self.delay, 3),
                significant(1e3 * deviation, 2)
            )
        });
        let left: Vec<String> = joints
            .iter()
            .zip(&self.standstill)
            .filter(|(_, share)| **share > 0.0)
            .map(|(joint, share)| format!("{joint} {} %", significant(100.0 * share, 2)))
            .collect();
        let standstill = (!left.is_empty())
            .then(|| format!("rows near standstill are left out: {}", left.join(", ")));
        let sources = self.sources.first().filter(|s| self.sources.iter().all(|o| o == *s));
        let source = match sources {
            Some(source) => format!("speeds and accelerations from {}", source.words()),
            None => {
                let each = joints.iter().zip(&self.sources);
                let each: Vec<String> = each.map(|(j, s)| format!("{j} {}", s.words())).collect();
                format!("speeds and accelerations: {}", each.join(", "))
            }
        };
        [Some(rows), Some(source), delay, standstill].into_iter().flatten()
    }
}

/// A log's rows before friction is chosen.
struct BaseLog {
    name: String,
    kernels: Kernels,
    plan: MotionPlan,
    samples: usize,
    ends: usize,
    stretches: Vec<FilteredStretch>,
}

/// Logs' base rows at one cut-off, which serve every friction.
pub(crate) struct BaseRows {
    cutoff: f64,
    logs: Vec<BaseLog>,
}

/// Rows of one stretch with efforts, at the present delay.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    pub log: usize,
    pub joints: Vec<JointSequence>,
}

/// Rows of one joint in a stretch.
#[derive(Clone, Debug)]
pub(super) struct JointSequence {
    pub rows: JointRows,
    /// Efforts and their rates; `None` where the row is left out.
    pub efforts: Vec<Option<[f64; 2]>>,
}

impl JointSequence {
    /// A stretch's rows of a joint with efforts at a delay.
    fn of(stretch: &FilteredStretch, j: usize, rows: JointRows, log: &Kernels, delay: f64) -> Self {
        let mut efforts = stretch.efforts(j, delay, log);
        for (k, effort) in efforts.iter_mut().enumerate() {
            if !rows.moves(k) {
                *effort = None;
            }
        }
        Self { rows, efforts }
    }
}

impl Sequence {
    /// Rows per joint.
    pub fn rows(&self) -> usize {
        self.joints.first().map_or(0, |j| j.efforts.len())
    }

    /// These rows, then others that follow them.
    pub fn followed_by(mut self, next: Self) -> Self {
        for (mine, next) in self.joints.iter_mut().zip(next.joints) {
            let columns = mine.rows.columns.iter_mut().zip(next.rows.columns);
            columns.for_each(|(mine, next)| mine.extend(next));
            mine.rows.standstill.extend(next.rows.standstill);
            mine.efforts.extend(next.efforts);
        }
        self
    }

    /// The last rows of these.
    pub fn last(mut self, rows: usize) -> Self {
        let from = self.rows().saturating_sub(rows);
        for joint in &mut self.joints {
            joint.rows.columns.iter_mut().for_each(|c| drop(c.drain(..from)));
            joint.rows.standstill.drain(..from);
            joint.efforts.drain(..from);
        }
        self
    }

    /// Rows of a model in a stretch; all of them where friction does not jump.
    pub fn of(
        model: &Model,
        stretch: &FilteredStretch,
        log: usize,
        kernels: &Kernels,
        delay: f64,
    ) -> Self {
        let jumps = model.jumps();
        let joints = stretch.with_friction(model, kernels).into_iter().enumerate();
        let joints = joints.map(|(j, mut rows)| {
            if !jumps {
                rows.standstill.fill(0.0);
            }
            JointSequence::of(stretch, j, rows, kernels, delay)
        });
        Self { log, joints: joints.collect() }
    }
}

/// Rows of logs, ready to be reduced.
#[derive(Clone, Debug)]
pub struct RowSet {
    unknowns: usize,
    plans: Vec<(Kernels, MotionPlan)>,
    sequences: Vec<Sequence>,
    colours: Vec<Colour>,
    /// Per log what is taken out of a row, times its effort's rate: one entry per
    /// unknown and one for the effort. Empty if the delay is known.
    projections: Vec<Vec<f64>>,
    report: RowReport,
}

impl BaseRows {
    /// Filters logs' base columns.
    pub fn new(model: &Model, raw: &[RawRecording], cutoff: f64) -> Result<Self, EstimationError> {
        let plain = without_friction(model);
        let mut logs: Vec<BaseLog> = Vec::with_capacity(raw.len());
        for raw in raw {
            let failed = |source| RecordingError::Signal { log: raw.name().to_string(), source };
            let kernels = Kernels::new(cutoff, raw.step()).map_err(failed)?;
            let plan = match logs.last() {
                Some(log) if log.name == raw.name() && log.kernels.step == raw.step() => {
                    log.plan.clone()
                }
                _ => MotionPlan::of(raw, &kernels),
            };
            let kernels = if plan.is_logged() { kernels.as_logged() } else { kernels };
            let found = stretches(raw, &kernels, &plan);
            if found.is_empty() {
                let rows = raw.stretches().iter().map(|s| s.len()).max().unwrap_or(0);
                let needed = 2 * kernels.lost() + 1;
                let log = raw.name().to_string();
                return Err(RecordingError::ShortForFilter { log, rows, needed, cutoff }.into());
            }
            let ends = 2 * kernels.lost() * found.len();
            let stretches = found
                .into_iter()
                .map(|s| FilteredStretch::base(&plain, s, &kernels))
                .collect::<Result<Vec<_>, _>>()?;
            let samples = raw.stretches().iter().map(|s| s.len()).sum();
            match logs.last_mut() {
                // Windows of one log: one delay for all.
                Some(log) if log.name == raw.name() && log.kernels.step == raw.step() => {
                    log.samples += samples;
                    log.ends += ends;
                    log.stretches.extend(stretches);
                }
                _ => {
                    let name = raw.name().into();
                    logs.push(BaseLog { name, kernels, plan, samples, ends, stretches });
                }
            }
        }
        Ok(Self { cutoff, logs })
    }
}

/// The period of a log's motion, s.
fn period(log: &BaseLog) -> Option<f64> {
    let [stretch] = &log.stretches[..] else { return None };
    let positions = &stretch.stretch.motion.q;
    let at = |c: &Vec<f64>| stretch.middles.iter().map(|&m| c[m]).collect::<Vec<f64>>();
    let positions: Vec<Vec<f64>> = positions.iter().map(at).collect();
    let rows = repeats_after(&positions)?;
    Some(rows as f64 * log.kernels.every as f64 * log.kernels.step)
}

/// The model of base columns alone.
pub(super) fn without_friction<'r>(model: &Model<'r>) -> Model<'r> {
    Model::with_base(model.robot(), model.base().clone(), FrictionModel::none(), &[])
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
            sequences.extend(log.stretches.iter().map(rows));
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
            colours: vec![Colour::white(); model.joints()],
        };
        let mut set = Self {
            unknowns: model.unknowns(),
            plans: base.logs.iter().map(|l| (l.kernels.clone(), l.plan.clone())).collect(),
            sequences,
            colours: report.colours.clone(),
            projections: vec![Vec::new(); base.logs.len()],
            report,
        };
        set.settle(base, delays.is_none())?;
        Ok(set)
    }

    /// What was done.
    pub fn report(&self) -> &RowReport {
        &self.report
    }

    /// Rows of the log that has the fewest.
    pub(crate) fn rows_of_shortest(&self) -> usize {
        self.report.logs.iter().map(|l| l.rows).min().unwrap_or(0)
    }

    fn joints(&self) -> usize {
        self.colours.len()
    }

    /// Finds delays and colours, each with the other.
    fn settle(&mut self, base: &BaseRows, delays: bool) -> Result<(), EstimationError> {
        let logs = base.logs.len();
        let mut looked_for = vec![delays; logs];
        let mut weights = vec![1.0; self.joints()];
        let mut x = vec![0.0; self.unknowns];
        for round in 0..=COLOURS {
            if round > 0 {
                self.colours = self.found_colours(&x);
            }
            for _ in 0..DELAYS {
                let solution = self.weighted(&mut weights, &looked_for)?;
                x = solution.x[logs..].to_vec();
                let moved = self.move_delays(base, &solution, &mut looked_for);
                if moved > 0.0 {
                    self.read_efforts(base);
                }
                if moved <= SETTLED {
                    break;
                }
            }
        }
        self.report.colours = self.colours.clone();
        self.project(&weights, &looked_for)
    }

    /// Moves the delays that are looked for by what a solution says, those that
    /// cannot be found back to none; the largest move, in sampling intervals.
    fn move_delays(
        &mut self,
        base: &BaseRows,
        solution: &Solution,
        looked_for: &mut [bool],
    ) -> f64 {
        let mut largest = 0.0_f64;
        for (l, log) in base.logs.iter().enumerate() {
            if !looked_for[l] {
                continue;
            }
            let (step, width) = (log.kernels.step, log.kernels.efforts.sigma() * log.kernels.step);
            let deviation = solution.covariance.at(l, l).max(0.0).sqrt();
            let report = &mut self.report.logs[l];
            let stride = STRIDE * width;
            let next = report.delay + solution.x[l].clamp(-stride, stride);
            let longest = (LONGEST.0 * step).max(LONGEST.1 * width);
            if !(next.abs() <= longest && deviation <= VAGUE * step && solution.seen[l] > 0.5) {
                looked_for[l] = false;
                (report.delay, report.delay_deviation) = (0.0, None);
                largest = f64::INFINITY;
                continue;
            }
            largest = largest.max((next - report.delay).abs() / step);
            (report.delay, report.delay_deviation) = (next, Some(deviation));
        }
        largest
    }

    /// Efforts at the present delays.
    fn read_efforts(&mut self, base: &BaseRows) {
        let mut at = 0;
        for (l, log) in base.logs.iter().enumerate() {
            let delay = self.report.logs[l].delay;
            for stretch in &log.stretches {
                for (j, joint) in self.sequences[at].joints.iter_mut().enumerate() {
                    let rows = std::mem::take(&mut joint.rows);
                    *joint = JointSequence::of(stretch, j, rows, &log.kernels, delay);
                }
                at += 1;
            }
        }
    }

    /// Least squares with delays in front of the unknowns and each joint's rows over
    /// its own noise; covariance with the noise's variance put in.
    fn weighted(&self, weights: &mut [f64], delays: &[bool]) -> Result<Solution, EstimationError> {
        let triangles: Vec<Triangle> =
            (0..self.joints()).map(|j| self.with_delays(j, delays)).collect::<Result<_, _>>()?;
        let prior = vec![0.0; delays.len() + self.unknowns];
        for _ in 0..WEIGHTINGS {
            let x = solve(&sum(&triangles, weights), &prior)?.x;
            for (j, triangle) in triangles.iter().enumerate() {
                let rows = triangle.rows().max(1) as f64;
                let effort = crate::residual_square(triangle, &vec![0.0; x.len()]) / rows;
                let square = crate::residual_square(triangle, &x) / rows;
                // A joint that is fitted exactly must not outweigh all others.
                let noise = square.sqrt().max(1e-12 * effort.sqrt());
                weights[j] = if noise > 0.0 { 1.0 / noise } else { 1.0 };
            }
            let largest = weights.iter().fold(0.0_f64, |a, w| a.max(*w));
            weights.iter_mut().for_each(|w| *w /= largest);
        }
        let whole = sum(&triangles, weights);
        let first = solve(&whole, &prior)?;
        let rows: u64 = triangles.iter().map(Triangle::rows).sum();
        let freedom = rows.saturating_sub(first.rank as u64).max(1) as f64;
        let variance = crate::residual_square(&whole, &first.x) / freedom;
        let mut solution = solve(&self.with_usual_delays(&whole, variance.sqrt()), &prior)?;
        solution.covariance.as_mut_slice().iter_mut().for_each(|c| *c *= variance);
        Ok(solution)
    }

    /// The triangle with a row for each delay that draws it weakly towards none, in
    /// units of the rows' noise: where the motion does not tell it, it must not run
    /// away.
    fn with_usual_delays(&self, whole: &Triangle, noise: f64) -> Triangle {
        let mut sum = Tsqr::new(whole.unknowns(), 1);
        crate::reduced::add(&mut sum, whole, 1.0);
        for (l, log) in self.report.logs.iter().enumerate() {
            let weight = noise / (USUAL * self.plans[l].0.step);
            let mut row = vec![0.0; whole.unknowns() + 1];
            row[l] = weight;
            row[whole.unknowns()] = -weight * log.delay;
            // Finite, as noise and delay are.
            let _ = sum.push(&row, 1);
        }
        sum.finish()
    }

    /// A joint's whitened rows as a triangle, with delays as the first unknowns.
    fn with_delays(&self, joint: usize, delays: &[bool]) -> Result<Triangle, EstimationError> {
        let (logs, n) = (delays.len(), self.unknowns);
        let mut sum = Tsqr::new(logs + n, 1);
        for sequence in &self.sequences {
            let rows = self.whitened(sequence, joint, &[0..sequence.rows()]);
            let mut columns: Vec<Vec<f64>> = vec![vec![0.0; rows.count]; logs + n + 1];
            if delays[sequence.log] {
                columns[sequence.log] = rows.rate.iter().map(|r| -r).collect();
            }
            for (&place, column) in sequence.joints[joint].rows.places.iter().zip(rows.columns) {
                columns[logs + place] = column;
            }
            columns[logs + n] = rows.effort;
            let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            self.push(&mut sum, &columns, sequence.log)?;
        }
        Ok(sum.finish())
    }

    fn push(&self, sum: &mut Tsqr, columns: &[&[f64]], log: usize) -> Result<(), EstimationError> {
        sum.push_rows(&Rows::all(columns)).map_err(|source| {
            let log = self.report.logs[log].name.clone();
            crate::problem::ProblemError::Rows { log, source: Box::new(source) }.into()
        })
    }

    /// Colours of the residuals at some unknowns.
    fn found_colours(&self, x: &[f64]) -> Vec<Colour> {
        (0..self.joints())
            .map(|j| {
                let mut residuals = Vec::new();
                for sequence in &self.sequences {
                    let JointSequence { rows, efforts } = &sequence.joints[j];
                    residuals.extend(efforts.iter().enumerate().map(|(k, effort)| {
                        let effort = (*effort)?[0];
                        let terms = rows.places.iter().zip(&rows.columns);
                        Some(effort - terms.map(|(&p, c)| x[p] * c[k]).sum::<f64>())
                    }));
                    residuals.extend([None; 16]);
                }
                Colour::of(&residuals)
            })
            .collect()
    }

    /// What a step of each log's delay is in terms of the unknowns: `c` in
    /// `row − y′ c`, which is orthogonal to `y′`.
    fn project(&mut self, weights: &[f64], delays: &[bool]) -> Result<(), EstimationError> {
        let n = self.unknowns;
        let mut projections = vec![Vec::new(); delays.len()];
        for (l, projection) in projections.iter_mut().enumerate().filter(|(l, _)| delays[*l]) {
            let (mut square, mut products) = (0.0, vec![0.0; n + 1]);
            for sequence in self.sequences.iter().filter(|s| s.log == l) {
                for (j, weight) in weights.iter().enumerate() {
                    let rows = self.whitened(sequence, j, &[0..sequence.rows()]);
                    let factor = weight * weight;
                    square += factor * armlab_dense::dot(&rows.rate, &rows.rate);
                    for (&p, c) in sequence.joints[j].rows.places.iter().zip(&rows.columns) {
                        products[p] += factor * armlab_dense::dot(&rows.rate, c);
                    }
                    products[n] += factor * armlab_dense::dot(&rows.rate, &rows.effort);
                }
            }
            if square > 0.0 {
                *projection = products.into_iter().map(|p| p / square).collect();
            }
        }
        self.projections = projections;
        Ok(())
    }

    /// A joint's rows of one stretch, whitened; those that are left out are gone.
    fn whitened(&self, sequence: &Sequence, joint: usize, within: &[Range<usize>]) -> Whitened {
        let JointSequence { rows, efforts } = &sequence.joints[joint];
        let colour = &self.colours[joint];
        let most = within.iter().map(Range::len).sum();
        let mut out = Whitened {
            count: 0,
            columns: vec![Vec::with_capacity(most); rows.columns.len()],
            effort: Vec::with_capacity(most),
            rate: Vec::with_capacity(most),
        };
        for k in within.iter().flat_map(Clone::clone) {
            let Some([effort, rate]) = efforts[k] else { continue };
            let run = efforts[..k].iter().rev().take(colour.order).take_while(|e| e.is_some());
            let run = run.count();
            let weights: Vec<f64> = colour.weights(run).collect();
            for (to, from) in out.columns.iter_mut().zip(&rows.columns) {
                to.push(weights.iter().enumerate().map(|(m, w)| w * from[k - m]).sum());
            }
            let (mut sums, lead) = ([0.0; 2], weights[0]);
            for (m, w) in weights.iter().enumerate().skip(1) {
                let before = efforts[k - m].unwrap_or_default();
                sums = [sums[0] + w * before[0], sums[1] + w * before[1]];
            }
            out.effort.push(lead * effort + sums[0]);
            out.rate.push(lead * rate + sums[1]);
            out.count += 1;
        }
        out
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
        Self {
            colours: vec![Colour::white(); self.joints()],
            projections: vec![Vec::new(); self.projections.len()],
            ..self.clone()
        }
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
            let all = sequence.rows();
            let log = &self.report.logs[sequence.log];
            let shortest = if count == SEGMENTS { SHORTEST } else { 1 };
            let own = (count * all).div_ceil(log.rows.max(1)).min(all / shortest).max(1);
            // Rows of one phase of a motion that repeats belong together.
            let period = log.period.map_or(all as f64, |p| p / log.spacing);
            let mut ranges: Vec<Vec<Range<usize>>> = vec![Vec::new(); own];
            for k in 0..all {
                let phase = (k as f64 / period).fract();
                let ranges = &mut ranges[((phase * own as f64) as usize).min(own - 1)];
                match ranges.last_mut() {
                    Some(range) if range.end == k => range.end += 1,
                    _ => ranges.push(k..k + 1),
                }
            }
            for ranges in ranges.iter().filter(|r| !r.is_empty()) {
                segments.push(self.segment(sequence, ranges, weights)?);
            }
        }
        Ok(Reduced { unknowns: self.unknowns, joints: self.joints(), segments })
    }

    /// Some rows of a stretch, whitened and free of the delay, as triangles.
    pub(super) fn segment(
        &self,
        sequence: &Sequence,
        ranges: &[Range<usize>],
        weights: Option<&RowWeights>,
    ) -> Result<Segment, EstimationError> {
        let n = self.unknowns;
        let projection = &self.projections[sequence.log];
        let mut triangles = Vec::with_capacity(self.joints());
        for (j, joint) in sequence.joints.iter().enumerate() {
            let rows = self.whitened(sequence, j, ranges);
            let mut columns: Vec<Vec<f64>> = vec![vec![0.0; rows.count]; n + 1];
            for (&place, column) in joint.rows.places.iter().zip(rows.columns) {
                columns[place] = column;
            }
            columns[n] = rows.effort;
            for (column, c) in columns.iter_mut().zip(projection) {
                column.iter_mut().zip(&rows.rate).for_each(|(x, r)| *x -= c * r);
            }
            let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            let whole = 0..n + 1;
            let weighted = weights.map(|w| w.apply(j, &slices, std::slice::from_ref(&whole)));
            let slices = match &weighted {
                None => slices,
                Some(weighted) => weighted.iter().map(Vec::as_slice).collect(),
            };
            let mut triangle = Tsqr::new(n, 1);
            self.push(&mut triangle, &slices, sequence.log)?;
            triangles.push(triangle.finish());
        }
        Ok(Segment::new(triangles))
    }

    /// Rows of each joint along some samples of a log, as they are reduced, without
    /// efforts: one matrix per joint. Rows are those that `kept` names, or those away
    /// from standstill, which are then given.
    pub(crate) fn rows_along(
        &self,
        model: &Model,
        raw: &RawRecording,
        kept: Option<&[Vec<bool>]>,
    ) -> Result<(Vec<Matrix>, Vec<Vec<bool>>), EstimationError> {
        let log = self.report.logs.iter().position(|l| l.name == raw.name()).unwrap_or(0);
        let (kernels, plan) = self.plan(log);
        let n = self.unknowns;
        let nothing = || (vec![Matrix::zeros(0, n); self.joints()], Vec::new());
        let Some(stretch) = stretches(raw, kernels, plan).pop() else { return Ok(nothing()) };
        let filtered = FilteredStretch::base(&without_friction(model), stretch, kernels)?;
        let delay = self.report.logs[log].delay;
        let mut sequence = Sequence::of(model, &filtered, log, kernels, delay);
        if let Some(kept) = kept {
            for (joint, kept) in sequence.joints.iter_mut().zip(kept) {
                let efforts = joint.efforts.iter_mut().zip(kept);
                efforts.for_each(|(e, kept)| *e = kept.then(|| e.unwrap_or_default()));
            }
        }
        let present = |j: &JointSequence| j.efforts.iter().map(Option::is_some).collect();
        let kept = sequence.joints.iter().map(present).collect();
        let matrices = (0..self.joints()).map(|j| {
            let rows = self.whitened(&sequence, j, &[0..sequence.rows()]);
            let mut matrix = Matrix::zeros(rows.count, n);
            for (&p, column) in sequence.joints[j].rows.places.iter().zip(&rows.columns) {
                matrix.column_mut(p).copy_from_slice(column);
            }
            for (p, c) in self.projections[log].iter().enumerate().take(n) {
                let column = matrix.column_mut(p).iter_mut().zip(&rows.rate);
                column.for_each(|(x, r)| *x -= c * r);
            }
            matrix
        });
        Ok((matrices.collect(), kept))
    }

    /// Kernels and motion of a log.
    pub(super) fn plan(&self, log: usize) -> (&Kernels, &MotionPlan) {
        let (kernels, plan) = &self.plans[log];
        (kernels, plan)
    }

    /// Most rows before one that its whitening needs.
    pub(super) fn order(&self) -> usize {
        self.colours.iter().map(|c| c.order).max().unwrap_or(0)
    }

    /// Residuals of each joint's rows at some unknowns, whitened.
    pub fn residuals(&self, x: &[f64]) -> Vec<Vec<f64>> {
        (0..self.joints())
            .map(|j| {
                let mut all = Vec::new();
                for sequence in &self.sequences {
                    let rows = self.whitened(sequence, j, &[0..sequence.rows()]);
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

struct Whitened {
    count: usize,
    columns: Vec<Vec<f64>>,
    effort: Vec<f64>,
    rate: Vec<f64>,
}

/// Triangles of all joints together, each times its weight.
fn sum(triangles: &[Triangle], weights: &[f64]) -> Triangle {
    let unknowns = triangles.first().map_or(0, Triangle::unknowns);
    let mut sum = Tsqr::new(unknowns, 1);
    for (triangle, &weight) in triangles.iter().zip(weights) {
        crate::reduced::add(&mut sum, triangle, weight);
    }
    sum.finish()
}
