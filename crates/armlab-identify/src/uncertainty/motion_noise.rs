//! How noisy the motion in a regressor is.
//!
//! Where motion is low-passed and differentiated, noise is estimated before and
//! sent through the same filter and differences; what is left of it in positions,
//! speeds and accelerations is then correlated as it is in the recording.

use crate::recording::{RawRecording, Recording, RecordingError};
use crate::signal_noise::deviation;
use armlab_log::{Log, Quantity};
use armlab_random::Random;

/// Noise of the motion of one recording, one deviation per joint.
#[derive(Clone, Debug, PartialEq)]
pub enum MotionNoise {
    /// Positions, speeds and accelerations each with white noise of their own, as
    /// in a log that holds all three.
    Independent {
        /// Positions, rad or m.
        q: Vec<f64>,
        /// Speeds.
        qd: Vec<f64>,
        /// Accelerations.
        qdd: Vec<f64>,
    },
    /// White noise of what was measured, before filtering.
    BeforeFilter {
        /// Positions, rad or m.
        q: Vec<f64>,
        /// Speeds, where they are measured.
        qd: Option<Vec<f64>>,
    },
}

impl MotionNoise {
    /// Estimates the noise of a log from its signals.
    pub fn of(raw: &RawRecording) -> Self {
        let deviations = |columns: &Vec<Vec<f64>>| columns.iter().map(|c| deviation(c)).collect();
        match (&raw.qd, &raw.qdd) {
            (Some(qd), Some(qdd)) => Self::Independent {
                q: deviations(&raw.q),
                qd: deviations(qd),
                qdd: deviations(qdd),
            },
            (qd, _) => {
                Self::BeforeFilter { q: deviations(&raw.q), qd: qd.as_ref().map(deviations) }
            }
        }
    }

    /// The same for a recording whose signals are used as they were logged.
    pub fn of_logged(recording: &Recording) -> Self {
        let deviations = |columns: &Vec<Vec<f64>>| columns.iter().map(|c| deviation(c)).collect();
        Self::Independent {
            q: deviations(&recording.q),
            qd: deviations(&recording.qd),
            qdd: deviations(&recording.qdd),
        }
    }

    /// Number of joints it speaks of; `None` if its parts disagree or a deviation
    /// is not a number that can be one.
    pub fn joints(&self) -> Option<usize> {
        let (q, others): (&Vec<f64>, Vec<&Vec<f64>>) = match self {
            Self::Independent { q, qd, qdd } => (q, vec![qd, qdd]),
            Self::BeforeFilter { q, qd } => (q, qd.iter().collect()),
        };
        let usable = |c: &Vec<f64>| c.iter().all(|x| x.is_finite() && *x >= 0.0);
        let fits = others.iter().all(|c| c.len() == q.len() && usable(c));
        (fits && usable(q)).then_some(q.len())
    }

    /// A log with a draw of its noise added, times `sign`.
    pub(super) fn added_to(
        &self,
        raw: &RawRecording,
        sign: f64,
        seed: u64,
        stream: u64,
    ) -> RawRecording {
        let mut draws = Random::with_stream(seed, stream);
        let mut noisy = raw.clone();
        let none = Vec::new();
        let (q, qd, qdd) = match self {
            Self::Independent { q, qd, qdd } => (q, qd, qdd),
            Self::BeforeFilter { q, qd } => (q, qd.as_ref().unwrap_or(&none), &none),
        };
        let mut add = |columns: &mut Vec<Vec<f64>>, deviations: &[f64]| {
            for (column, deviation) in columns.iter_mut().zip(deviations) {
                column.iter_mut().for_each(|x| *x += sign * deviation * draws.normal());
            }
        };
        add(&mut noisy.q, q);
        noisy.qd.iter_mut().for_each(|c| add(c, qd));
        noisy.qdd.iter_mut().for_each(|c| add(c, qdd));
        noisy
    }

    /// A draw of the noise along a recording: positions, speeds and accelerations.
    pub(super) fn draw(
        &self,
        recording: &Recording,
        seed: u64,
        stream: u64,
    ) -> Result<[Vec<Vec<f64>>; 3], RecordingError> {
        let mut draws = Random::with_stream(seed, stream);
        let mut white = |deviations: &[f64], samples: usize| -> Vec<Vec<f64>> {
            let column = |d: &f64| (0..samples).map(|_| d * draws.normal()).collect::<Vec<f64>>();
            deviations.iter().map(column).collect()
        };
        let samples = recording.samples();
        match self {
            Self::Independent { q, qd, qdd } => {
                Ok([white(q, samples), white(qd, samples), white(qdd, samples)])
            }
            Self::BeforeFilter { q, qd } => {
                // As much longer as conditioning cuts off, several times over.
                let margin = recording.cutoff.map_or(2.0, |f| (1.0 / (f * recording.step)).ceil());
                let long = samples + 4 * margin.clamp(8.0, 1e6) as usize;
                let mut log = Log::new((0..long).map(|k| k as f64 * recording.step).collect());
                let mut push = |quantity, columns: Vec<Vec<f64>>| {
                    for (joint, column) in columns.into_iter().enumerate() {
                        log.push_channel(quantity, joint, column);
                    }
                };
                push(Quantity::Position, white(q, long));
                if let Some(qd) = qd {
                    push(Quantity::Velocity, white(qd, long));
                }
                push(Quantity::Effort, vec![vec![0.0; long]; q.len()]);
                let raw = RawRecording::of(&log, &recording.name, q.len(), None)?;
                let noise = raw.condition(recording.cutoff)?;
                let cut = |columns: Vec<Vec<f64>>| -> Vec<Vec<f64>> {
                    let from = (noise.time.len().saturating_sub(samples)) / 2;
                    columns.into_iter().map(|c| c[from..].to_vec()).collect()
                };
                Ok([cut(noise.q), cut(noise.qd), cut(noise.qdd)])
            }
        }
    }
}
