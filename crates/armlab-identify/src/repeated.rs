//! Whether a log says what another one has said: the same motion, or the same rows.

use crate::recording::RawRecording;

/// Two logs have the same motion if their positions differ by less than this part of
/// their variance.
const SAME_MOTION: f64 = 1e-4;
/// A joint whose variance is below this part of the largest one stands still, but for noise.
const STILL: f64 = 1e-2;
/// Part of a log that may lie before or behind the one it is compared with.
const OUTSIDE: f64 = 0.02;
/// Instants at which motions are compared, and a number without a factor in common with it.
const INSTANTS: usize = 128;
const STRIDE: usize = 37;
/// Shifts that are tried within one sample.
const WITHIN: usize = 4;
/// Part of the rows that a copy has in common with its original.
const COPIED: f64 = 0.95;
/// A log that lasts less than this part of another one is a part of it at most.
const WHOLE: f64 = 0.8;
/// Places at which a copy may begin that are tried.
const PLACES: usize = 256;

impl RawRecording {
    /// Whether another log has this one's motion, as a whole or as a part: then this one says
    /// nothing about unseen motion.
    pub fn has_motion_of(&self, other: &Self) -> bool {
        let (own, others) = (self.time().len(), other.time().len());
        if self.q.is_empty() || self.q.len() != other.q.len() || own < 2 || others < 2 {
            return false;
        }
        // The order is mixed, since many motions begin alike.
        let at: Vec<usize> =
            (0..INSTANTS).map(|m| (m * STRIDE) % INSTANTS * (own - 1) / (INSTANTS - 1)).collect();
        let positions: Vec<Vec<f64>> =
            self.q.iter().map(|q| at.iter().map(|&i| q[i]).collect()).collect();
        let spreads: Vec<f64> = positions.iter().map(|q| spread(q)).collect();
        let still = STILL * spreads.iter().fold(0.0_f64, |a, &b| a.max(b));
        let allowed: Vec<f64> = spreads.iter().map(|s| SAME_MOTION * s.max(still)).collect();
        // In samples of the other log.
        let begin = self.time()[0];
        let times: Vec<f64> = at.iter().map(|&i| (self.time()[i] - begin) / other.step()).collect();
        let length = times.iter().fold(0.0_f64, |a, &b| a.max(b));
        let (slack, last) = ((OUTSIDE * length).floor(), (others - 1) as f64);
        let shifts = WITHIN as f64 * (last - length + 2.0 * slack);
        if !(shifts >= 0.0) {
            return false;
        }
        (0..=shifts as usize).any(|k| {
            let shift = k as f64 / WITHIN as f64 - slack;
            fits(&positions, &times, &allowed, &other.q, shift)
        })
    }

    /// Whether it is no mere part of another log in length.
    pub fn lasts_as_long_as(&self, other: &Self) -> bool {
        let duration = |r: &Self| r.time().len() as f64 * r.step();
        duration(self) > WHOLE * duration(other)
    }

    /// Whether the rows are those of another log, or of a part of it: efforts that are equal
    /// to the last bit were measured once.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        are_equal(self.logged_efforts(), other.logged_efforts())
    }

    /// The same of positions.
    pub fn has_positions_of(&self, other: &Self) -> bool {
        are_equal(self.logged_positions(), other.logged_positions())
    }

    /// Positions of the rows that are used, as they were logged.
    fn logged_positions(&self) -> &[Vec<f64>] {
        let motion = self.logged.as_ref().and_then(|rows| rows.motion.as_ref());
        motion.and_then(|m| m[0].as_deref()).unwrap_or(&self.q)
    }

    /// Efforts of all rows as they were logged.
    fn logged_efforts(&self) -> &[Vec<f64>] {
        self.logged.as_ref().map_or(self.efforts(), |rows| &rows.effort)
    }
}

/// Whether columns are those of others, or of a part of them, to the last bit.
fn are_equal(own: &[Vec<f64>], others: &[Vec<f64>]) -> bool {
    let [Some(n), Some(m)] = [own, others].map(|e| e.first().map(Vec::len)) else {
        return false;
    };
    if own.len() != others.len() || n == 0 || n > m {
        return false;
    }
    let same = |i: usize, k: usize| own.iter().zip(others).all(|(a, b)| a[i] == b[k]);
    let middle = n / 2;
    let places = (middle..m).filter(|&k| same(middle, k)).take(PLACES);
    let needed = (COPIED * n as f64).ceil() as usize;
    let changes = (1..n).any(|i| own.iter().any(|e| e[i] != e[0]));
    changes
        && places.map(|k| k - middle).any(|from| {
            let rows = n.min(m - from);
            rows >= needed && (0..rows).filter(|&i| same(i, from + i)).count() >= needed
        })
}

/// Sum of squares about the mean.
fn spread(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|x| (x - mean).powi(2)).sum()
}

/// Whether positions at `times` are those of another log `shift` samples later, to what is
/// allowed for each joint.
fn fits(
    positions: &[Vec<f64>],
    times: &[f64],
    allowed: &[f64],
    other: &[Vec<f64>],
    shift: f64,
) -> bool {
    let mut apart = vec![0.0; positions.len()];
    for (m, time) in times.iter().enumerate() {
        let at = time + shift;
        let k = at.floor();
        if k < 0.0 || k as usize + 1 >= other[0].len() {
            continue;
        }
        let (k, part) = (k as usize, at - k);
        for (j, sum) in apart.iter_mut().enumerate() {
            let there = other[j][k] + part * (other[j][k + 1] - other[j][k]);
            *sum += (positions[j][m] - there).powi(2);
            if !(*sum <= allowed[j]) {
                return false;
            }
        }
    }
    true
}
