//! Motions that repeat.

/// Fewest samples of a period.
const SHORTEST: usize = 10;
/// A motion repeats if it differs from itself a period later by less than this part
/// of its variance, …
const SAME: f64 = 0.02;
/// … and in between by more than this part.
const APART: f64 = 0.5;
/// Samples between two looks at whether a difference is too large already.
const BETWEEN_LOOKS: usize = 64;

/// After how many samples all columns repeat; at least nearly two periods must be
/// there. Columns that stand still say nothing.
pub(super) fn repeats_after(columns: &[Vec<f64>]) -> Option<usize> {
    let samples = columns.first()?.len();
    let moving: Vec<(&Vec<f64>, f64)> = columns
        .iter()
        .map(|c| {
            let mean = c.iter().sum::<f64>() / samples as f64;
            (c, c.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / samples as f64)
        })
        .filter(|(_, variance)| *variance > 0.0)
        .collect();
    let largest = moving.iter().map(|(_, v)| *v).fold(0.0, f64::max);
    // Noise of a joint that stands still never repeats.
    let moving: Vec<_> = moving.into_iter().filter(|(_, v)| *v > 1e-4 * largest).collect();
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
            return Some(lag);
        }
        lag += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::repeats_after;

    #[test]
    fn a_period_is_found_and_a_motion_without_one_has_none() {
        let wave = |f: f64| -> Vec<f64> {
            (0..300)
                .map(|k| (f * f64::from(k)).sin() + 0.4 * (3.0 * f * f64::from(k)).cos())
                .collect()
        };
        let period = std::f64::consts::TAU / 100.0;
        assert_eq!(repeats_after(&[wave(period), wave(2.0 * period)]), Some(100));
        assert_eq!(repeats_after(&[wave(period), wave(1.7 * period)]), None);
        // Slow, but never back where it was.
        assert_eq!(repeats_after(&[(0..300).map(f64::from).collect()]), None);
        assert_eq!(repeats_after(&[wave(period / 3.5)]), None);
        assert_eq!(repeats_after(&[vec![1.0; 50]]), None);
        assert_eq!(repeats_after(&[]), None);
    }
}
