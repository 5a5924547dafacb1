//! Small systems and their simulated measurements.

use armlab_online::kalman::{Beginning, Dimensions, NoPrediction, System};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

/// Standard normal numbers (Box & Muller 1958).
pub struct Normal(ChaCha8Rng);

impl Normal {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
    pub fn draw(&mut self) -> f64 {
        let (u, v) = (1.0 - self.0.random::<f64>(), self.0.random::<f64>());
        (-2.0 * u.ln()).sqrt() * (TAU * v).cos()
    }
}

/// A mass on a spring, pushed by an input and a constant force that is not known:
/// position, speed, force. Linear, so that every filter must agree.
#[derive(Clone)]
pub struct Spring {
    pub process: f64,
    pub measured: f64,
    /// Forces beyond this cannot be.
    pub largest_force: f64,
    /// Predictions after which the system is gone.
    pub predictions_left: usize,
}

impl Default for Spring {
    fn default() -> Self {
        Self {
            process: 1e-2,
            measured: 0.05,
            largest_force: f64::INFINITY,
            predictions_left: usize::MAX,
        }
    }
}

pub const STEP: f64 = 0.1;
pub const STIFFNESS: f64 = 2.0;

impl Spring {
    /// The whole transition matrix.
    pub fn transition(dt: f64) -> [[f64; 3]; 3] {
        // Damped enough that Euler's step is stable: its determinant is 0.96.
        [[1.0, dt, 0.0], [-STIFFNESS * dt, 1.0 - 0.6 * dt, dt], [0.0, 0.0, 1.0]]
    }
    pub fn noise(&self, dt: f64) -> [f64; 2] {
        [1e-3 * self.process * dt, self.process * dt]
    }
    /// Truth, inputs and measured positions of a number of samples.
    pub fn simulate(&self, samples: usize, seed: u64) -> (Vec<[f64; 3]>, Vec<f64>, Vec<f64>) {
        let mut normal = Normal::new(seed);
        let mut x = [0.3, -0.2, 0.7];
        let (mut truth, mut inputs, mut measured) = (Vec::new(), Vec::new(), Vec::new());
        for k in 0..samples {
            let u = (0.3 * k as f64).sin();
            truth.push(x);
            inputs.push(u);
            measured.push(x[0] + self.measured * normal.draw());
            let f = Self::transition(STEP);
            let mut next = [0.0; 3];
            for i in 0..3 {
                next[i] = (0..3).map(|j| f[i][j] * x[j]).sum();
            }
            next[1] += STEP * u;
            let noise = self.noise(STEP);
            (0..2).for_each(|i| next[i] += noise[i].sqrt() * normal.draw());
            x = next;
        }
        (truth, inputs, measured)
    }
}

