//! Motions that repeat.

use std::ops::Range;

/// Fewest samples of a period.
const SHORTEST: usize = 10;
/// A motion repeats if it differs from itself a period later by less than this part
/// of its variance, …
const SAME: f64 = 0.02;
/// … and in between by more than this part.
const APART: f64 = 0.5;
/// Samples between two looks at whether a difference is too large already.
const BETWEEN_LOOKS: usize = 64;

/// After how many samples all columns repeat, which need not be a whole number; at least nearly
/// two periods must be there. Columns that stand still say nothing.
pub(crate) fn repeats_after(columns: &[Vec<f64>]) -> Option<f64> {
    let samples = columns.first()?.len();
    let moving: Vec<(&Vec<f64>, f64)> =
        moving(columns).into_iter().map(|(k, variance)| (&columns[k], variance)).collect();
    if moving.is_empty() {
        return None;
    }
    // Without end as soon as it is more than `most`: most delays are far off, and a part of the
    // samples shows that.
    let difference = |lag: usize, most: f64| -> f64 {
        let mut sum = 0.0;
        for (c, variance) in &moving {
            let (count, mut squares) = ((samples - lag) as f64, 0.0);
            let later = c[lag..].chunks(BETWEEN_LOOKS);
            for (now, later) in c.chunks(BETWEEN_LOOKS).zip(later) {
                for (a, b) in now.iter().zip(later) {
                    squares += (a - b).powi(2);
                }
                if (sum + squares / (count * variance)) / moving.len() as f64 > most {
                    return f64::INFINITY;
                }
            }
            sum += squares / (count * variance);
        }
        sum / moving.len() as f64
    };
    let longest = samples * 5 / 9;
    let mut lag = (1..=longest).find(|&lag| difference(lag, APART) > APART)?.max(SHORTEST);
    while lag <= longest {
        let mut least = difference(lag, SAME);
        if least < SAME {
            // On to the bottom of this valley.
            while lag < longest {
                let next = difference(lag + 1, least);
                if next >= least {
                    break;
                }
                (least, lag) = (next, lag + 1);
            }
            // Between samples a difference is a parabola as good as.
            let bottom = |lag: usize| {
                let at = |lag: usize| difference(lag, f64::INFINITY);
                let [before, here, after] = [at(lag - 1), at(lag), at(lag + 1)];
                let bend = before + after - 2.0 * here;
                let off = if bend > 0.0 { 0.5 * (before - after) / bend } else { 0.0 };
                (here < SAME && off.abs() <= 1.0).then_some(lag as f64 + off)
            };
            // Several periods tell one more exactly.
            let (mut period, mut several) = (bottom(lag).unwrap_or(lag as f64), 2.0);
            while several * period + 2.0 < longest as f64 {
                let Some(found) = bottom((several * period).round() as usize) else { break };
                (period, several) = (found / several, 2.0 * several);
            }
            return Some(period);
        }
        lag += 1;
    }
    None
}

/// Columns that move, and their variances. Noise of a joint that stands still never repeats.
fn moving(columns: &[Vec<f64>]) -> Vec<(usize, f64)> {
    let variance = |c: &Vec<f64>| {
        let count = c.len() as f64;
        let mean = c.iter().sum::<f64>() / count;
        c.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count
    };
    let variances: Vec<f64> = columns.iter().map(variance).collect();
    let largest = variances.iter().copied().fold(0.0, f64::max);
    let all = variances.into_iter().enumerate();
    all.filter(|(_, variance)| *variance > 1e-4 * largest).collect()
}

/// Rows in so many segments, by how many periods have passed before each: those of one phase are
/// in one segment.
pub(super) fn by_phase(
    passed: impl Iterator<Item = f64>,
    segments: usize,
) -> Vec<Vec<Range<usize>>> {
    let mut ranges: Vec<Vec<Range<usize>>> = vec![Vec::new(); segments];
    for (k, passed) in passed.enumerate() {
        let phase = passed.rem_euclid(1.0);
        let ranges = &mut ranges[((phase * segments as f64) as usize).min(segments - 1)];
        match ranges.last_mut() {
            Some(range) if range.end == k => range.end += 1,
            _ => ranges.push(k..k + 1),
        }
    }
    ranges
}

/// Whether columns that repeat after `period` samples go on so: later points are given by where
/// they are, in samples since the first, and what all columns are there.
pub(crate) fn goes_on(
    columns: &[Vec<f64>],
    period: f64,
    later: impl Iterator<Item = (f64, Vec<f64>)>,
) -> bool {
    let moving = moving(columns);
    let (mut sum, mut count) = (0.0, 0_usize);
    for (at, values) in later {
        let phase = at.rem_euclid(period);
        let (before, part) = (phase.floor() as usize, phase.fract());
        for &(k, variance) in &moving {
            let Some([a, b]) = columns[k].get(before..before + 2).map(|c| [c[0], c[1]]) else {
                continue;
            };
            sum += (a + part * (b - a) - values[k]).powi(2) / variance;
            count += 1;
        }
    }
    sum < SAME * count as f64
}

#[cfg(test)]
mod tests {
    use super::{goes_on, repeats_after};

    #[test]
    fn a_period_is_found_and_a_motion_without_one_has_none() {
        let wave = |f: f64| -> Vec<f64> {
            (0..300)
                .map(|k| (f * f64::from(k)).sin() + 0.4 * (3.0 * f * f64::from(k)).cos())
                .collect()
        };
        let period = std::f64::consts::TAU / 100.0;
        let found = repeats_after(&[wave(period), wave(2.0 * period)]).unwrap();
        assert!((found - 100.0).abs() < 1e-3, "{found}");
        // A period between samples.
        let period = std::f64::consts::TAU / 40.3;
        let found = repeats_after(&[wave(period), wave(2.0 * period)]).unwrap();
        assert!((found - 40.3).abs() < 2e-3, "{found}");
        let period = std::f64::consts::TAU / 100.0;
        assert_eq!(repeats_after(&[wave(period), wave(1.7 * period)]), None);
        // Slow, but never back where it was.
        assert_eq!(repeats_after(&[(0..300).map(f64::from).collect()]), None);
        assert_eq!(repeats_after(&[wave(period / 3.5)]), None);
        assert_eq!(repeats_after(&[vec![1.0; 50]]), None);
        assert_eq!(repeats_after(&[]), None);
    }

    #[test]
    fn a_motion_that_changes_later_does_not_go_on() {
        let at = |k: f64| vec![(k / 16.0).sin(), 0.3, (k / 8.0).cos()];
        let of = |j: usize| (0..400).map(|k| at(f64::from(k))[j]).collect::<Vec<f64>>();
        let columns = [of(0), of(1), of(2)];
        let period = repeats_after(&columns).unwrap();
        let points = || (0..500).map(|k| 7000.0 + 1.7 * f64::from(k));
        assert!(goes_on(&columns, period, points().map(|k| (k, at(k)))));
        assert!(!goes_on(&columns, period, points().map(|k| (k, at(k + 20.0)))));
        assert!(!goes_on(&columns, period, points().map(|k| (k, at(1.1 * k)))));
    }
}
