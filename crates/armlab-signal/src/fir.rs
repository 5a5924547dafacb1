//! Low-pass filters of finite length and linear phase.
//!
//! The ideal response `sin(2πf k)/(πk)` is cut off by Kaiser's window,
//! `I₀(β√(1−(k/M)²))/I₀(β)` with `β = 0.1102(A−8.7)` and a length of
//! `(A−7.95)/(14.36 Δf)` taps for an attenuation of `A` dB beyond a transition
//! of `Δf` cycles per sample (Kaiser 1974; Oppenheim & Schafer, §7.5). Read at its
//! middle it shifts nothing in time, and it needs no state from before.

use crate::error::SignalError;
use std::f64::consts::PI;

/// Attenuation beyond the transition, dB.
const ATTENUATION: f64 = 80.0;

/// A low-pass filter of odd length, symmetric about its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct LowPassFir {
    taps: Vec<f64>,
}

impl LowPassFir {
    /// Passes up to `pass` and stops from `stop` on, in cycles per sample (½ is
    /// the Nyquist frequency), by 80 dB.
    pub fn new(pass: f64, stop: f64) -> Result<Self, SignalError> {
        if !(pass > 0.0 && pass < stop && stop <= 0.5) {
            let value = format!("{pass} to {stop} cycles per sample");
            let hint = "it must rise from above 0 to at most 0.5";
            return Err(SignalError::setting("the transition of a low-pass filter", value, hint));
        }
        let half = (0.5 * (ATTENUATION - 7.95) / (14.36 * (stop - pass))).ceil();
        if half > 1e6 {
            let value = format!("{:e} cycles per sample wide", stop - pass);
            return Err(SignalError::setting(
                "the transition of a low-pass filter",
                value,
                "it would need millions of samples; widen it",
            ));
        }
        let (half, middle) = (half as i64, 0.5 * (pass + stop));
        let beta = 0.1102 * (ATTENUATION - 8.7);
        let tap = |k: i64| {
            let ideal = match k {
                0 => 2.0 * middle,
                k => (2.0 * PI * middle * k as f64).sin() / (PI * k as f64),
            };
            let x = k as f64 / half as f64;
            ideal * bessel_i0(beta * (1.0 - x * x).max(0.0).sqrt())
        };
        let taps: Vec<f64> = (-half..=half).map(tap).collect();
        let sum: f64 = taps.iter().sum();
        Ok(Self { taps: taps.into_iter().map(|t| t / sum).collect() })
    }

    /// For keeping every `factor`-th sample: passes four fifths of the band that
    /// is left, and stops everything that would be mistaken for it.
    pub fn for_decimation(factor: usize) -> Result<Self, SignalError> {
        if factor < 2 {
            let hint = "take every second sample or fewer";
            return Err(SignalError::setting("the factor of a decimation", factor, hint));
        }
        Self::new(0.4 / factor as f64, 0.5 / factor as f64)
    }

    /// Its taps.
    pub fn taps(&self) -> &[f64] {
        &self.taps
    }
    /// Samples before and after the one in the middle.
    pub fn half(&self) -> usize {
        self.taps.len() / 2
    }
    /// Gain at a frequency in cycles per sample.
    pub fn gain(&self, frequency: f64) -> f64 {
        let half = self.half() as f64;
        let part = |(k, tap): (usize, &f64)| tap * (2.0 * PI * frequency * (k as f64 - half)).cos();
        self.taps.iter().enumerate().map(part).sum()
    }
}

/// The modified Bessel function I₀ by its series; arguments here are below ten.
fn bessel_i0(x: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, 1.0);
    while term > 1e-18 * sum {
        term *= 0.25 * x * x / (k * k);
        sum += term;
        k += 1.0;
    }
    sum
}
