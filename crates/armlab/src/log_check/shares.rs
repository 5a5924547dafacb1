//! Which shares of what a description predicts are in the efforts: its weight, and its inertia.
//!
//! Per joint, efforts are fitted by `a·weight + b·(rest of the bodies' effort) + friction`. Efforts
//! without weight come from drives that compensate gravity before they are logged; the same factor
//! in all joints is a unit or a gain, as no wrong masses fit that well.

use armlab_dense::{Cholesky, Matrix};

/// Part of the squares that a fit must explain.
const EXPLAINED: f64 = 0.8;
/// The same where one factor explains all joints.
const EXPLAINED_BY_FACTOR: f64 = 0.9;
/// A weight with less than this share is not there.
const NO_WEIGHT: f64 = 0.1;
/// Shares of inertia that are the whole of it, and the part of the efforts that it must be.
const WHOLE: std::ops::Range<f64> = 0.7..1.4;
const SHOWN: f64 = 0.1;
/// Factor from which on efforts are in another unit.
const OTHER_UNIT: f64 = 3.0;
/// Keeps functions that do not change near zero.
const RIDGE: f64 = 1e-9;

/// One sample of a joint.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub weight: f64,
    /// Predicted effort without the weight.
    pub inertial: f64,
    pub speed: f64,
    pub effort: f64,
}

impl Sample {
    fn friction(&self) -> [f64; 3] {
        [1.0, self.speed, self.speed.signum()]
    }
}

/// Whether no joint's efforts have its weight in them, though some carry much of it: the
/// joints that do.
pub(super) fn without_weight(joints: &[Vec<Sample>]) -> Vec<usize> {
    let mut loaded = Vec::new();
    for (j, samples) in joints.iter().enumerate() {
        let sum = |of: fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>();
        let (weight, effort) = (sum(|s| s.weight * s.weight), sum(|s| s.effort * s.effort));
        // Weight that is larger than all of the effort.
        if !(weight > effort && effort > 0.0) {
            continue;
        }
        let rows = samples.iter().map(|s| {
            let [_, speed, sign] = s.friction();
            ([s.weight, s.inertial, speed, sign], s.effort)
        });
        let Some((x, explained)) = fitted(rows) else { return Vec::new() };
        let inertial = sum(|s| s.inertial * s.inertial);
        // The rest is there, and shows.
        let rest = WHOLE.contains(&x[1]) && x[1] * x[1] * inertial > SHOWN * effort;
        if x[0].abs() > NO_WEIGHT || explained < EXPLAINED || !rest {
            return Vec::new();
        }
        loaded.push(j);
    }
    loaded
}

/// The factor by which all joints' efforts differ from what is predicted, if there is one and
/// it is large.
pub(super) fn common_factor(joints: &[Vec<Sample>]) -> Option<f64> {
    let mut factors = Vec::new();
    for samples in joints {
        let rows = samples.iter().map(|s| {
            let [one, speed, sign] = s.friction();
            ([s.weight + s.inertial, one, speed, sign], s.effort)
        });
        let (x, explained) = fitted(rows)?;
        if explained < EXPLAINED_BY_FACTOR {
            return None;
        }
        factors.push(x[0]);
    }
    factors.sort_by(f64::total_cmp);
    let (least, most) = (*factors.first()?, *factors.last()?);
    let alike = least > 0.0 && most < 1.25 * least;
    let factor = factors[factors.len() / 2];
    (alike && !(1.0 / OTHER_UNIT..OTHER_UNIT).contains(&factor)).then_some(factor)
}

/// The least-squares solution, and the part of the squares that it explains.
fn fitted<const N: usize>(rows: impl Iterator<Item = ([f64; N], f64)>) -> Option<([f64; N], f64)> {
    let (mut gram, mut right, mut all) = (Matrix::zeros(N, N), vec![0.0; N], 0.0);
    for (row, y) in rows {
        for a in 0..N {
            right[a] += row[a] * y;
            for b in 0..N {
                gram.set(a, b, gram.at(a, b) + row[a] * row[b]);
            }
        }
        all += y * y;
    }
    let scale: Vec<f64> = (0..N).map(|k| gram.at(k, k).sqrt().max(f64::MIN_POSITIVE)).collect();
    for a in 0..N {
        for b in 0..N {
            gram.set(a, b, gram.at(a, b) / (scale[a] * scale[b]));
        }
        gram.set(a, a, gram.at(a, a) + RIDGE);
        right[a] /= scale[a];
    }
    let mut x = right.clone();
    Cholesky::new(&gram).ok()?.solve(&mut x);
    let explained: f64 = x.iter().zip(&right).map(|(x, r)| x * r).sum();
    let solution = std::array::from_fn(|k| x[k] / scale[k]);
    (all > 0.0).then_some((solution, explained / all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(gravity: f64, factor: f64) -> Vec<Sample> {
        let one = |k: i32| {
            let t = 0.05 * f64::from(k);
            let (weight, inertial, speed) =
                (40.0 * t.cos(), 9.0 * (1.7 * t).sin(), (0.9 * t).cos());
            let effort =
                factor * (gravity * weight + inertial) + 3.0 * speed + 2.0 * speed.signum();
            Sample { weight, inertial, speed, effort }
        };
        (0..400).map(one).collect()
    }

    #[test]
    fn efforts_without_weight_and_in_another_unit_are_told_from_good_ones() {
        let joints =
            |gravity, factor| vec![samples(gravity, factor), samples(gravity, 1.1 * factor)];
        assert_eq!(without_weight(&joints(0.0, 1.0)), [0, 1]);
        assert_eq!(without_weight(&joints(1.0, 1.0)), [0; 0]);
        assert!((common_factor(&joints(1.0, 10.2)).unwrap() - 11.22).abs() < 1e-6);
        assert_eq!(common_factor(&joints(1.0, 1.4)), None);
        // Wrong masses are wrong by other factors in other joints.
        assert_eq!(common_factor(&[samples(1.0, 10.2), samples(1.0, 4.0)]), None);
    }
}
