//! Motion and efforts of the logs, filtered alike, and the few rows that are looked at.

use crate::error::Result;
use crate::identify::{RawRecording, Recording};
use crate::signal::{Band, Butterworth};
use std::ops::Range;

/// Rows that are looked at: enough to tell faults apart in a second or two.
const ROWS: usize = 250;
/// Widest and narrowest filter, Hz.
const CUTOFF: (f64, f64) = (3.0, 15.0);
/// Order of the filter.
const ORDER: usize = 4;

/// Signals of one log on an even grid.
struct Part {
    step: f64,
    motion: Motion,
    effort: Vec<Vec<f64>>,
    rows: Vec<usize>,
}

/// Positions, speeds and accelerations: joint, sample.
#[derive(Clone, Default)]
pub(super) struct Motion {
    pub q: Vec<Vec<f64>>,
    pub qd: Vec<Vec<f64>>,
    pub qdd: Vec<Vec<f64>>,
}

/// The rows of all logs, and what it takes to shift their efforts.
pub(super) struct Samples {
    parts: Vec<Part>,
    /// Motion of the rows.
    pub motion: Motion,
    /// Efforts of the rows: joint, row.
    pub effort: Vec<Vec<f64>>,
}

impl Samples {
    pub fn new(raw: &[RawRecording]) -> Result<Self> {
        let mut parts = Vec::new();
        let each = (ROWS / raw.len().max(1)).max(60);
        for recording in raw {
            let cutoff = recording.cutoff().map_or(CUTOFF.1, |c| c.frequency);
            let nyquist = 0.4 / recording.step();
            let cutoff = cutoff.clamp(CUTOFF.0, CUTOFF.1).min(nyquist);
            parts.push(Part::new(recording.condition(Some(cutoff))?, cutoff, each));
        }
        let mut samples = Self { parts, motion: Motion::default(), effort: Vec::new() };
        samples.motion = samples.collected();
        samples.effort = samples.delayed(0.0);
        Ok(samples)
    }

    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.motion.q.len()
    }

    fn collected(&self) -> Motion {
        let joints = self.parts.first().map_or(0, |p| p.motion.q.len());
        let pick = |of: fn(&Motion) -> &Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            let column = |j: usize| {
                let part =
                    |p: &Part| p.rows.iter().map(|&i| of(&p.motion)[j][i]).collect::<Vec<f64>>();
                self.parts.iter().flat_map(part).collect()
            };
            (0..joints).map(column).collect()
        };
        Motion { q: pick(|m| &m.q), qd: pick(|m| &m.qd), qdd: pick(|m| &m.qdd) }
    }

    /// Efforts of the rows if they were logged `delay` seconds late.
    pub fn delayed(&self, delay: f64) -> Vec<Vec<f64>> {
        let joints = self.parts.first().map_or(0, |p| p.effort.len());
        let column = |j: usize| {
            let part = |p: &Part| -> Vec<f64> {
                p.rows
                    .iter()
                    .map(|&i| interpolated(&p.effort[j], i as f64 + delay / p.step))
                    .collect()
            };
            self.parts.iter().flat_map(part).collect()
        };
        (0..joints).map(column).collect()
    }

    /// The longest time by which efforts can be shifted, s.
    pub fn longest_delay(&self) -> f64 {
        let of = |p: &Part| 0.05 * p.step * p.motion.q.first().map_or(0, Vec::len) as f64;
        self.parts.iter().map(of).fold(0.25, f64::min)
    }
}

fn interpolated(values: &[f64], at: f64) -> f64 {
    let last = values.len().saturating_sub(1);
    let at = at.clamp(0.0, last as f64);
    let (i, part) = (at.floor() as usize, at.fract());
    values[i] + part * (values[(i + 1).min(last)] - values[i])
}

impl Part {
    fn new(recording: Recording, cutoff: f64, rows: usize) -> Self {
        let (step, samples) = (recording.step, recording.samples());
        let smooth = |column: Vec<f64>| {
            let filter =
                Butterworth::new(ORDER, Band::LowPass(cutoff)).and_then(|b| b.design(step));
            // Without the filter there is more noise, and nothing else.
            filter.and_then(|f| f.zero_phase(&column)).unwrap_or(column)
        };
        let filtered = recording.cutoff.is_some();
        let effort = recording.effort.into_iter();
        let effort = effort.map(|c| if filtered { smooth(c) } else { c }).collect();
        let motion = Motion { q: recording.q, qd: recording.qd, qdd: recording.qdd };
        let stride = (samples / rows.max(1)).max(1);
        let inner: Range<usize> = samples / 50..samples - samples / 50;
        Self { step, motion, effort, rows: inner.step_by(stride).collect() }
    }
}
