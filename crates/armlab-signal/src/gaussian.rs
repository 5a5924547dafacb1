//! Gaussian kernels: smoothing, its first two derivatives, and reading between
//! samples, all with finite length and without phase.
//!
//! A signal `x` smoothed at time `t` (in samples) is `X(t) = Σᵢ g(i − t) xᵢ` with
//! `g(u) = exp(−u²/2σ²)/(σ√2π)`, and its derivatives follow from those of `g`. A
//! Gaussian of a Gaussian is a Gaussian, `σ² = σ₁² + σ₂²`, so that smoothing in two
//! steps and in one give the same. Kernels narrower than a few samples are not
//! sampled but computed from their spectrum `(iω)ᵏ exp(−ω²σ²/2)`, which ends at the
//! Nyquist frequency, and every kernel is corrected by the least polynomial times
//! itself that makes it exact on polynomials up to the order of the derivative.
//!
//! A Gaussian takes `ω²σ²/2` of a slow wave away. A *flat* one, `g − b² g″/2` with the
//! spectrum `(1 + ω²b²/2) exp(−ω²σ²/2)`, takes away `ω²(σ² − b²)/2`, and with `b = σ` only
//! `ω⁴σ⁴/8` (a kernel of fourth order: Wand & Schucany 1990).

use crate::error::SignalError;
use std::f64::consts::{LN_2, PI};

/// Half the length of a kernel, in σ: 7·10⁻⁶ of its weight lies beyond.
const LENGTH: f64 = 4.5;
/// Kernels wider than this are sampled: their spectrum is 4·10⁻¹⁴ at the Nyquist
/// frequency.
const SAMPLED: f64 = 2.5;
/// Points of the spectrum of narrower kernels.
const POINTS: usize = 512;

/// A Gaussian kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    sigma: f64,
    /// Width up to which the spectrum is flat, in samples; zero for a plain Gaussian.
    flat: f64,
}

impl Gaussian {
    /// The narrowest kernel that smooths and differentiates well, in samples.
    pub const NARROWEST: f64 = 1.2;

    /// With this standard deviation, in samples.
    pub fn new(sigma: f64) -> Result<Self, SignalError> {
        if (Self::NARROWEST..1e7).contains(&sigma) {
            return Ok(Self { sigma, flat: 0.0 });
        }
        let hint = format!("it must be {} to 1e7 samples", Self::NARROWEST);
        Err(SignalError::setting("the width of a Gaussian kernel", sigma, hint))
    }

    /// The same with a spectrum that is flat up to a width, in samples; at most its own.
    pub fn flattened(self, flat: f64) -> Self {
        Self { flat: flat.clamp(0.0, self.sigma), ..self }
    }

    /// The standard deviation, in samples, with a gain of 1/√2 at this frequency,
    /// in cycles per sample.
    pub fn sigma_at(cutoff: f64) -> f64 {
        LN_2.sqrt() / (2.0 * PI * cutoff)
    }

    /// The standard deviation, in samples.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// Samples on either side of the middle.
    pub fn half(&self) -> usize {
        (LENGTH * self.sigma).ceil() as usize + 1
    }

    /// Weights of the samples `−half ..= half` for the smoothed signal's derivative
    /// of this order (0 to 2), per sample, read `shift` samples after the middle
    /// one; at most half a sample, so that no weight is lost.
    pub fn taps(&self, derivative: usize, shift: f64) -> Vec<f64> {
        let (s, half) = (self.sigma, self.half() as i64);
        let places: Vec<f64> = (-half..=half).map(|i| i as f64 - shift).collect();
        let bell: Vec<f64> = places.iter().map(|u| (-0.5 * (u / s).powi(2)).exp()).collect();
        let share = 0.5 * (self.flat / s).powi(2);
        let mut taps: Vec<f64> = if s >= SAMPLED {
            let scale = 1.0 / (s.powi(1 + derivative as i32) * (2.0 * PI).sqrt());
            let factor = |u: f64| hermite(derivative, u) - share * hermite(derivative + 2, u);
            places.iter().zip(&bell).map(|(&u, g)| scale * factor(u / s) * g).collect()
        } else {
            places.iter().map(|&u| from_spectrum(s, self.flat, derivative, u)).collect()
        };
        correct(&mut taps, &bell, &places, derivative);
        taps
    }
}

