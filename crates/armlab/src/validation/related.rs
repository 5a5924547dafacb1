//! How much of a residual has to do with the motion.
//!
//! Whatever a model lacks depends on positions, speeds or accelerations; noise, white or
//! not, does not. The residual is fitted with plain functions of the motion, and what the
//! fit explains of parts of the log that it was not made from is related to the motion.

use crate::identify::Recording;
use armlab_dense::{Cholesky, Matrix, dot};
use rayon::prelude::*;
use std::ops::Range;

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
    if picked.len() < FOLDS * 4 {
        return vec![0.0; joints];
    }
    let common = Columns::of(common(recordings, &picked));
    let one = |j: usize| -> f64 {
        let residual = |&(k, i): &(usize, usize)| -> Option<f64> {
            Some(recordings[k].effort.get(j)?.get(i)? - predicted.get(k)?.get(j)?.get(i)?)
        };
        let Some(residuals) = picked.iter().map(residual).collect::<Option<Vec<f64>>>() else {
            return 0.0;
        };
        let all = common.with(own(recordings, &picked, j));
        all.explained(&residuals).unwrap_or(0.0)
    };
    (0..joints).into_par_iter().map(one).collect()
}

/// Plain functions of all joints' motion at some samples.
fn common(recordings: &[Recording], picked: &[(usize, usize)]) -> Vec<Vec<f64>> {
    let moving = recordings.first().map_or(0, |r| r.q.len());
    let column = |of: &dyn Fn(&Recording, usize) -> f64| -> Vec<f64> {
        picked.iter().map(|&(k, i)| of(&recordings[k], i)).collect()
    };
    let mut columns = vec![vec![1.0; picked.len()]];
    for m in 0..moving {
        columns.push(column(&|r, i| r.q[m][i].sin()));
        columns.push(column(&|r, i| r.q[m][i].cos()));
        columns.push(column(&|r, i| r.qdd[m][i]));
    }
    columns
}

/// Further ones of a joint's own motion.
fn own(recordings: &[Recording], picked: &[(usize, usize)], joint: usize) -> Vec<Vec<f64>> {
    let functions: [fn(f64, f64) -> f64; 6] = [
        |_, v| v,
        |_, v| v.signum(),
        |_, v| v * v.abs(),
        |_, v| (20.0 * v).tanh(),
        |q, _| (2.0 * q).sin(),
        |q, _| (2.0 * q).cos(),
    ];
    let at = |&(k, i): &(usize, usize)| (recordings[k].q[joint][i], recordings[k].qd[joint][i]);
    let column = |f: &fn(f64, f64) -> f64| {
        let of = |(q, v): (f64, f64)| f(q, v);
        picked.iter().map(|p| of(at(p))).collect()
    };
    functions.iter().map(column).collect()
}

/// Columns with their products, part by part of the rows.
#[derive(Clone)]
struct Columns {
    columns: Vec<Vec<f64>>,
    /// Of each part, products of each column with those before and itself.
    products: Vec<Vec<f64>>,
}

/// Rows of a part that is left out in turn.
fn part(fold: usize, rows: usize) -> Range<usize> {
    (fold * rows).div_ceil(FOLDS)..((fold + 1) * rows).div_ceil(FOLDS)
}

impl Columns {
    fn of(columns: Vec<Vec<f64>>) -> Self {
        Self { columns: Vec::new(), products: vec![Vec::new(); FOLDS] }.with(columns)
    }

    /// With further columns.
    fn with(&self, further: Vec<Vec<f64>>) -> Self {
        let mut all = self.clone();
        for column in further {
            all.columns.push(column);
            let (columns, last) = (&all.columns, all.columns.len() - 1);
            for (fold, products) in all.products.iter_mut().enumerate() {
                let rows = part(fold, columns[last].len());
                let new = &columns[last][rows.clone()];
                products.extend(columns.iter().map(|c| dot(&c[rows.clone()], new)));
            }
        }
        all
    }

    /// Part of the squares of `y` that the columns explain where they were left out.
    fn explained(&self, y: &[f64]) -> Option<f64> {
        let (n, width) = (y.len(), self.columns.len());
        let product = |fold: usize, a: usize, b: usize| {
            let (a, b) = (a.max(b), a.min(b));
            self.products[fold][a * (a + 1) / 2 + b]
        };
        let scale: Vec<f64> = (0..width)
            .map(|k| ((0..FOLDS).map(|f| product(f, k, k)).sum::<f64>() / n as f64).sqrt())
            .map(|s| if s > 0.0 { 1.0 / s } else { 0.0 })
            .collect();
        let side = |fold: usize| -> Vec<f64> {
            let rows = part(fold, n);
            let of = |c: &Vec<f64>| dot(&c[rows.clone()], &y[rows.clone()]);
            self.columns.iter().map(of).collect()
        };
        let sides: Vec<Vec<f64>> = (0..FOLDS).map(side).collect();
        let (mut left, mut all) = (0.0, 0.0);
        for out in 0..FOLDS {
            let others = || (0..FOLDS).filter(|f| *f != out);
            let matrix = Matrix::from_fn(width, width, |a, b| {
                if a < b {
                    return 0.0;
                }
                let ridge = if a == b { RIDGE * n as f64 } else { 0.0 };
                others().map(|f| product(f, a, b)).sum::<f64>() * scale[a] * scale[b] + ridge
            });
            let mut x: Vec<f64> =
                (0..width).map(|a| others().map(|f| sides[f][a]).sum::<f64>() * scale[a]).collect();
            Cholesky::new(&matrix).ok()?.solve(&mut x);
            let rows = part(out, n);
            let mut rest = y[rows.clone()].to_vec();
            all += dot(&rest, &rest);
            for ((column, s), x) in self.columns.iter().zip(&scale).zip(&x) {
                let pairs = rest.iter_mut().zip(&column[rows.clone()]);
                pairs.for_each(|(r, c)| *r -= s * x * c);
            }
            left += dot(&rest, &rest);
        }
        (all > 0.0).then(|| (1.0 - left / all).clamp(0.0, 1.0))
    }
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
            start: 0.0,
            q: vec![wave(0)],
            qd: vec![wave(1)],
            qdd: vec![wave(2)],
            effort: vec![time.iter().map(|t| effort(*t, &mut random)).collect()],
            time,
            temperature: Vec::new(),
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
