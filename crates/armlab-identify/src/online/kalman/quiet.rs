//! Efforts with less noise, for filters that see a whole log.
//!
//! A filter takes efforts as input. Their noise disturbs the motion, which process
//! noise accounts for; but it also is in the accelerations at which the slopes by
//! the unknowns are taken, and the product of both draws unknowns aside, as noisy
//! accelerations do in regression. A centred mean over a few samples takes most of
//! it away and has no delay. It must not take motion away: of the windows of one,
//! three and five samples, each joint gets the widest that takes away what jumps
//! from sample to sample. The part `a` that does shows in how neighbours of what
//! is taken away hang together, `ρ = a ρ_white + (1 − a)`.

use crate::Recording;

/// Samples on each side, narrow first, and the correlation of neighbours in white
/// noise less its mean over so many: `[−⅓, ⅔, −⅓]` gives −⅔, the next −0.3.
const WINDOWS: [(usize, f64); 2] = [(1, -2.0 / 3.0), (2, -0.3)];
/// Part of what is taken away that must jump.
const JUMPS: f64 = 0.9;

/// Recordings with quieter efforts, where that costs no motion.
pub fn quiet_efforts(recordings: &[Recording]) -> Vec<Recording> {
    let mut quiet = recordings.to_vec();
    let joints = recordings.iter().map(|r| r.effort.len()).min().unwrap_or(0);
    for j in 0..joints {
        let efforts = || recordings.iter().map(|r| r.effort[j].as_slice());
        let window = WINDOWS.into_iter().rev().find(|&(half, white)| {
            let (mut square, mut neighbours) = (0.0, 0.0);
            for effort in efforts() {
                let mut last = 0.0;
                for k in half..effort.len().saturating_sub(half) {
                    let taken = effort[k] - mean(effort, k, half);
                    square += taken * taken;
                    neighbours += taken * last;
                    last = taken;
                }
            }
            // A log without noise may have nothing that changes.
            square > 0.0 && (1.0 - neighbours / square) / (1.0 - white) >= JUMPS
        });
        let half = window.map(|w| w.0);
        let Some(half) = half else { continue };
        for (out, recording) in quiet.iter_mut().zip(recordings) {
            let effort = &recording.effort[j];
            out.effort[j] = (0..effort.len()).map(|k| mean(effort, k, half)).collect();
        }
    }
    quiet
}

/// The mean around a sample, over fewer at the ends.
fn mean(signal: &[f64], k: usize, half: usize) -> f64 {
    let half = half.min(k).min(signal.len() - 1 - k);
    let window = &signal[k - half..=k + half];
    window.iter().sum::<f64>() / window.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn recording(effort: Vec<f64>) -> Recording {
        let zeros = vec![vec![0.0; effort.len()]];
        Recording {
            name: "log".into(),
            step: 0.01,
            start: 0.0,
            time: (0..effort.len()).map(|k| 0.01 * k as f64).collect(),
            q: zeros.clone(),
            qd: zeros.clone(),
            qdd: zeros,
            effort: vec![effort],
            temperature: Vec::new(),
            cutoff: None,
            notes: Vec::new(),
        }
    }

    #[test]
    fn noise_is_averaged_and_motion_is_not() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let mut noise = |sd: f64| -> Vec<f64> {
            let one = |r: &mut ChaCha8Rng| (0..12).map(|_| r.random::<f64>()).sum::<f64>() - 6.0;
            (0..4000).map(|_| sd * one(&mut random)).collect()
        };
        let slow = |k: usize| (0.01 * k as f64).sin();
        let noisy: Vec<f64> = noise(0.1).iter().enumerate().map(|(k, e)| slow(k) + e).collect();
        let quiet = quiet_efforts(&[recording(noisy)]);
        let left = |r: &Recording| {
            let square: f64 =
                r.effort[0].iter().enumerate().map(|(k, e)| (e - slow(k)).powi(2)).sum();
            (square / r.samples() as f64).sqrt()
        };
        assert!((left(&quiet[0]) / 0.1 - 0.2_f64.sqrt()).abs() < 0.03, "{}", left(&quiet[0]));
        // Motion that is as fast as the window stays.
        let fast: Vec<f64> =
            noise(1e-3).iter().enumerate().map(|(k, e)| (0.5 * k as f64).sin() + e).collect();
        assert_eq!(quiet_efforts(&[recording(fast.clone())])[0].effort[0], fast);
        // A log without noise stays as it is.
        let clean: Vec<f64> = (0..500).map(slow).collect();
        assert_eq!(quiet_efforts(&[recording(clean.clone())])[0].effort[0], clean);
    }
}
