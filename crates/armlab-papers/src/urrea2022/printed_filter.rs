//! The extended filter with the direct model that is printed: M₁₁ where M₁₂ belongs in eq 37 (K9), everything else as it
//! should be, and x⁰, P⁰, Q, R and Euler's step of eq 62 to 66.
//!
//! ```text
//! [M₁₁ M₁₂] [θ₁″]   [τ₁ + 2h θ₁′θ₂′ + h θ₂′²]
//! [M₁₁ M₂₂] [θ₂″] = [τ₂ − h θ₁′²            ]      d₃″ = F₃/m₃ + g
//! ```
//!
//! A direct model that is not the robot's takes the inertia for what it must be to meet the data: negative.

use super::printed::GRAVITY;
use crate::reproduce::ReproduceError;
use crate::scara::{GUESS, NOISE, Path};
use armlab::identify::Recording;
use armlab::online::kalman::{Beginning, Dimensions, NoPrediction, System, Tracker, ekf};

/// Positions, speeds and parameters.
const STATES: usize = 10;
const MOVING: usize = 6;
/// P⁰ and Q, eq 65.
const VARIANCE: f64 = 10.0;
/// Step of the slopes, relative.
const STEP: f64 = 1e-6;

/// The printed system.
struct Printed37;

fn advanced(x: &[f64], u: &[f64], dt: f64) -> [f64; MOVING] {
    let (q, qd, p) = (&x[..3], &x[3..6], &x[6..]);
    let (s, c) = q[1].sin_cos();
    let h = p[2] * s;
    let (m11, m12, m22) = (p[0] + 2.0 * p[2] * c, p[1] + p[2] * c, p[1]);
    let r1 = u[0] + 2.0 * h * qd[0] * qd[1] + h * qd[1] * qd[1];
    let r2 = u[1] - h * qd[0] * qd[0];
    // K9: M₁₁ in the second row.
    let determinant = m11 * m22 - m12 * m11;
    let a1 = (m22 * r1 - m12 * r2) / determinant;
    let a2 = (m11 * r2 - m11 * r1) / determinant;
    let a3 = u[2] / p[3] + GRAVITY;
    [
        q[0] + dt * qd[0],
        q[1] + dt * qd[1],
        q[2] + dt * qd[2],
        qd[0] + dt * a1,
        qd[1] + dt * a2,
        qd[2] + dt * a3,
    ]
}

impl System for Printed37 {
    fn dimensions(&self) -> Dimensions {
        Dimensions { states: STATES, constants: STATES - MOVING, measurements: MOVING }
    }
    fn predict(
        &mut self,
        states: &mut [f64],
        stride: usize,
        u: &[f64],
        dt: f64,
    ) -> Result<(), NoPrediction> {
        for x in states.chunks_exact_mut(stride) {
            let next = advanced(x, u, dt);
            x[..MOVING].copy_from_slice(&next);
        }
        Ok(())
    }
    fn linearise(
        &mut self,
        x: &mut [f64],
        u: &[f64],
        dt: f64,
        stride: usize,
        slopes: &mut [f64],
    ) -> Result<(), NoPrediction> {
        for k in 0..STATES {
            let step = STEP * x[k].abs().max(1.0);
            let moved = |by: f64| {
                let mut y: Vec<f64> = x.to_vec();
                y[k] += by;
                advanced(&y, u, dt)
            };
            let (above, below) = (moved(step), moved(-step));
            for i in 0..MOVING {
                slopes[i * stride + k] = (above[i] - below[i]) / (2.0 * step);
            }
        }
        self.predict(x, STATES, u, dt)
    }
    fn process_noise(
        &mut self,
        _: &[f64],
        _: &[f64],
        _: f64,
        stride: usize,
        noise: &mut [f64],
    ) -> Result<(), NoPrediction> {
        diagonal(noise, stride, &[VARIANCE; STATES]);
        Ok(())
    }
    fn measure(&mut self, x: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&x[..MOVING]);
    }
    fn measurement_slopes(&mut self, _: &[f64], slopes: &mut [f64]) {
        slopes.fill(0.0);
        (0..MOVING).for_each(|k| slopes[k * STATES + k] = 1.0);
    }
    fn measurement_noise(&mut self, noise: &mut [f64]) {
        let deviations: Vec<f64> = NOISE[0].iter().chain(&NOISE[1]).map(|s| s * s).collect();
        diagonal(noise, deviations.len(), &deviations);
    }
}

impl Beginning for Printed37 {
    fn begin(&self, _: &[f64], x: &mut [f64], covariance: &mut [f64]) {
        x[..MOVING].fill(1.0);
        x[MOVING..].copy_from_slice(&GUESS);
        diagonal(covariance, STATES, &[VARIANCE; STATES]);
    }
}

fn diagonal(matrix: &mut [f64], stride: usize, entries: &[f64]) {
    matrix.fill(0.0);
    entries.iter().enumerate().for_each(|(k, x)| matrix[k * stride + k] = *x);
}

/// The filter over a log.
pub fn with_equation_37(log: &Recording) -> Result<Path, ReproduceError> {
    let system = Printed37;
    let filter = Box::new(ekf(system.dimensions()));
    let mut tracker = Tracker::new(system, filter, 3);
    let mut path = Path::default();
    for k in 0..log.samples() {
        let of = |columns: &[Vec<f64>]| -> Vec<f64> { columns.iter().map(|c| c[k]).collect() };
        let (u, mut z) = (of(&log.effort), of(&log.q));
        z.extend(of(&log.qd));
        if let Err(divergence) = tracker.take(log.time[k], &u, &z) {
            path.broken = Some(divergence.to_string());
            break;
        }
        let state = tracker.state();
        path.times.push(log.time[k]);
        path.values.push(std::array::from_fn(|i| state[MOVING + i]));
    }
    Ok(path)
}
