//! The power of a signal over frequency.
//!
//! The mean and the straight line through the ends are taken away, Hann's window
//! keeps what remains from leaking over the whole axis (Harris, *Proc. IEEE* 66,
//! 1978), and the transform is Cooley and Tukey's, on the next power of two.

use crate::error::{SignalError, check_finite, check_step};
use std::f64::consts::{PI, TAU};

/// Power over frequency, one-sided.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// Distance of neighbouring entries, hertz; the first is at zero.
    pub step: f64,
    /// Power, in squared units of the signal per entry; a sine of amplitude `A`
    /// has `A²/2` altogether.
    pub power: Vec<f64>,
}

/// Power spectrum of a signal sampled every `dt` seconds.
pub fn power_spectrum(samples: &[f64], dt: f64) -> Result<Spectrum, SignalError> {
    check_step(dt)?;
    check_finite("the signal", samples)?;
    let n = samples.len();
    if n < 8 {
        let (what, hint) = ("a spectrum".into(), "record longer");
        return Err(SignalError::TooShort { what, needed: 8, got: n, hint });
    }
    let (first, last) = (samples[0], samples[n - 1]);
    let length = n.next_power_of_two();
    let (mut re, mut im) = (vec![0.0; length], vec![0.0; length]);
    for (i, x) in samples.iter().enumerate() {
        re[i] = x - first - (last - first) * i as f64 / (n - 1) as f64;
    }
    let mean = re.iter().sum::<f64>() / n as f64;
    let mut window_power = 0.0;
    for (i, x) in re.iter_mut().take(n).enumerate() {
        let window = (PI * (i as f64 + 0.5) / n as f64).sin().powi(2);
        window_power += window * window;
        *x = (*x - mean) * window;
    }
    transform(&mut re, &mut im);
    let scale = 2.0 / (window_power * length as f64);
    let half = length / 2;
    let power = (0..=half).map(|k| {
        let one_sided = if k == 0 || k == half { 0.5 } else { 1.0 };
        one_sided * scale * (re[k] * re[k] + im[k] * im[k])
    });
    Ok(Spectrum { step: 1.0 / (dt * length as f64), power: power.collect() })
}

/// Discrete Fourier transform in place; the length is a power of two.
fn transform(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let turns: Vec<(f64, f64)> =
        (0..n / 2).map(|k| (-TAU * k as f64 / n as f64).sin_cos()).collect();
    let mut size = 2;
    while size <= n {
        let stride = n / size;
        for start in (0..n).step_by(size) {
            for k in 0..size / 2 {
                let (sin, cos) = turns[k * stride];
                let (a, b) = (start + k, start + k + size / 2);
                let (x, y) = (re[b] * cos - im[b] * sin, re[b] * sin + im[b] * cos);
                (re[b], im[b]) = (re[a] - x, im[a] - y);
                (re[a], im[a]) = (re[a] + x, im[a] + y);
            }
        }
        size *= 2;
    }
}
