//! Every row of a log, with the motion along which its efforts are predicted.
//!
//! Rows for regression lose the ends of a log, and samples on an even grid are not those
//! that were logged. A model is judged by all rows as they were logged, so the motion is
//! made for each: a smoothing spline through positions and, where they are good, speeds,
//! read where the efforts are.

use crate::conditioning::margin_of;
use crate::motion_filter::MotionFilter;
use crate::parallel::{MotionSource, motion_sources};
use crate::recording::{LoggedRows, Measured, RawRecording, Recording, RecordingError};
use armlab_signal::{Resampler, Sampled, Smoothing, SmoothingSplines};
use rayon::prelude::*;
use std::f64::consts::PI;
use std::ops::Range;

/// Cut-off where none is given, as a part of the sampling rate.
const HIGHEST: f64 = 0.4;
/// Logged speeds outweigh positions above the cut-off over this at least: positions hold the
/// level, speeds the shape.
const POSITIONS: f64 = 10.0;
/// Speeds below so many deviations of their noise have no known direction.
const UNCERTAIN: f64 = 3.0;

/// Every row of a log that has a time stamp, efforts and motion, and the others.
#[derive(Clone, Debug)]
pub struct AllRows {
    /// The rows, in the log's order and at its stamps.
    pub recording: Recording,
    /// Whether each is used for estimating: not at an end of the log, and complete.
    pub used: Vec<bool>,
    /// Rows for which nothing is predicted.
    pub skipped: Vec<SkippedRow>,
}

/// A row without a time stamp, an effort or a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct SkippedRow {
    /// Its place in the log, from 0.
    pub row: usize,
    /// Its time stamp, s.
    pub time: f64,
    /// Efforts as logged.
    pub effort: Vec<f64>,
}

impl AllRows {
    /// Rows of the log.
    pub fn rows(&self) -> usize {
        self.used.len() + self.skipped.len()
    }
}

/// A row that is predicted: its place in the log, its part and whether it is used.
struct Row {
    row: usize,
    part: usize,
    used: bool,
}

impl MotionFilter {
    /// Every row of logs, with their motion.
    ///
    /// # Errors
    /// If a log cannot be filtered.
    pub fn all_rows(&self, logs: &[RawRecording]) -> Result<Vec<AllRows>, RecordingError> {
        logs.iter().map(|log| log.all_rows(self)).collect()
    }
}

impl RawRecording {
    /// Every row of the log, with its motion.
    ///
    /// # Errors
    /// If the log cannot be filtered.
    pub fn all_rows(&self, filter: &MotionFilter) -> Result<AllRows, RecordingError> {
        let kept: Vec<usize>;
        let logged = self.logged.as_deref();
        let (time, effort, temperature, kept) = match logged {
            Some(LoggedRows { time, effort, temperature, kept, .. }) => {
                (time.as_slice(), effort, temperature.as_slice(), kept)
            }
            None => {
                kept = (0..self.time().len()).collect();
                (self.time(), self.efforts(), self.temperatures(), &kept)
            }
        };
        let stamps: Vec<f64> = kept.iter().map(|&i| time[i]).collect();
        let parts = Resampler::new(self.step()).parts(&stamps);
        let (rows, skipped) = self.sorted(filter, time, effort, kept, &parts);
        let at: Vec<(usize, f64)> =
            rows.iter().map(|r| (r.part, time[r.row] - filter.delay)).collect();
        let on_grid = [Some(self.q.clone()), self.qd.clone(), self.qdd.clone()];
        let motion = logged.and_then(|l| l.motion.as_ref()).unwrap_or(&on_grid);
        let sources = motion_sources(self, filter.cutoff);
        let joints = (0..self.q.len()).into_par_iter().map(|joint| {
            let column = |k: usize| motion[k].as_ref().map(|c| c[joint].as_slice());
            let q = column(0).unwrap_or_default();
            let source = sources[joint];
            let columns = JointColumns { q, qd: column(1), qdd: column(2), source };
            let noise = self.noise_ratio(joint, &columns, filter);
            (columns, noise, self.uncertain_speed(joint, source, filter.cutoff))
        });
        let joints: Vec<(JointColumns, f64, f64)> = joints.collect();
        let curves = parts
            .iter()
            .map(|part| self.curves(&joints, &stamps, part, filter))
            .collect::<Result<Vec<Curves>, _>>()?;
        let mut motion = [(); 3].map(|()| vec![Vec::with_capacity(at.len()); joints.len()]);
        for &(part, t) in &at {
            curves[part].at(t, |j, [q, v, a]| {
                let v = if v.abs() < joints[j].2 { 0.0 } else { v };
                motion.iter_mut().zip([q, v, a]).for_each(|(c, x)| c[j].push(x));
            });
        }
        let [q, qd, qdd] = motion;
        let known = |c: &[f64]| rows.iter().filter_map(|r| c.get(r.row).copied()).collect();
        let recording = Recording {
            name: self.name().into(),
            step: self.step(),
            start: self.start(),
            time: rows.iter().map(|r| time[r.row]).collect(),
            q,
            qd,
            qdd,
            effort: effort.iter().map(|c| rows.iter().map(|r| c[r.row]).collect()).collect(),
            temperature: temperature.iter().map(|c| known(c)).collect(),
            cutoff: filter.cutoff,
            notes: self.notes().to_vec(),
        };
        Ok(AllRows { recording, used: rows.iter().map(|r| r.used).collect(), skipped })
    }

