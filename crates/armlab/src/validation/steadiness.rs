//! Whether efforts keep to the model from the beginning of a log to its end.
//!
//! A log is cut into parts. In each the factor between measured and predicted efforts and the mean
//! residual are taken. A gain, a load or a zero that changes within the log shows as a step or
//! ramp of one of them, far beyond the scatter between parts.

use crate::identify::Recording;

/// Parts of a log, and how many of them are before or after a change at least.
const PARTS: usize = 12;
const FEWEST: usize = 3;
/// Samples of a part at least.
const SAMPLES: usize = 20;
/// Change of the factor, and of the mean residual by the root mean square of the efforts.
const LARGE: f64 = 0.25;
/// Change by its standard error.
const CLEAR: f64 = 8.0;

/// A change within a log, in words.
pub fn changes(
    recordings: &[Recording],
    predicted: &[Vec<Vec<f64>>],
    names: &[String],
) -> Vec<String> {
    let mut found = Vec::new();
    for (recording, predicted) in recordings.iter().zip(predicted) {
        let mut told: Vec<(&str, &str, f64)> = Vec::new();
        for ((name, measured), predicted) in names.iter().zip(&recording.effort).zip(predicted) {
            let size = rms(measured);
            let length = measured.len() / PARTS;
            if length < SAMPLES || !(size > 0.0) {
                continue;
            }
            let part = |k: usize| k * length..(k + 1) * length;
            let gain = |k: usize| {
                let pairs = measured[part(k)].iter().zip(&predicted[part(k)]);
                let (mp, pp) = pairs.fold((0.0, 0.0), |s, (m, p)| (s.0 + m * p, s.1 + p * p));
                // A part without effort has no factor.
                if pp > 0.01 * size * size * length as f64 { mp / pp } else { f64::NAN }
            };
            let offset = |k: usize| {
                let pairs = measured[part(k)].iter().zip(&predicted[part(k)]);
                pairs.map(|(m, p)| m - p).sum::<f64>() / (size * length as f64)
            };
            let gains: Vec<f64> = (0..PARTS).map(gain).filter(|g| g.is_finite()).collect();
            let offsets: Vec<f64> = (0..PARTS).map(offset).collect();
            if let Some(change) = largest_change(&gains) {
                told.push((name, "grow", change));
            } else if let Some(change) = largest_change(&offsets) {
                told.push((name, "shift", change));
            }
        }
        for (how, words) in [("grow", "times the predicted ones"), ("shift", "of their size")] {
            let of: Vec<_> = told.iter().filter(|t| t.1 == how).collect();
            let Some(worst) = of.iter().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs())) else {
                continue;
            };
            let joints: Vec<&str> = of.iter().map(|t| t.0).collect();
            found.push(format!(
                "{}: efforts of {} change within the log, by up to {:.2} {words}: a gain, a load or a \
                 zero that is not the same from beginning to end",
                recording.name,
                joints.join(", "),
                worst.2
            ));
        }
    }
    found
}

/// The change along a line through the parts, and it by its standard error.
fn ramp(values: &[f64]) -> Option<(f64, f64)> {
    let n = values.len();
    if n < 2 * FEWEST {
        return None;
    }
    let (mean, middle) = (moments(values).0, 0.5 * (n - 1) as f64);
    let at = |k: usize| k as f64 - middle;
    let spread: f64 = (0..n).map(|k| at(k) * at(k)).sum();
    let slope = values.iter().enumerate().map(|(k, x)| at(k) * (x - mean)).sum::<f64>() / spread;
    let left = values.iter().enumerate().map(|(k, x)| (x - mean - slope * at(k)).powi(2));
    let deviation = (left.sum::<f64>() / (n - 2) as f64 / spread).sqrt().max(1e-6);
    Some((slope * (n - 1) as f64, slope.abs() / deviation))
}

/// The change, at once or along the log, that is clearest, if it is large.
fn largest_change(values: &[f64]) -> Option<f64> {
    let splits = FEWEST..(values.len() + 1).saturating_sub(FEWEST);
    let changes = splits.map(|at| {
        let (before, after) = (moments(&values[..at]), moments(&values[at..]));
        let deviation = (before.1 + after.1).sqrt().max(1e-6);
        (after.0 - before.0, (after.0 - before.0).abs() / deviation)
    });
    let all = changes.chain(ramp(values));
    let (change, clear) = all.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (change.abs() > LARGE && clear > CLEAR).then_some(change)
}

/// Mean, and the square of its standard error.
fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let square = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
    (mean, square / (n - 1.0).max(1.0) / n)
}

fn rms(values: &[f64]) -> f64 {
    (values.iter().map(|x| x * x).sum::<f64>() / values.len().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_change_far_beyond_the_scatter_counts() {
        let steady = [1.0, 1.1, 0.9, 1.05, 0.95, 1.0, 1.1, 0.9, 1.0, 1.0, 0.95, 1.05];
        assert_eq!(largest_change(&steady), None);
        let mut step = steady;
        step[6..].iter_mut().for_each(|x| *x += 0.5);
        let change = largest_change(&step).unwrap();
        assert!((change - 0.5).abs() < 0.05, "{change}");
        let ramp: Vec<f64> = steady.iter().enumerate().map(|(k, x)| x + 0.05 * k as f64).collect();
        assert!((largest_change(&ramp).unwrap() - 0.55).abs() < 0.05);
        // A large scatter hides it.
        let mut wild = step;
        wild.iter_mut().step_by(2).for_each(|x| *x += 2.0);
        assert_eq!(largest_change(&wild), None);
        assert_eq!(largest_change(&step[..5]), None);
    }
}
