//! Noise on measured joints, in the three ways in which papers state it.

use super::log::KinematicLog;
use armlab::log::Quantity;
use armlab::simulate::{StreamId, random_stream};

/// Noise on the joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointNoise {
    /// White, with this standard deviation in every joint's own unit.
    Sigma(f64),
    /// White, so many dB below each joint's variation: `SNR = 20 log₁₀(s/σ)`.
    Snr(f64),
    /// White, but a part of the samples with a deviation several times as large
    /// (Tukey 1960).
    Contaminated {
        /// Standard deviation of ordinary samples.
        sigma: f64,
        /// Part of the samples that are not.
        fraction: f64,
        /// How many times larger their deviation is.
        factor: f64,
    },
}

/// Stream of these draws among all of a seed.
const STREAM: u8 = 64;

impl JointNoise {
    /// The log with noise on its measured joints, the same for the same seed.
    pub fn add(&self, log: &KinematicLog, seed: u64) -> KinematicLog {
        let mut noisy = log.clone();
        for (j, column) in noisy.measured.iter_mut().enumerate() {
            let joint = u32::try_from(j).unwrap_or(u32::MAX);
            let id = StreamId { kind: STREAM, occurrence: 0, quantity: Quantity::Position, joint };
            let mut draws = random_stream(seed, id);
            let sigma = match *self {
                Self::Sigma(sigma) | Self::Contaminated { sigma, .. } => sigma,
                Self::Snr(decibel) => deviation(&log.exact[j]) / 10f64.powf(decibel / 20.0),
            };
            for x in column {
                // Both are drawn in any case, so that a sample has its place.
                let (chance, normal) = (draws.unit(), draws.normal());
                let factor = match *self {
                    Self::Contaminated { fraction, factor, .. } if chance < fraction => factor,
                    _ => 1.0,
                };
                *x += sigma * factor * normal;
            }
        }
        noisy
    }
}

fn deviation(column: &[f64]) -> f64 {
    let n = column.len().max(1) as f64;
    let mean = column.iter().sum::<f64>() / n;
    (column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt()
}
