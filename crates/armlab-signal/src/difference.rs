//! Central differences on even and uneven stamps.
//!
//! With steps `h` before and `k` after a sample, the parabola through three
//! neighbours has the slope `(h²(y₊−y) + k²(y−y₋))/(hk(h+k))` and the second
//! derivative `2(h(y₊−y) − k(y−y₋))/(hk(h+k))` (Fornberg, *Math. Comp.* 51,
//! 1988). Slopes are of second order everywhere: at the ends the parabola of the
//! first or last three samples is read off there. The second derivative there is
//! that of the cubic through the last four.

use crate::error::{SignalError, check_finite, check_length, check_stamps, check_step};
use crate::orthogonal::OrthonormalPolynomials;

/// First derivative of a signal sampled every `dt` seconds.
pub fn first_difference(samples: &[f64], dt: f64) -> Result<Vec<f64>, SignalError> {
    check(samples, dt, 3)?;
    let n = samples.len();
    let y = samples;
    let mut out = vec![0.0; n];
    for (out, w) in out.iter_mut().skip(1).zip(y.windows(3)) {
        *out = (w[2] - w[0]) / (2.0 * dt);
    }
    out[0] = (-3.0 * y[0] + 4.0 * y[1] - y[2]) / (2.0 * dt);
    out[n - 1] = (3.0 * y[n - 1] - 4.0 * y[n - 2] + y[n - 3]) / (2.0 * dt);
    Ok(out)
}

/// Second derivative of a signal sampled every `dt` seconds.
pub fn second_difference(samples: &[f64], dt: f64) -> Result<Vec<f64>, SignalError> {
    check(samples, dt, 4)?;
    let n = samples.len();
    let y = samples;
    let mut out = vec![0.0; n];
    for (out, w) in out.iter_mut().skip(1).zip(y.windows(3)) {
        *out = (w[2] - 2.0 * w[1] + w[0]) / (dt * dt);
    }
    out[0] = (2.0 * y[0] - 5.0 * y[1] + 4.0 * y[2] - y[3]) / (dt * dt);
    out[n - 1] = (2.0 * y[n - 1] - 5.0 * y[n - 2] + 4.0 * y[n - 3] - y[n - 4]) / (dt * dt);
    Ok(out)
}

/// First derivative of a signal with its time stamps, seconds.
pub fn first_difference_at(stamps: &[f64], samples: &[f64]) -> Result<Vec<f64>, SignalError> {
    check_at(stamps, samples, 3)?;
    let n = samples.len();
    let mut out = vec![0.0; n];
    for i in 1..n - 1 {
        let (h, k) = (stamps[i] - stamps[i - 1], stamps[i + 1] - stamps[i]);
        let (back, on) = (samples[i] - samples[i - 1], samples[i + 1] - samples[i]);
        out[i] = (h / k * on + k / h * back) / (h + k);
    }
    out[0] = slope_at_end(
        stamps[1] - stamps[0],
        stamps[2] - stamps[1],
        samples[0],
        samples[1],
        samples[2],
    );
    // Backwards in time the same formula, with the sign of time turned.
    out[n - 1] = -slope_at_end(
        stamps[n - 1] - stamps[n - 2],
        stamps[n - 2] - stamps[n - 3],
        samples[n - 1],
        samples[n - 2],
        samples[n - 3],
    );
    Ok(out)
}

/// Second derivative of a signal with its time stamps, seconds.
pub fn second_difference_at(stamps: &[f64], samples: &[f64]) -> Result<Vec<f64>, SignalError> {
    check_at(stamps, samples, 4)?;
    let n = samples.len();
    let mut out = vec![0.0; n];
    for i in 1..n - 1 {
        let (h, k) = (stamps[i] - stamps[i - 1], stamps[i + 1] - stamps[i]);
        let (back, on) = (samples[i] - samples[i - 1], samples[i + 1] - samples[i]);
        out[i] = 2.0 * (on / k - back / h) / (h + k);
    }
    for (i, start) in [(0, 0), (n - 1, n - 4)] {
        let (t, y) = (&stamps[start..start + 4], &samples[start..start + 4]);
        let mut weights = [0.0; 4];
        OrthonormalPolynomials::on(t, 3)?.weights(stamps[i], 2, &mut weights);
        out[i] = weights.iter().zip(y).map(|(w, y)| w * y).sum();
    }
    Ok(out)
}

/// Slope at the first of three samples of the parabola through them.
fn slope_at_end(h: f64, k: f64, y0: f64, y1: f64, y2: f64) -> f64 {
    let (near, far) = ((y1 - y0) / h, (y2 - y1) / k);
    near + (near - far) * h / (h + k)
}

fn check(samples: &[f64], dt: f64, needed: usize) -> Result<(), SignalError> {
    check_step(dt)?;
    check_finite("the signal", samples)?;
    check_enough(samples.len(), needed)
}

fn check_at(stamps: &[f64], samples: &[f64], needed: usize) -> Result<(), SignalError> {
    check_stamps(stamps)?;
    check_length("the signal", samples.len(), stamps.len())?;
    check_finite("the signal", samples)?;
    check_enough(samples.len(), needed)
}

fn check_enough(got: usize, needed: usize) -> Result<(), SignalError> {
    if got >= needed {
        return Ok(());
    }
    let hint = "record longer";
    Err(SignalError::TooShort { what: "a central difference".into(), needed, got, hint })
}
