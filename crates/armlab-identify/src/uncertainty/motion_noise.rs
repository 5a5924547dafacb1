//! How noisy the motion in a regressor is.
//!
//! The noise of a smooth signal shows in its high differences: the `k`-th
//! difference of white noise of deviation `σ` has the variance `C(2k, k) σ²`, while
//! that of a motion sampled well above its own frequencies is nearly zero (Gasser,
//! Sroka & Jennen-Steinmetz 1986, of any order). A high percentile stands for the
//! deviation, so that gaps and jumps do not.
//!
//! Where motion is low-passed and differentiated, noise is estimated before and
//! sent through the same filter and differences; what is left of it in positions,
//! speeds and accelerations is then correlated as it is in the recording.

use crate::recording::{RawRecording, Recording, RecordingError};
use armlab_log::{Log, Quantity};
use armlab_random::Random;

/// Order of the differences.
const ORDER: usize = 6;
/// `C(12, 6)`
const GAIN: f64 = 924.0;
/// Share of differences below the percentile that stands for the deviation, and
/// that percentile of the size of a standard normal variable.
const SHARE: f64 = 0.9;
const PERCENTILE: f64 = 1.6448536269514722;

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

/// Deviation of the noise of a smooth signal.
fn deviation(signal: &[f64]) -> f64 {
    let mut differences = signal.to_vec();
    for _ in 0..ORDER {
        for k in 1..differences.len() {
            differences[k - 1] = differences[k] - differences[k - 1];
        }
        differences.pop();
    }
    if differences.is_empty() {
        return 0.0;
    }
    differences.iter_mut().for_each(|d| *d = d.abs());
    let at = ((SHARE * differences.len() as f64) as usize).min(differences.len() - 1);
    let size = *differences.select_nth_unstable_by(at, f64::total_cmp).1;
    size / (PERCENTILE * GAIN.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_of_a_smooth_signal_is_found_and_the_signal_is_not_taken_for_it() {
        let mut draws = Random::with_stream(3, 0);
        let clean: Vec<f64> = (0..4000).map(|k| (0.06 * f64::from(k)).sin()).collect();
        assert!(deviation(&clean) < 1e-8);
        let noisy: Vec<f64> = clean.iter().map(|x| x + 0.01 * draws.normal()).collect();
        let found = deviation(&noisy);
        assert!((found / 0.01 - 1.0).abs() < 0.05, "{found}");
        assert_eq!(deviation(&[1.0; 5]), 0.0);
    }
}
