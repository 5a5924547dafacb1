//! How much of a residual has to do with the motion.
//!
//! Whatever a model lacks depends on positions, speeds or accelerations; noise, white or
//! not, does not. The residual is fitted with plain functions of the motion, and what the
//! fit explains of parts of the log that it was not made from is related to the motion.

use crate::identify::Recording;
use armlab_dense::{Cholesky, Matrix};

/// Rows that are looked at.
const ROWS: usize = 2000;
/// Parts that are left out in turn.
const FOLDS: usize = 8;
/// Keeps columns that are not excited near zero.
const RIDGE: f64 = 1e-3;

/// Part of each joint's squared residual that the motion explains, 0 to 1.
pub fn related_to_motion(recordings: &[Recording], predicted: &[Vec<Vec<f64>>]) -> Vec<f64> {
    let joints = recordings.first().map_or(0, |r| r.effort.len());
    let samples: usize = recordings.iter().map(Recording::samples).sum();
    let every = samples.div_ceil(ROWS).max(1);
    let picked: Vec<(usize, usize)> = recordings
        .iter()
        .enumerate()
        .flat_map(|(k, r)| (0..r.samples()).step_by(every).map(move |i| (k, i)))
        .collect();
    let one = |j: usize| -> f64 {
        let residual = |&(k, i): &(usize, usize)| -> Option<f64> {
            Some(recordings[k].effort.get(j)?.get(i)? - predicted.get(k)?.get(j)?.get(i)?)
        };
        let Some(residuals) = picked.iter().map(residual).collect::<Option<Vec<f64>>>() else {
            return 0.0;
        };
        let rows: Vec<Vec<f64>> =
            picked.iter().map(|&(k, i)| features(&recordings[k], j, i)).collect();
        explained(&rows, &residuals).unwrap_or(0.0)
    };
    (0..joints).map(one).collect()
}

/// Plain functions of the motion at a sample.
fn features(recording: &Recording, joint: usize, i: usize) -> Vec<f64> {
    let v = recording.qd[joint][i];
    let mut row = vec![1.0, v, v.signum(), v * v.abs(), (20.0 * v).tanh()];
    for (q, qdd) in recording.q.iter().zip(&recording.qdd) {
        row.extend([q[i].sin(), q[i].cos(), qdd[i]]);
    }
    let q = recording.q[joint][i];
    row.extend([(2.0 * q).sin(), (2.0 * q).cos()]);
    row
}

/// Part of the squares of `y` that rows explain where they were left out.
fn explained(rows: &[Vec<f64>], y: &[f64]) -> Option<f64> {
    let (n, width) = (rows.len(), rows.first()?.len());
    if n < FOLDS * 4 {
        return None;
    }
    let scale: Vec<f64> = (0..width)
        .map(|k| (rows.iter().map(|r| r[k] * r[k]).sum::<f64>() / n as f64).sqrt())
        .map(|s| if s > 0.0 { 1.0 / s } else { 0.0 })
        .collect();
    let fold = |i: usize| i * FOLDS / n;
    let mut grams = vec![(Matrix::zeros(width, width), vec![0.0; width]); FOLDS];
    for (i, row) in rows.iter().enumerate() {
        let (gram, right) = &mut grams[fold(i)];
        for a in 0..width {
            let x = row[a] * scale[a];
            right[a] += x * y[i];
            for b in 0..=a {
                gram.set(a, b, gram.at(a, b) + x * row[b] * scale[b]);
            }
        }
    }
    let (mut left, mut all) = (0.0, 0.0);
    for out in 0..FOLDS {
        let others = || (0..FOLDS).filter(|f| *f != out);
        let matrix = Matrix::from_fn(width, width, |a, b| {
            let (a, b) = (a.max(b), a.min(b));
            let ridge = if a == b { RIDGE * n as f64 } else { 0.0 };
            others().map(|f| grams[f].0.at(a, b)).sum::<f64>() + ridge
        });
        let mut x: Vec<f64> =
            (0..width).map(|a| others().map(|f| grams[f].1[a]).sum::<f64>()).collect();
        Cholesky::new(&matrix).ok()?.solve(&mut x);
        for i in (0..n).filter(|&i| fold(i) == out) {
            let fitted: f64 = rows[i].iter().zip(&scale).zip(&x).map(|((r, s), x)| r * s * x).sum();
            left += (y[i] - fitted).powi(2);
            all += y[i] * y[i];
        }
    }
    (all > 0.0).then(|| (1.0 - left / all).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_random::Random;

    fn recording(effort: impl Fn(f64, &mut Random) -> f64) -> Recording {
        let time: Vec<f64> = (0..3000).map(|i| 0.01 * f64::from(i)).collect();
        let wave = |d: usize| -> Vec<f64> {
            let of = |t: &f64| match d {
                0 => (1.3 * t).sin(),
                1 => 1.3 * (1.3 * t).cos(),
                _ => -1.69 * (1.3 * t).sin(),
            };
            time.iter().map(of).collect()
        };
        let mut random = Random::new(3);
        Recording {
            name: "log".into(),
            step: 0.01,
            q: vec![wave(0)],
            qd: vec![wave(1)],
            qdd: vec![wave(2)],
            effort: vec![time.iter().map(|t| effort(*t, &mut random)).collect()],
            time,
            cutoff: None,
            notes: Vec::new(),
        }
    }

    fn related(effort: impl Fn(f64, &mut Random) -> f64) -> f64 {
        let recording = recording(effort);
        let zero = vec![vec![vec![0.0; recording.samples()]]];
        related_to_motion(&[recording], &zero)[0]
    }

    #[test]
    fn friction_is_related_to_the_motion_and_noise_is_not() {
        assert!(related(|t, _| (1.3 * t).cos().signum()) > 0.9);
        assert!(related(|t, random| (1.3 * t).sin() + 0.5 * random.normal()) > 0.4);
        assert!(related(|_, random| random.normal()) < 0.02);
        // Coloured noise: a slow wave that the motion does not have.
        assert!(related(|t, _| (0.37 * t + 1.0).sin()) < 0.1);
    }
}