impl System for Spring {
    fn dimensions(&self) -> Dimensions {
        Dimensions { states: 3, constants: 1, measurements: 1 }
    }
    fn predict(
        &mut self,
        states: &mut [f64],
        stride: usize,
        u: &[f64],
        dt: f64,
    ) -> Result<(), NoPrediction> {
        if self.predictions_left == 0 {
            return Err(NoPrediction("the spring broke".into()));
        }
        self.predictions_left -= 1;
        let f = Self::transition(dt);
        for x in states.chunks_exact_mut(stride) {
            let moved = [0, 1].map(|i| (0..3).map(|j| f[i][j] * x[j]).sum::<f64>());
            (x[0], x[1]) = (moved[0], moved[1] + dt * u[0]);
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
        let f = Self::transition(dt);
        (0..6).for_each(|k| slopes[k / 3 * stride + k % 3] = f[k / 3][k % 3]);
        self.predict(x, 3, u, dt)
    }
    fn process_noise(
        &mut self,
        _: &[f64],
        _: &[f64],
        dt: f64,
        stride: usize,
        noise: &mut [f64],
    ) -> Result<(), NoPrediction> {
        noise.fill(0.0);
        [noise[0], noise[stride + 1]] = self.noise(dt);
        Ok(())
    }
    fn measure(&mut self, x: &[f64], out: &mut [f64]) {
        out[0] = x[0];
    }
    fn measurement_slopes(&mut self, _: &[f64], slopes: &mut [f64]) {
        slopes.copy_from_slice(&[1.0, 0.0, 0.0]);
    }
    fn measurement_noise(&mut self, noise: &mut [f64]) {
        noise[0] = self.measured * self.measured;
    }
    fn feasible(&mut self, x: &[f64]) -> bool {
        x[2].abs() < self.largest_force
    }
}

impl Beginning for Spring {
    fn begin(&self, z: &[f64], x: &mut [f64], covariance: &mut [f64]) {
        x.copy_from_slice(&[z[0], 0.0, 0.0]);
        covariance.fill(0.0);
        (covariance[0], covariance[4], covariance[8]) = (self.measured * self.measured, 1.0, 4.0);
    }
}

/// A point in the plane at constant speed but for noise, seen as distance and
/// direction: a measurement that is not linear, and no constants.
#[derive(Clone, Default)]
pub struct Radar;

pub const RADAR_NOISE: [f64; 2] = [0.02, 0.01];

impl Radar {
    pub fn simulate(samples: usize, seed: u64) -> (Vec<[f64; 4]>, Vec<[f64; 2]>) {
        let mut normal = Normal::new(seed);
        let mut x: [f64; 4] = [2.0, 1.0, -0.15, 0.2];
        let (mut truth, mut measured) = (Vec::new(), Vec::new());
        for _ in 0..samples {
            truth.push(x);
            let seen = [x[0].hypot(x[1]), x[1].atan2(x[0])];
            measured.push([0, 1].map(|i| seen[i] + RADAR_NOISE[i] * normal.draw()));
            x[0] += STEP * x[2];
            x[1] += STEP * x[3];
            (2..4).for_each(|i| x[i] += (1e-4_f64).sqrt() * normal.draw());
        }
        (truth, measured)
    }
}

impl System for Radar {
    fn dimensions(&self) -> Dimensions {
        Dimensions { states: 4, constants: 0, measurements: 2 }
    }
    fn predict(
        &mut self,
        states: &mut [f64],
        stride: usize,
        _: &[f64],
        dt: f64,
    ) -> Result<(), NoPrediction> {
        for x in states.chunks_exact_mut(stride) {
            x[0] += dt * x[2];
            x[1] += dt * x[3];
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
        slopes.fill(0.0);
        let moving = slopes.len() / stride;
        (0..moving).for_each(|i| slopes[(stride + 1) * i] = 1.0);
        (slopes[2], slopes[stride + 3]) = (dt, dt);
        self.predict(x, 4, u, dt)
    }
    fn process_noise(
        &mut self,
        _: &[f64],
        _: &[f64],
        _: f64,
        stride: usize,
        noise: &mut [f64],
    ) -> Result<(), NoPrediction> {
        noise.fill(0.0);
        for (i, variance) in [1e-12, 1e-12, 1e-4, 1e-4].into_iter().enumerate() {
            noise[i * (stride + 1)] = variance;
        }
        Ok(())
    }
    fn measure(&mut self, x: &[f64], out: &mut [f64]) {
        (out[0], out[1]) = (x[0].hypot(x[1]), x[1].atan2(x[0]));
    }
    fn measurement_slopes(&mut self, x: &[f64], slopes: &mut [f64]) {
        let (square, length) = (x[0] * x[0] + x[1] * x[1], x[0].hypot(x[1]));
        slopes.copy_from_slice(&[
            x[0] / length,
            x[1] / length,
            0.0,
            0.0,
            -x[1] / square,
            x[0] / square,
            0.0,
            0.0,
        ]);
    }
    fn measures_linearly(&self) -> bool {
        false
    }
    fn measurement_noise(&mut self, noise: &mut [f64]) {
        noise.fill(0.0);
        (noise[0], noise[3]) = (RADAR_NOISE[0].powi(2), RADAR_NOISE[1].powi(2));
    }
}

impl Beginning for Radar {
    fn begin(&self, z: &[f64], x: &mut [f64], covariance: &mut [f64]) {
        x.copy_from_slice(&[z[0] * z[1].cos(), z[0] * z[1].sin(), 0.0, 0.0]);
        covariance.fill(0.0);
        [0, 5].iter().for_each(|&i| covariance[i] = 2e-3);
        [10, 15].iter().for_each(|&i| covariance[i] = 0.1);
    }
}
