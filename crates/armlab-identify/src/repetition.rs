//! Motions that repeat: what of their efforts does not.

use crate::recording::RawRecording;
use rayon::prelude::*;
use serde::Serialize;

/// The part of the efforts that differs between periods of the same motion. No model of
/// the motion predicts it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unrepeated {
    /// Of all joints together, percent of the efforts.
    pub relative: f64,
    /// Of each joint, percent of its efforts.
    pub joints: Vec<f64>,
}

impl RawRecording {
    /// What does not repeat where the motion does every `period` seconds, which is known
    /// to `within` seconds; nothing if there are not two periods in one piece.
    pub(crate) fn unrepeated(&self, period: f64, within: f64) -> Option<Unrepeated> {
        let [stretch] = self.stretches() else { return None };
        let part = |columns: &'_ [Vec<f64>]| -> Vec<Vec<f64>> {
            columns.iter().map(|c| c[stretch.clone()].to_vec()).collect()
        };
        let (positions, efforts) = (part(self.positions()), part(self.efforts()));
        let (samples, guess) = (stretch.len(), period / self.step());
        let reach = within / self.step();
        let from = (guess - reach).floor().max(1.0) as usize;
        let to = ((guess + reach).ceil() as usize).min(samples / 2);
        // Without end as soon as it is more than `most`: some joints show that a delay is far off.
        let apart = |lag: usize, most: f64| -> f64 {
            let (count, mut sum) = ((samples - lag) as f64, 0.0);
            for q in &positions {
                sum += squared_distance(q, &q[lag..]);
                if sum / count > most {
                    return f64::INFINITY;
                }
            }
            sum / count
        };
        let near = (guess.round() as usize).clamp(from, to.max(from)).min(samples);
        let most = apart(near, f64::INFINITY);
        let lags: Vec<(f64, usize)> =
            (from..=to).into_par_iter().map(|lag| (apart(lag, most), lag)).collect();
        let &(_, lag) = lags.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let sums: Vec<[f64; 2]> = efforts.iter().map(|y| between_periods(y, lag)).collect();
        let percent = |[apart, all]: [f64; 2]| 100.0 * (apart / all.max(f64::MIN_POSITIVE)).sqrt();
        let total = sums.iter().fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        let joints = sums.iter().map(|&s| percent(s)).collect();
        Some(Unrepeated { relative: percent(total), joints })
    }
}

/// Squared distance of two columns, as far as both reach, in several sums side by side.
fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    const SUMS: usize = 8;
    let length = a.len().min(b.len());
    let (a, b) = (a[..length].chunks_exact(SUMS), b[..length].chunks_exact(SUMS));
    let rest = a.remainder().iter().zip(b.remainder()).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    let mut sums = [0.0; SUMS];
    for (a, b) in a.zip(b) {
        for k in 0..SUMS {
            sums[k] += (a[k] - b[k]).powi(2);
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// Squared deviations from the mean of all periods, as they would be from the true one,
/// and squares of the values.
fn between_periods(values: &[f64], lag: usize) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for phase in 0..lag.min(values.len()) {
        let same: Vec<f64> = values[phase..].iter().step_by(lag).copied().collect();
        let count = same.len() as f64;
        if count < 2.0 {
            continue;
        }
        let mean = same.iter().sum::<f64>() / count;
        let apart: f64 = same.iter().map(|x| (x - mean).powi(2)).sum();
        sums[0] += apart * count / (count - 1.0);
        sums[1] += same.iter().map(|x| x * x).sum::<f64>();
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_random::Random;

    #[test]
    fn noise_on_a_repeated_motion_is_what_does_not_repeat() {
        let (step, period, samples) = (0.01, 2.0, 1000);
        let time: Vec<f64> = (0..samples).map(|k| f64::from(k) * step).collect();
        let wave = |t: &f64| (std::f64::consts::TAU * t / period).sin();
        let mut random = Random::new(1);
        let q: Vec<f64> = time.iter().map(wave).collect();
        let tau: Vec<f64> = q.iter().map(|x| 10.0 * x + 0.5 * random.normal()).collect();
        let efforts = vec![tau, q.clone()];
        let raw = RawRecording::of_stretch(
            "made",
            step,
            time,
            [vec![q.clone(), q], Vec::new(), Vec::new(), efforts],
        );
        let found = raw.unrepeated(2.03, 0.05).unwrap();
        // The noise over the root mean square of the effort.
        let expected = 100.0 * 0.5 / 50.25_f64.sqrt();
        assert!((found.joints[0] / expected - 1.0).abs() < 0.05, "{found:?} {expected}");
        assert!(found.joints[1] < 1e-10, "{found:?}");
        assert!(raw.unrepeated(7.0, 0.05).is_none());
    }
}
