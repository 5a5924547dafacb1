//! Indexes of how well predicted efforts follow measured ones.
//!
//! With measured `o`, predicted `p`, error `e = o − p`, `n` samples and the
//! measured mean `ō`:
//!
//! ```text
//! RMSE = √(Σe²/n)                     IAE = ∫|e| dt        ISE = ∫e² dt
//! RMS  = √(Σe²/Σo²)                   RSD = √(Σe²/n)
//! AI   = 1 − Σe² / Σ(|p−ō| + |o−ō|)²  R²  = 1 − Σe² / Σ(o−ō)²
//! ```
//!
//! RMS, RSD and AI (index of agreement, Willmott 1981) carry the names of Urrea
//! & Pascal 2016, where RMS is a ratio and RSD has a unit; RMSE, IAE and ISE those of
//! Urrea & Agramonte 2022. Integrals are
//! trapezoidal, so that ISE ≈ T·RMSE². On errors of prediction RMSE and RSD are
//! the same number; the papers use RMSE for the controller's error. AI is close
//! to one for models that are 40 % wrong in a parameter: it is shown, and no
//! verdict rests on it.

use crate::identify::Recording;
use serde::Serialize;

/// Indexes of one joint over all recordings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Metrics {
    /// Root mean square error, N m or N.
    pub rmse: f64,
    /// Integral of the absolute error, N m s or N s.
    pub iae: f64,
    /// Integral of the squared error.
    pub ise: f64,
    /// Error relative to the measured efforts, 0 to 1 and beyond; infinite (`null`
    /// in JSON) where all of these are zero.
    pub rms: f64,
    /// Root of the mean squared difference, N m or N.
    pub rsd: f64,
    /// Index of agreement, 1 for a perfect prediction.
    pub ai: f64,
    /// Part of the variance that is explained; negative if the mean does better,
    /// and minus infinity (`null` in JSON) where nothing varies.
    pub r2: f64,
    /// Largest error, N m or N.
    pub peak: f64,
}

/// One stretch of a joint's efforts: stamps, measured, predicted.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// Time stamps, s.
    pub time: &'a [f64],
    /// Measured efforts.
    pub measured: &'a [f64],
    /// Predicted efforts.
    pub predicted: &'a [f64],
}

/// `1 − part/whole`; one where both vanish.
fn complement(part: f64, whole: f64) -> f64 {
    if part == 0.0 { 1.0 } else { 1.0 - part / whole }
}

/// Indexes of one joint. Several stretches count as one; integrals do not reach
/// over the time between them, and the mean is that of all.
pub fn metrics(stretches: &[Stretch]) -> Metrics {
    let pairs = || {
        stretches.iter().flat_map(|s| s.measured.iter().copied().zip(s.predicted.iter().copied()))
    };
    let count = pairs().count();
    if count == 0 {
        return Metrics { ai: 1.0, r2: 1.0, ..Metrics::default() };
    }
    let mean = pairs().map(|(o, _)| o).sum::<f64>() / count as f64;
    let [mut errors, mut all, mut spread, mut potential, mut peak] = [0.0_f64; 5];
    for (o, p) in pairs() {
        let e = o - p;
        errors += e * e;
        all += o * o;
        spread += (o - mean) * (o - mean);
        potential += ((p - mean).abs() + (o - mean).abs()).powi(2);
        peak = peak.max(e.abs());
    }
    let (mut iae, mut ise) = (0.0, 0.0);
    for s in stretches {
        let error = |i: usize| s.measured[i] - s.predicted[i];
        let samples = s.time.len().min(s.measured.len()).min(s.predicted.len());
        for i in 1..samples {
            let half = 0.5 * (s.time[i] - s.time[i - 1]);
            let (before, now) = (error(i - 1), error(i));
            iae += half * (before.abs() + now.abs());
            ise += half * (before * before + now * now);
        }
    }
    let rmse = (errors / count as f64).sqrt();
    let rms = if errors == 0.0 { 0.0 } else { (errors / all).sqrt() };
    Metrics {
        rmse,
        iae,
        ise,
        rms,
        rsd: rmse,
        ai: complement(errors, potential),
        r2: complement(errors, spread),
        peak,
    }
}