/// Hermite's polynomial of an order, `(−1)ⁿ g⁽ⁿ⁾/g` of a Gaussian of width one.
fn hermite(order: usize, u: f64) -> f64 {
    let (mut last, mut value) = (0.0, 1.0);
    for n in 0..order {
        (last, value) = (value, u * value - n as f64 * last);
    }
    value
}

/// A kernel of narrow width at `u`, by the midpoint rule, which is exact for kernels
/// shorter than the number of points.
fn from_spectrum(s: f64, flat: f64, derivative: usize, u: f64) -> f64 {
    let part = |k: usize| {
        let w = (k as f64 + 0.5) * PI / POINTS as f64;
        let gain = (1.0 + 0.5 * (w * flat).powi(2)) * (-0.5 * (w * s).powi(2)).exp();
        match derivative {
            0 => gain * (w * u).cos(),
            1 => gain * w * (w * u).sin(),
            _ => -gain * w * w * (w * u).cos(),
        }
    };
    (0..POINTS).map(part).sum::<f64>() / POINTS as f64
}

/// Makes `Σ taps·uⁿ` exact for `n` up to the derivative's order: 1, (0, 1) or
/// (0, 0, 2). Adds the bell times a polynomial.
fn correct(taps: &mut [f64], bell: &[f64], places: &[f64], derivative: usize) {
    let order = derivative.min(2);
    let scale = places.iter().fold(1.0_f64, |m, u| m.max(u.abs()));
    let power = |u: f64, n: usize| (u / scale).powi(n as i32);
    let wanted = [1.0, 1.0 / scale, 2.0 / (scale * scale)][order];
    let mut system = [[0.0; 4]; 3];
    for (i, row) in system.iter_mut().enumerate().take(order + 1) {
        for (j, entry) in row.iter_mut().enumerate().take(order + 1) {
            *entry = places.iter().zip(bell).map(|(&u, g)| g * power(u, i + j)).sum();
        }
        let now: f64 = places.iter().zip(taps.iter()).map(|(&u, t)| t * power(u, i)).sum();
        row[3] = if i == order { wanted } else { 0.0 } - now;
    }
    // Positive definite, at most three by three: elimination without pivots.
    for k in 0..=order {
        for i in k + 1..=order {
            let factor = system[i][k] / system[k][k];
            let above = system[k];
            system[i].iter_mut().zip(above).for_each(|(x, a)| *x -= factor * a);
        }
    }
    let mut c = [0.0; 3];
    for k in (0..=order).rev() {
        let known: f64 = (k + 1..=order).map(|j| system[k][j] * c[j]).sum();
        c[k] = (system[k][3] - known) / system[k][k];
    }
    for ((tap, g), &u) in taps.iter_mut().zip(bell).zip(places) {
        *tap += g * (0..=order).map(|n| c[n] * power(u, n)).sum::<f64>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(taps: &[f64], signal: impl Fn(f64) -> f64) -> f64 {
        let half = (taps.len() / 2) as f64;
        taps.iter().enumerate().map(|(k, t)| t * signal(k as f64 - half)).sum()
    }

    #[test]
    fn polynomials_are_differentiated_exactly_at_any_shift() {
        for sigma in [1.2, 1.7, 2.6, 40.0] {
            let kernel = Gaussian::new(sigma).unwrap();
            for shift in [-0.5, -0.2, 0.0, 0.37, 0.5] {
                let line = |t: f64| 3.0 - 0.7 * t;
                let parabola = |t: f64| 1.0 + t - 0.2 * t * t;
                let [smooth, first, second] = [0, 1, 2].map(|n| kernel.taps(n, shift));
                assert!((applied(&smooth, |_| 2.0) - 2.0).abs() < 1e-12);
                assert!((applied(&first, line) + 0.7).abs() < 1e-9, "{sigma} {shift}");
                assert!((applied(&second, parabola) + 0.4).abs() < 1e-9, "{sigma} {shift}");
            }
        }
    }

    #[test]
    fn waves_lose_the_same_part_whatever_the_derivative_and_the_shift() {
        for sigma in [1.2, 2.0, 3.0, 12.0] {
            let kernel = Gaussian::new(sigma).unwrap();
            for w in [0.05 / sigma, 0.5 / sigma, 1.0 / sigma] {
                let gain = (-0.5 * (w * sigma).powi(2)).exp();
                for shift in [0.0, 0.3, -0.45] {
                    let wave = |t: f64| (w * t + 0.4).sin();
                    let at = w * shift + 0.4;
                    let expected = [at.sin(), w * at.cos(), -w * w * at.sin()];
                    for (n, e) in expected.into_iter().enumerate() {
                        let found = applied(&kernel.taps(n, shift), wave);
                        let size = w.powi(n as i32);
                        let most = if sigma < 1.5 { 6e-3 } else { 1e-3 };
                        assert!((found - gain * e).abs() < most * size, "σ {sigma} w {w} d {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn smoothing_twice_is_smoothing_once_wider() {
        let (a, b) = (Gaussian::new(3.0).unwrap(), Gaussian::new(4.0).unwrap());
        let both = Gaussian::new(5.0).unwrap();
        let (ta, tb, whole) = (a.taps(0, 0.0), b.taps(0, 0.0), both.taps(0, 0.0));
        let signal = |t: f64| (0.21 * t).sin() + if t > 3.0 { 1.0 } else { 0.0 };
        let inner = |t: f64| applied(&ta, |u| signal(t + u));
        assert!((applied(&tb, inner) - applied(&whole, signal)).abs() < 1e-4);
    }

    #[test]
    fn a_flat_kernel_leaves_slow_waves_and_their_derivatives_as_they_are() {
        for sigma in [1.3, 2.4, 3.0, 12.0] {
            let flat = Gaussian::new(sigma).unwrap().flattened(sigma);
            for part in [0.05, 0.2] {
                let w = part / sigma;
                let wave = |t: f64| (w * t + 0.4).sin();
                let a = 0.5 * part * part;
                let gain = (1.0 + a) * (-a).exp();
                let expected = [wave(0.0), w * 0.4_f64.cos(), -w * w * wave(0.0)];
                for (n, e) in expected.into_iter().enumerate() {
                    let found = applied(&flat.taps(n, 0.0), wave) / (gain * e);
                    // A plain one would miss `a`.
                    assert!((found - 1.0).abs() < 0.1 * a, "σ {sigma} {part} d {n}: {found}");
                }
            }
        }
        // Smoothing by both is one kernel with the flatness of the first.
        let (own, rows) = (Gaussian::new(3.0).unwrap().flattened(3.0), Gaussian::new(4.0).unwrap());
        let both = Gaussian::new(5.0).unwrap().flattened(3.0);
        let signal = |t: f64| (0.21 * t).sin() + if t > 3.0 { 1.0 } else { 0.0 };
        let (first, second) = (own.taps(0, 0.0), rows.taps(0, 0.0));
        let inner = |t: f64| applied(&first, |u| signal(t + u));
        assert!((applied(&second, inner) - applied(&both.taps(0, 0.0), signal)).abs() < 1e-4);
    }

    #[test]
    fn the_gain_at_the_cut_off_is_one_over_root_two() {
        let sigma = Gaussian::sigma_at(0.02);
        let kernel = Gaussian::new(sigma).unwrap();
        let gain = applied(&kernel.taps(0, 0.0), |t| (2.0 * PI * 0.02 * t).cos());
        assert!((gain - 0.5_f64.sqrt()).abs() < 1e-4, "{gain}");
        assert!(Gaussian::new(0.5).is_err() && Gaussian::new(f64::NAN).is_err());
    }
}
