//! How recorded motion is made smooth and put where the efforts are.

use crate::recording::{RawRecording, Recording, RecordingError};

/// A low-pass filter of the motion, and the delay of the efforts behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionFilter {
    /// Cut-off, Hz; `None` filters nothing. Logged accelerations are never filtered.
    pub cutoff: Option<f64>,
    /// Delay of the efforts behind the motion, s: the motion is read that much earlier.
    pub delay: f64,
}

impl MotionFilter {
    /// Nothing is filtered or moved.
    pub const NONE: Self = Self { cutoff: None, delay: 0.0 };

    /// Recordings with this filter.
    ///
    /// # Errors
    /// If a recording is too short.
    pub fn apply(&self, recordings: &[RawRecording]) -> Result<Vec<Recording>, RecordingError> {
        recordings.iter().map(|r| r.filtered(self)).collect()
    }
}

/// Samples at either end that a column loses when it is read later or earlier.
pub(super) fn lost(samples: f64) -> usize {
    if samples == 0.0 { 0 } else { samples.abs().ceil() as usize + 1 }
}

/// A column read so many samples earlier, by cubics through four neighbours; at its
/// ends, where there are none, the nearest are used.
pub(super) fn delayed(column: &[f64], samples: f64) -> Vec<f64> {
    if samples == 0.0 || column.is_empty() {
        return column.to_vec();
    }
    let whole = (-samples).floor();
    let part = -samples - whole;
    // Lagrange's weights of the neighbours at −1, 0, 1 and 2.
    let weights = [
        -part * (part - 1.0) * (part - 2.0) / 6.0,
        (part + 1.0) * (part - 1.0) * (part - 2.0) / 2.0,
        -(part + 1.0) * part * (part - 2.0) / 2.0,
        (part + 1.0) * part * (part - 1.0) / 6.0,
    ];
    let last = column.len() as i64 - 1;
    let at = |k: i64| column[k.clamp(0, last) as usize];
    (0..column.len() as i64)
        .map(|k| {
            let first = k + whole as i64 - 1;
            weights.iter().enumerate().map(|(m, w)| w * at(first + m as i64)).sum()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{delayed, lost};

    #[test]
    fn a_smooth_column_is_read_between_its_samples() {
        let wave = |t: f64| (0.05 * t).sin();
        let column: Vec<f64> = (0..200).map(|k| wave(f64::from(k))).collect();
        for samples in [0.5, 1.3, -2.7, 6.0] {
            let found = delayed(&column, samples);
            let inner = lost(samples)..200 - lost(samples);
            for k in inner {
                let expected = wave(k as f64 - samples);
                assert!((found[k] - expected).abs() < 1e-6, "{samples} {k}");
            }
        }
        assert_eq!(delayed(&column, 0.0), column);
    }
}