/// Indexes of every joint, from recordings and what was predicted for them.
pub fn joint_metrics(recordings: &[Recording], predicted: &[Vec<Vec<f64>>]) -> Vec<Metrics> {
    let joints = recordings.first().map_or(0, |r| r.effort.len());
    (0..joints)
        .map(|j| {
            let of_joint = recordings.iter().zip(predicted).filter_map(|(r, p)| {
                let (measured, predicted) = (r.effort.get(j)?, p.get(j)?);
                Some(Stretch { time: &r.time, measured, predicted })
            });
            metrics(&of_joint.collect::<Vec<_>>())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: [f64; 4] = [0.0, 1.0, 2.0, 4.0];
    const MEASURED: [f64; 4] = [1.0, 3.0, 5.0, 7.0];
    const PREDICTED: [f64; 4] = [1.0, 2.0, 7.0, 7.0];

    fn of(time: &[f64], measured: &[f64], predicted: &[f64]) -> Metrics {
        metrics(&[Stretch { time, measured, predicted }])
    }

    #[test]
    fn indexes_are_those_computed_by_hand() {
        // e = 0, 1, −2, 0; Σe² = 5; Σo² = 84; mean 4; Σ(o−4)² = 20;
        // |p−4|+|o−4| = 6, 3, 4, 6, squares add up to 97.
        let m = of(&TIME, &MEASURED, &PREDICTED);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-15 * b.abs().max(1.0), "{a} {b}");
        close(m.rmse, 1.25_f64.sqrt());
        close(m.rsd, m.rmse);
        close(m.iae, 0.5 + 1.5 + 2.0);
        close(m.ise, 0.5 + 2.5 + 4.0);
        close(m.rms, (5.0_f64 / 84.0).sqrt());
        close(m.ai, 1.0 - 5.0 / 97.0);
        close(m.r2, 0.75);
        close(m.peak, 2.0);
    }

    #[test]
    fn on_even_stamps_the_squared_integral_is_time_times_mean_square() {
        let n = 2001;
        let time: Vec<f64> = (0..n).map(|i| i as f64 * 5e-3).collect();
        let measured: Vec<f64> = time.iter().map(|t| (3.0 * t).sin()).collect();
        let m = of(&time, &measured, &vec![0.0; n]);
        assert!((m.ise / (10.0 * m.rmse * m.rmse) - 1.0).abs() < 1e-3, "{m:?}");
        assert!((m.rms - 1.0).abs() < 1e-15);
    }

    #[test]
    fn integrals_do_not_reach_from_one_recording_into_the_next() {
        let first = Stretch { time: &TIME, measured: &MEASURED, predicted: &PREDICTED };
        let later: Vec<f64> = TIME.iter().map(|t| t + 1000.0).collect();
        let second = Stretch { time: &later, ..first };
        let (one, two) = (metrics(&[first]), metrics(&[first, second]));
        assert!((two.iae - 2.0 * one.iae).abs() < 1e-12);
        assert!((two.rmse - one.rmse).abs() < 1e-15);
    }

    #[test]
    fn perfect_constant_and_empty_efforts_have_indexes() {
        let perfect = of(&TIME, &MEASURED, &MEASURED);
        assert_eq!((perfect.ai, perfect.r2, perfect.rms, perfect.rmse), (1.0, 1.0, 0.0, 0.0));
        let still = of(&TIME, &[0.0; 4], &[0.0; 4]);
        assert_eq!((still.ai, still.r2, still.rms), (1.0, 1.0, 0.0));
        let constant = of(&TIME, &[2.0; 4], &PREDICTED);
        // Nothing varies in what was measured: Σe² = 51, Σ(|p−2|+0)² = 51.
        assert_eq!((constant.r2, constant.ai), (f64::NEG_INFINITY, 0.0));
        assert_eq!(of(&TIME, &[0.0; 4], &MEASURED).rms, f64::INFINITY);
        let none = of(&[], &[], &[]);
        assert_eq!((none.rmse, none.iae, none.ai, none.r2), (0.0, 0.0, 1.0, 1.0));
    }
}