    /// Rows that can be predicted, and the others.
    fn sorted(
        &self,
        filter: &MotionFilter,
        time: &[f64],
        effort: &[Vec<f64>],
        kept: &[usize],
        parts: &[Range<usize>],
    ) -> (Vec<Row>, Vec<SkippedRow>) {
        let step = self.step();
        // A little more, so that rounded stamps one step away are in.
        let beside = 1.01 * step;
        let spans: Vec<[f64; 2]> = parts
            .iter()
            .map(|p| [time[kept[p.start]] - beside, time[kept[p.end - 1]] + beside])
            .collect();
        let (mut rows, mut skipped) = (Vec::with_capacity(time.len()), Vec::new());
        let (mut next, mut own) = (0, 0);
        for (row, &t) in time.iter().enumerate() {
            let is_kept = kept.get(next) == Some(&row);
            if is_kept {
                while next >= parts[own].end {
                    own += 1;
                }
                let part = &parts[own];
                let margin = margin_of(part.len(), step, filter.cutoff);
                let used = (part.start + margin..part.end.saturating_sub(margin)).contains(&next);
                rows.push(Row { row, part: own, used });
                next += 1;
                continue;
            }
            let complete = t.is_finite() && effort.iter().all(|c| c[row].is_finite());
            let after = spans.partition_point(|s| s[1] < t);
            match spans.get(after).filter(|s| complete && s[0] <= t) {
                Some(_) => rows.push(Row { row, part: after, used: false }),
                None => {
                    let effort = effort.iter().map(|c| c[row]).collect();
                    skipped.push(SkippedRow { row, time: t, effort });
                }
            }
        }
        (rows, skipped)
    }

    /// Noise of a joint's positions over that of its speeds, s, as far as speeds are used.
    fn noise_ratio(&self, joint: usize, columns: &JointColumns, filter: &MotionFilter) -> f64 {
        if columns.source != MotionSource::Speeds || !self.has_speeds() {
            return 0.0;
        }
        let ratio = self.noise(Measured::Positions, joint) / self.noise(Measured::Speeds, joint);
        let least = POSITIONS / (2.0 * PI * self.cutoff_of(filter));
        if ratio > least && ratio.is_finite() { ratio } else { least }
    }

    fn cutoff_of(&self, filter: &MotionFilter) -> f64 {
        filter.cutoff.unwrap_or(HIGHEST / self.step())
    }

