//! Noise levels estimated from a log.
//!
//! *Positions and speeds.* Differences of order `d` take a smooth motion away and
//! leave white noise with `C(2d, d)` times its variance (Gasser, Sroka &
//! Jennen-Steinmetz 1986): what is left is noise. Low orders leave some motion, so
//! the least of several orders is taken. A recording must not have been low-passed,
//! or there is nothing left to see.
//!
//! *Efforts.* Process noise is whatever the efforts do not explain: their own white
//! noise, found as above, and what the model lacks, which shows as residuals of
//! weighted least squares that hang together from sample to sample,
//!
//! ```text
//! σ² = min(differences² + max(0, mean of r_k r_{k+1}), mean of r_k²)
//! ```
//!
//! Residuals alone would also count the noise of accelerations in the regressor,
//! which a filter never sees.

use super::settings::NoiseLevels;
use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::solve::unknowns_of;
use crate::{Model, Recording};

/// Orders of differences that are tried.
const ORDERS: std::ops::RangeInclusive<usize> = 3..=8;
/// Least noise, as a part of a signal's root mean square.
const LEAST: f64 = 1e-5;
/// The same of efforts, for errors of the model.
const LEAST_EFFORT: f64 = 1e-4;

impl NoiseLevels {
    /// Noise levels of recordings that have not been low-passed.
    pub fn estimate(model: &Model, recordings: &[Recording]) -> Result<Self, EstimationError> {
        let reduced = model.reduce(recordings)?;
        let data = Data::new(model, recordings, &reduced)?;
        let weights = noise_weights(&data)?;
        let unknowns = unknowns_of(&reduced.whole(&weights), &data.prior)?;
        let joints = model.joints();
        let mut levels = Self { position: Vec::new(), speed: Vec::new(), effort: Vec::new() };
        for j in 0..joints {
            let of = |pick: fn(&Recording) -> &[Vec<f64>]| {
                level(recordings.iter().map(move |r| pick(r)[j].as_slice()), LEAST)
            };
            levels.position.push(of(|r| &r.q));
            levels.speed.push(of(|r| &r.qd));
            levels.effort.push(level(recordings.iter().map(|r| r.effort[j].as_slice()), 0.0));
        }
        let (mut squares, mut neighbours) = (vec![0.0; joints], vec![0.0; joints]);
        let (mut efforts, mut samples) = (vec![0.0; joints], 0.0);
        for recording in recordings {
            samples += recording.samples() as f64;
            for (j, predicted) in model.predict(recording, &unknowns)?.iter().enumerate() {
                let residual: Vec<f64> =
                    recording.effort[j].iter().zip(predicted).map(|(y, p)| y - p).collect();
                squares[j] += residual.iter().map(|r| r * r).sum::<f64>();
                neighbours[j] += residual.windows(2).map(|w| w[0] * w[1]).sum::<f64>();
                efforts[j] += recording.effort[j].iter().map(|y| y * y).sum::<f64>();
            }
        }
        for j in 0..joints {
            let white = levels.effort[j].powi(2);
            let unexplained = white + (neighbours[j] / samples).max(0.0);
            let square = unexplained.min(squares[j] / samples);
            let floor = LEAST_EFFORT * (efforts[j] / samples).sqrt();
            levels.effort[j] = square.sqrt().max(floor).max(f64::MIN_POSITIVE.sqrt());
        }
        Ok(levels)
    }
}

/// Standard deviation of the white noise in signals of one kind.
fn level<'s>(signals: impl Iterator<Item = &'s [f64]> + Clone, least: f64) -> f64 {
    let mut noise = f64::INFINITY;
    for order in ORDERS {
        let (mut sum, mut count) = (0.0, 0.0);
        for signal in signals.clone().filter(|s| s.len() > order) {
            let mut differences = signal.to_vec();
            for _ in 0..order {
                for k in 0..differences.len() - 1 {
                    differences[k] = differences[k + 1] - differences[k];
                }
                differences.pop();
            }
            // The median of squares is deaf to steps and outliers; of normal noise
            // it is 0.4549 of the variance.
            let mut squares: Vec<f64> = differences.iter().map(|d| d * d).collect();
            let middle = squares.len() / 2;
            let (_, median, _) = squares.select_nth_unstable_by(middle, f64::total_cmp);
            sum += *median / 0.454936423119572 * differences.len() as f64;
            count += differences.len() as f64;
        }
        if count > 0.0 {
            noise = noise.min((sum / count / central_binomial(order)).sqrt());
        }
    }
    let (mut square, mut count) = (0.0, 0.0_f64);
    for signal in signals {
        square += signal.iter().map(|x| x * x).sum::<f64>();
        count += signal.len() as f64;
    }
    let rms = (square / count.max(1.0)).sqrt();
    // A joint that never moves has no noise to be seen; it needs some.
    let floor = if least > 0.0 { (least * rms).max(1e-9) } else { 0.0 };
    if noise.is_finite() { noise.max(floor) } else { floor }
}

/// `C(2d, d)`
fn central_binomial(d: usize) -> f64 {
    (1..=d).map(|k| (d + k) as f64 / k as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn noise_on_a_smooth_motion_is_found_within_a_tenth() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        // Sums of twelve uniform numbers are normal enough, of variance one.
        let mut normal = || (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
        for sd in [1e-4, 1e-2, 0.3] {
            let signal: Vec<f64> =
                (0..3000).map(|k| (0.03 * k as f64).sin() + sd * normal()).collect();
            let got = level(std::iter::once(signal.as_slice()), LEAST);
            assert!((got / sd - 1.0).abs() < 0.1, "{got} {sd}");
        }
    }

    #[test]
    fn a_few_jumps_do_not_look_like_noise() {
        let mut signal: Vec<f64> = (0..2000).map(|k| (0.01 * k as f64).sin()).collect();
        (0..20).for_each(|k| signal[100 * k] += 1.0);
        assert!(level(std::iter::once(signal.as_slice()), LEAST) < 1e-4);
    }
}
