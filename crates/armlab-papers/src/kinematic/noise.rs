//! Noise on measured joints, in the ways in which papers state it, and all of them together.

use super::log::KinematicLog;
use armlab::log::Quantity;
use armlab::simulate::{StreamId, random_stream};

/// Samples whose noise is several times as large (Tukey 1960).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outliers {
    /// Part of the samples.
    pub fraction: f64,
    /// How many times larger their deviation is.
    pub factor: f64,
}

/// Noise on the joints, white from sample to sample. Noise of a given size and noise of a given ratio add up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointNoise {
    /// Standard deviation of ordinary samples, in every joint's own unit.
    pub sigma: f64,
    /// So many dB below each joint's variation: `SNR = 20 log₁₀(s/σ)` with `σ` the deviation of all samples, outliers
    /// among them.
    pub snr: Option<f64>,
    /// Samples with more noise.
    pub outliers: Option<Outliers>,
}

/// Stream of these draws among all of a seed.
const STREAM: u8 = 64;

impl JointNoise {
    /// Of this standard deviation.
    pub fn sigma(sigma: f64) -> Self {
        Self { sigma, ..Self::default() }
    }
    /// Of this ratio, dB.
    pub fn snr(decibel: f64) -> Self {
        Self { snr: Some(decibel), ..Self::default() }
    }
    /// With a part of the samples several times as noisy.
    pub fn with_outliers(self, fraction: f64, factor: f64) -> Self {
        Self { outliers: Some(Outliers { fraction, factor }), ..self }
    }

    /// The log with noise on its measured joints, the same for the same seed.
    pub fn add(&self, log: &KinematicLog, seed: u64) -> KinematicLog {
        let mut noisy = log.clone();
        let (fraction, factor) = self.outliers.map_or((0.0, 1.0), |o| (o.fraction, o.factor));
        // Deviation of all samples over that of ordinary ones.
        let all = (1.0 + fraction * (factor * factor - 1.0)).sqrt();
        for (j, column) in noisy.measured.iter_mut().enumerate() {
            let joint = u32::try_from(j).unwrap_or(u32::MAX);
            let id = StreamId { kind: STREAM, occurrence: 0, quantity: Quantity::Position, joint };
            let mut draws = random_stream(seed, id);
            let by_ratio = self
                .snr
                .map_or(0.0, |decibel| deviation(&log.exact[j]) / 10f64.powf(decibel / 20.0) / all);
            let sigma = self.sigma.hypot(by_ratio);
            for x in column {
                // Both are drawn in any case, so that a sample has its place.
                let (chance, normal) = (draws.unit(), draws.normal());
                *x += sigma * if chance < fraction { factor } else { 1.0 } * normal;
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