    /// The joints' motion along a part of the log.
    fn curves(
        &self,
        joints: &[(JointColumns, f64, f64)],
        stamps: &[f64],
        part: &Range<usize>,
        filter: &MotionFilter,
    ) -> Result<Curves, RecordingError> {
        let stamps = &stamps[part.clone()];
        let (mut logged, mut smooth, mut sampled) = (Vec::new(), Vec::new(), Vec::new());
        for (j, (columns, noise, _)) in joints.iter().enumerate() {
            let JointColumns { q, qd, qdd, source } = *columns;
            let [qd, qdd] = [qd, qdd].map(|column| column.map(|c| &c[part.clone()]));
            if let (MotionSource::Accelerations, Some(qd), Some(qdd)) = (source, qd, qdd) {
                logged.push((j, [&q[part.clone()], qd, qdd].map(<[f64]>::to_vec)));
                continue;
            }
            let speeds = qd.filter(|_| source == MotionSource::Speeds);
            smooth.push(j);
            let values = &q[part.clone()];
            sampled.push(Sampled { values, slopes: speeds.map(|speeds| (speeds, *noise)) });
        }
        let (cutoff, step) = (self.cutoff_of(filter), self.step());
        let smoothing = Smoothing { stamps, cutoff, step, beyond: filter.delay.abs() + step };
        let failed = |source| RecordingError::Signal { log: self.name().into(), source };
        let splines = SmoothingSplines::fit(&smoothing, &sampled).map_err(failed)?;
        let stamps = if logged.is_empty() { Vec::new() } else { stamps.to_vec() };
        Ok(Curves { smooth, splines, stamps, logged })
    }
}

impl RawRecording {
    /// Speed below which the noise of a joint's motion hides which way it moves: friction is
    /// then as likely to either side.
    fn uncertain_speed(&self, joint: usize, source: MotionSource, cutoff: Option<f64>) -> f64 {
        let step = self.step();
        let band = cutoff.unwrap_or(HIGHEST / step);
        let deviation = match (source, self.has_speeds()) {
            (MotionSource::Accelerations, true) => self.noise(Measured::Speeds, joint),
            (MotionSource::Speeds, true) => {
                self.noise(Measured::Speeds, joint) * (2.0 * step * band).min(1.0).sqrt()
            }
            // White noise below the cut-off, differentiated.
            _ => {
                let rate = 2.0 * PI * band * (2.0 * step * band / 3.0).sqrt();
                self.noise(Measured::Positions, joint) * rate
            }
        };
        UNCERTAIN * deviation
    }
}

/// What is known of a joint's motion.
#[derive(Clone, Copy)]
struct JointColumns<'a> {
    q: &'a [f64],
    qd: Option<&'a [f64]>,
    qdd: Option<&'a [f64]>,
    source: MotionSource,
}

/// Position, speed and acceleration of the joints at any time.
struct Curves {
    /// Joints whose motion is made smooth.
    smooth: Vec<usize>,
    splines: SmoothingSplines,
    /// The others as logged, between stamps by cubics through four neighbours.
    stamps: Vec<f64>,
    logged: Vec<(usize, [Vec<f64>; 3])>,
}

impl Curves {
    fn at(&self, t: f64, mut show: impl FnMut(usize, [f64; 3])) {
        self.splines.at(t, |curve, values| show(self.smooth[curve], values));
        if self.logged.is_empty() {
            return;
        }
        let stamps = &self.stamps;
        let next = stamps.partition_point(|s| *s < t);
        if stamps.get(next) == Some(&t) {
            for (joint, columns) in &self.logged {
                show(*joint, columns.each_ref().map(|c| c[next]));
            }
            return;
        }
        let from = next.saturating_sub(2).min(stamps.len().saturating_sub(4));
        let near = from..(from + 4).min(stamps.len());
        // Beyond the ends a straight line.
        let near = if next == 0 { 0..near.end.min(2) } else { near };
        let near = if next == stamps.len() { near.end.saturating_sub(2)..near.end } else { near };
        for (joint, columns) in &self.logged {
            let of = |c: &Vec<f64>| lagrange(&stamps[near.clone()], &c[near.clone()], t);
            show(*joint, columns.each_ref().map(of));
        }
    }
}

/// The polynomial through some points.
fn lagrange(stamps: &[f64], values: &[f64], t: f64) -> f64 {
    let weight = |i: usize| -> f64 {
        let others = (0..stamps.len()).filter(|&j| j != i);
        others.map(|j| (t - stamps[j]) / (stamps[i] - stamps[j])).product()
    };
    values.iter().enumerate().map(|(i, v)| v * weight(i)).sum()
}
