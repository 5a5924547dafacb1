//! Signals with known derivatives, and noise from fixed seeds.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

/// Times `0, dt, …`.
pub fn times(n: usize, dt: f64) -> Vec<f64> {
    (0..n).map(|i| i as f64 * dt).collect()
}

/// Increasing stamps with steps between half and one and a half of `dt`.
pub fn jittered(n: usize, dt: f64, seed: u64) -> Vec<f64> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut t = 0.0;
    (0..n)
        .map(|_| {
            t += dt * random.random_range(0.5..1.5);
            t
        })
        .collect()
}

/// Noise between −1 and 1.
pub fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..n).map(|_| random.random_range(-1.0..1.0)).collect()
}

/// A sine of a frequency.
pub fn sine(t: &[f64], hertz: f64) -> Vec<f64> {
    t.iter().map(|t| (TAU * hertz * t).sin()).collect()
}

/// Largest difference of two lists over a range that leaves out `margin` at the ends.
pub fn worst(a: &[f64], b: &[f64], margin: usize) -> f64 {
    assert_eq!(a.len(), b.len());
    let inner = margin..a.len() - margin;
    let largest = |worst: f64, i: usize| worst.max((a[i] - b[i]).abs());
    inner.fold(0.0, largest)
}

/// Root mean square.
pub fn rms(x: &[f64]) -> f64 {
    (x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64).sqrt()
}
