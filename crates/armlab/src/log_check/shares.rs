//! Which shares of what a description predicts are in the efforts: its weight, and its inertia.
//!
//! Per joint, efforts are fitted by `a·weight + b·(rest of the bodies' effort) + friction`. Efforts
//! without weight come from drives that compensate gravity before they are logged; large factors
//! in all joints are a unit, gains or the motors' side of the gears, as no wrong masses fit that well.

use armlab_dense::{Cholesky, Matrix};

/// Part of the squares that a fit must explain.
const EXPLAINED: f64 = 0.8;
/// The same where factors explain all joints, and where one of them is odd.
const EXPLAINED_BY_FACTOR: f64 = 0.85;
const EXPLAINED_BUT_ONE: f64 = 0.9;
/// A weight with less than this share is not there.
const NO_WEIGHT: f64 = 0.1;
/// Shares of inertia that are the whole of it, and the part of the efforts that it must be.
const WHOLE: std::ops::Range<f64> = 0.7..1.4;
const SHOWN: f64 = 0.1;
/// Factor from which on efforts are in another unit.
const OTHER_UNIT: f64 = 3.0;
/// A factor from which on one joint's efforts are not those that are predicted, and how near to
/// one those of the others must be.
const ODD: f64 = 1.3;
const AS_PREDICTED: f64 = 0.1;
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

/// Factors by which the efforts of the joints whose bodies show differ from what is predicted,
/// ascending, if they are all far too large or all far too small; most joints must show them.
pub(super) fn common_factors(joints: &[Vec<Sample>]) -> Vec<f64> {
    let shown: Vec<Factor> = joints.iter().filter_map(|samples| factor_of(samples)).collect();
    let mut factors: Vec<f64> = shown.iter().map(|f| f.factor).collect();
    factors.sort_by(f64::total_cmp);
    let [Some(least), Some(most)] = [factors.first(), factors.last()] else { return Vec::new() };
    let clear =
        2 * shown.len() > joints.len() && shown.iter().all(|f| f.explained > EXPLAINED_BY_FACTOR);
    let other = *least > OTHER_UNIT || (*least > 0.0 && *most < 1.0 / OTHER_UNIT);
    if clear && other { factors } else { Vec::new() }
}

/// The one joint whose efforts are another multiple of what is predicted, where those of at least
/// two others, and of all whose bodies show, are as predicted; and its factor.
pub(super) fn odd_factor(joints: &[Vec<Sample>]) -> Option<(usize, f64)> {
    let of = |(j, samples): (usize, &Vec<Sample>)| Some((j, factor_of(samples)?));
    let shown: Vec<(usize, Factor)> = joints.iter().enumerate().filter_map(of).collect();
    let right = |f: &Factor| (f.factor - 1.0).abs() < AS_PREDICTED;
    let mut odd = shown.iter().filter(|(_, f)| !right(f));
    let (j, f) = odd.next()?;
    let clear = shown.iter().all(|(_, f)| f.explained > EXPLAINED_BUT_ONE);
    let alone = odd.next().is_none() && shown.len() > 2 && clear;
    let far = f.factor > ODD || (f.factor > 0.0 && f.factor < 1.0 / ODD);
    (alone && far).then_some((*j, f.factor))
}

/// The factor of a joint's efforts over what is predicted, and the part of their squares that it
/// explains together with friction.
struct Factor {
    factor: f64,
    explained: f64,
}

/// A joint's factor; `None` where friction alone explains its efforts nearly as well.
fn factor_of(samples: &[Sample]) -> Option<Factor> {
    let with = samples.iter().map(|s| {
        let [one, speed, sign] = s.friction();
        ([s.weight + s.inertial, one, speed, sign], s.effort)
    });
    let without = samples.iter().map(|s| (s.friction(), s.effort));
    let ((x, explained), (_, by_friction)) = (fitted(with)?, fitted(without)?);
    (explained - by_friction > SHOWN).then_some(Factor { factor: x[0], explained })
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
        assert!((common_factors(&joints(1.0, 10.2))[1] - 11.22).abs() < 1e-6);
        assert_eq!(common_factors(&joints(1.0, 1.4)), [0.0; 0]);
        // Gears of other ratios; and joints of which only one has a wrong gain.
        assert_eq!(common_factors(&[samples(1.0, 0.2), samples(1.0, 0.1)]).len(), 2);
        let odd = [samples(1.0, 1.0), samples(1.0, 1.7), samples(1.0, 0.95)];
        assert_eq!(common_factors(&odd), [0.0; 0]);
        let (joint, factor) = odd_factor(&odd).unwrap();
        assert!(joint == 1 && (factor - 1.7).abs() < 1e-6, "{joint} {factor}");
        // Two that differ, or a little, are a description that is wrong.
        assert_eq!(odd_factor(&[samples(1.0, 1.6), samples(1.0, 1.7), samples(1.0, 1.0)]), None);
        assert_eq!(odd_factor(&[samples(1.0, 1.0), samples(1.0, 1.2), samples(1.0, 1.0)]), None);
    }
}
