//! How far predicted efforts are from measured ones.
//!
//! `relative = 100 ‖measured − predicted‖ / ‖measured‖`, per joint and over all
//! joints stacked. Measured efforts are the raw ones.

use serde::Serialize;

/// One joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct JointScore {
    /// Root mean square of the error, N m or N.
    pub rms: f64,
    /// Error in percent of the measured efforts.
    pub relative: f64,
    /// The factor on the predicted efforts that fits the measured ones best.
    #[serde(skip)]
    pub gain: f64,
    /// Error with that factor, in percent of the measured efforts.
    #[serde(skip)]
    pub scaled: f64,
}

/// All joints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// Joint by joint.
    pub joints: Vec<JointScore>,
    /// Over all joints stacked, percent.
    pub relative: f64,
}

/// Sums over a joint's samples.
#[derive(Clone, Copy, Default)]
struct Sums {
    error: f64,
    measured: f64,
    predicted: f64,
    product: f64,
    count: usize,
}

/// Scores of predicted against measured efforts, one column per joint; several
/// recordings count as one.
pub fn score<'a>(pairs: impl Iterator<Item = (&'a [Vec<f64>], &'a [Vec<f64>])>) -> Scores {
    let mut sums: Vec<Sums> = Vec::new();
    for (measured, predicted) in pairs {
        sums.resize(measured.len().max(sums.len()), Sums::default());
        for ((sum, m), p) in sums.iter_mut().zip(measured).zip(predicted) {
            for (m, p) in m.iter().zip(p) {
                sum.error += (m - p) * (m - p);
                sum.measured += m * m;
                sum.predicted += p * p;
                sum.product += m * p;
            }
            sum.count += m.len();
        }
    }
    let relative = |error: f64, all: f64| 100.0 * (error / all.max(f64::MIN_POSITIVE)).sqrt();
    let joints = sums.iter().map(|s| {
        let gain = if s.predicted > 0.0 { s.product / s.predicted } else { 1.0 };
        JointScore {
            rms: (s.error / s.count.max(1) as f64).sqrt(),
            relative: relative(s.error, s.measured),
            gain,
            scaled: relative((s.measured - gain * s.product).max(0.0), s.measured),
        }
    });
    let error = sums.iter().map(|s| s.error).sum();
    let all = sums.iter().map(|s| s.measured).sum();
    Scores { joints: joints.collect(), relative: relative(error, all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_errors_stack_by_squares() {
        let measured = [vec![3.0, 4.0], vec![0.0, 12.0]];
        let predicted = [vec![3.0, 4.0], vec![5.0, 12.0]];
        let scores = score([(&measured[..], &predicted[..])].into_iter());
        assert_eq!(scores.joints[0].relative, 0.0);
        assert!((scores.joints[1].rms - 12.5_f64.sqrt()).abs() < 1e-15);
        assert!((scores.relative - 100.0 * 5.0 / 13.0).abs() < 1e-12);
    }
}
