//! A particle filter: many guesses of the state, each moved and shaken by the
//! process noise, weighted by how well it explains the measurement (Gordon, Salmond
//! & Smith 1993). When the weights have gathered on few particles, as many are
//! drawn anew from them at even distances of the cumulated weight (systematic
//! resampling, Kitagawa 1996), and drawn apart a little,
//!
//! ```text
//! x ← √(1 − r²) x + (1 − √(1 − r²)) x̄ + r L ξ       P = L Lᵀ
//! ```
//!
//! which leaves mean and covariance as they are (Liu & West 2001): without it
//! copies of one guess of the constants would never part again. With `r` = 1 nothing
//! is left of the particles but mean and covariance (Kotecha & Djurić 2003). A measurement that would gather the weights at one stroke is
//! taken in parts: the likelihood to a power that leaves half of the particles in
//! play, a new draw, and the rest of the power (progressive correction; Musso,
//! Oudjane & Le Gland 2001).
//!
//! Constants have no noise that would widen a cloud again which once came out too
//! narrow, so its deviations are on the small side, the more so the fewer particles.
//!
//! Random numbers of a step are a stream of its own under the seed, so that a
//! resumed filter goes on as if it had never stopped. Blocks of particles are drawn side by
//! side, each from its place in the stream.

use super::filter::{Failure, Filter, Innovation};
use super::likelihoods::{Powers, effective, weigh};
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};
use armlab_dense::small::{add_scaled, cholesky, cholesky_semidefinite, solve_lower};
use armlab_dense::{Matrix, dot, multiply, multiply_transposed};
use armlab_random::Random;
use rayon::prelude::*;

/// Particles that one task draws: the same for any number of threads, and so is the result.
const BLOCK: usize = 250;

/// Parts in which a measurement is taken at most.
const MOST_PARTS: usize = 30;

/// Settings of the particle filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particles {
    /// How many; at least 2.
    pub count: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// `r`, between 0 and 1: the part of every particle that is drawn anew.
    pub renewed: f64,
}

impl Default for Particles {
    fn default() -> Self {
        Self { count: 2000, seed: 0, renewed: 0.7 }
    }
}

/// The particle filter.
#[derive(Clone, Debug)]
pub struct ParticleFilter {
    settings: Particles,
    sizes: Dimensions,
    /// Steps so far: the stream of random numbers.
    step: u64,
    /// One state after another.
    all: Vec<f64>,
    weights: Vec<f64>,
    likelihoods: Vec<f64>,
    mean: Vec<f64>,
    drawn: Vec<f64>,
    noise: Vec<f64>,
    normals: Vec<f64>,
    steps: Vec<f64>,
    factor: Vec<f64>,
    /// Covariances of blocks of particles.
    blocks: Vec<f64>,
    possible: Vec<bool>,
    values: Vec<f64>,
    spread: Vec<f64>,
    measurement_noise: Vec<f64>,
    innovation: Vec<f64>,
    /// A particle's measurement, from the mean of all.
    deviation: Vec<f64>,
}

impl ParticleFilter {
    /// For a system of these sizes.
    pub fn new(sizes: Dimensions, settings: Particles) -> Self {
        let (n, m) = (sizes.states, sizes.measurements);
        let count = settings.count.max(2);
        let renewed = settings.renewed.clamp(0.0, 1.0);
        Self {
            settings: Particles { count, renewed, ..settings },
            sizes,
            step: 0,
            all: vec![0.0; count * n],
            weights: vec![1.0 / count as f64; count],
            likelihoods: vec![0.0; count],
            mean: vec![0.0; n],
            drawn: vec![0.0; count * n],
            noise: vec![0.0; n * n],
            normals: vec![0.0; count * n],
            steps: vec![0.0; count * n],
            factor: vec![0.0; n * n],
            blocks: vec![0.0; count.div_ceil(BLOCK) * n * n],
            possible: vec![false; count],
            values: vec![0.0; count * m],
            spread: vec![0.0; m * m],
            measurement_noise: vec![0.0; m * m],
            innovation: vec![0.0; m],
            deviation: vec![0.0; m],
        }
    }
    /// The next step's random numbers.
    fn random(&mut self) -> Random {
        let random = Random::with_stream(self.settings.seed, self.step);
        self.step += 1;
        random
    }
    fn find_mean(&mut self) {
        self.mean.fill(0.0);
        for (x, &w) in self.all.chunks_exact(self.sizes.states).zip(&self.weights) {
            add_scaled(&mut self.mean, w, x);
        }
    }
    /// Logarithms of the particles' likelihoods, into `likelihoods`.
    fn find_likelihoods<S: System>(&mut self, system: &mut S, z: &[f64]) {
        let (n, m) = (self.sizes.states, self.sizes.measurements);
        let factor = &self.measurement_noise;
        // Sensors are mostly independent of each other.
        let diagonal = (0..m * m).all(|k| k / m == k % m || factor[k] == 0.0);
        let rows = self.values.chunks_exact_mut(m).zip(&mut self.likelihoods);
        for (x, (value, likelihood)) in self.all.chunks_exact(n).zip(rows) {
            system.measure(x, value);
            value.iter_mut().zip(z).for_each(|(v, z)| *v -= z);
            if diagonal {
                let deviations = factor.iter().step_by(m + 1);
                value.iter_mut().zip(deviations).for_each(|(v, sd)| *v /= sd);
            } else {
                solve_lower(factor, m, value);
            }
            let logarithm = -0.5 * dot(value, value);
            // A particle that left the numbers explains nothing.
            *likelihood = if logarithm.is_nan() { f64::NEG_INFINITY } else { logarithm };
        }
    }
    /// Draws particles anew where the weight is, and draws them apart.
    fn resample<S: System>(&mut self, system: &mut S, random: &mut Random) -> u32 {
        let (n, count) = (self.sizes.states, self.settings.count);
        let mut factor = std::mem::take(&mut self.factor);
        self.gather_blocks(&mut factor);
        let apart = cholesky_semidefinite(&mut factor, n);
        let start = random.unit();
        let (mut chosen, mut reached) = (0, self.weights[0]);
        for (k, drawn) in self.drawn.chunks_exact_mut(n).enumerate() {
            let place = (k as f64 + start) / count as f64;
            while reached < place && chosen + 1 < count {
                chosen += 1;
                reached += self.weights[chosen];
            }
            drawn.copy_from_slice(&self.all[chosen * n..(chosen + 1) * n]);
        }
        std::mem::swap(&mut self.all, &mut self.drawn);
        self.weights.fill(1.0 / count as f64);
        let width = self.settings.renewed;
        let kept = (1.0 - width * width).max(0.0).sqrt();
        let mut refused = 0;
        if apart && width > 0.0 {
            self.draw(random, &factor, n);
            let steps = self.steps.par_chunks(BLOCK * n);
            // What was drawn has been taken: its room is the candidates' now.
            let blocks = self.all.par_chunks(BLOCK * n).zip(self.drawn.par_chunks_mut(BLOCK * n));
            blocks.zip(steps).for_each(|((all, candidates), steps)| {
                let rows = all.chunks_exact(n).zip(steps.chunks_exact(n));
                for (candidate, (x, step)) in candidates.chunks_exact_mut(n).zip(rows) {
                    let values = x.iter().zip(step).zip(&self.mean);
                    for (c, ((x, step), mean)) in candidate.iter_mut().zip(values) {
                        *c = kept * x + (1.0 - kept) * mean + width * step;
                    }
                }
            });
            system.feasible_each(&self.drawn, &mut self.possible);
            let candidates = self.drawn.chunks_exact(n).zip(&self.possible);
            for (x, (candidate, possible)) in self.all.chunks_exact_mut(n).zip(candidates) {
                if *possible {
                    x.copy_from_slice(candidate);
                } else {
                    refused += 1;
                }
            }
        }
        self.factor = factor;
        refused
    }
    /// Normal numbers with the covariance of a factor, whose rows have `n` numbers, of the first
    /// `count` states of every particle, into `steps`.
    fn draw(&mut self, random: &Random, factor: &[f64], count: usize) {
        let (n, particles) = (self.sizes.states, self.settings.count);
        let lower = |i: usize, k: usize| if k <= i { factor[i * n + k] } else { 0.0 };
        let factor = Matrix::from_fn(count, count, lower);
        let normals = self.normals[..particles * count].par_chunks_mut(BLOCK * count);
        let steps = self.steps[..particles * count].par_chunks_mut(BLOCK * count);
        normals.zip(steps).enumerate().for_each(|(block, (normals, steps))| {
            let before = block * BLOCK * 2 * count.div_ceil(2);
            random.after(before as u64).fill_normal_rows(normals, count);
            let drawn = steps.len() / count;
            multiply(factor.as_slice(), normals, count, drawn, steps);
        });
    }
    /// The particles' covariance; what was drawn is overwritten.
    fn gather_blocks(&mut self, out: &mut [f64]) {
        let n = self.sizes.states;
        let blocks = self.all.par_chunks(BLOCK * n).zip(self.weights.par_chunks(BLOCK));
        let to = self.drawn.par_chunks_mut(BLOCK * n).zip(self.blocks.par_chunks_mut(n * n));
        blocks.zip(to).for_each(|((all, weights), (away, block))| {
            let rows = all.chunks_exact(n).zip(weights);
            for (away, (x, w)) in away.chunks_exact_mut(n).zip(rows) {
                let root = w.sqrt();
                for ((away, x), mean) in away.iter_mut().zip(x).zip(&self.mean) {
                    *away = root * (x - mean);
                }
            }
            multiply_transposed(away, away, n, n, block);
        });
        out.fill(0.0);
        for block in self.blocks.chunks_exact(n * n) {
            out.iter_mut().zip(block).for_each(|(sum, part)| *sum += part);
        }
    }
    fn gather(&self, out: &mut [f64]) {
        let n = self.sizes.states;
        out.fill(0.0);
        for (x, &w) in self.all.chunks_exact(n).zip(&self.weights) {
            for i in 0..n {
                let factor = w * (x[i] - self.mean[i]);
                for j in 0..=i {
                    out[i * n + j] += factor * (x[j] - self.mean[j]);
                }
            }
        }
        for i in 0..n {
            for j in 0..i {
                out[j * n + i] = out[i * n + j];
            }
        }
    }
    /// `νᵀ S⁻¹ ν` of the particles' mean and spread, before they are weighted.
    fn surprise(&mut self, z: &[f64]) -> Result<f64, Failure> {
        let m = self.sizes.measurements;
        self.innovation.copy_from_slice(z);
        for (value, &w) in self.values.chunks_exact(m).zip(&self.weights) {
            add_scaled(&mut self.innovation, -w, value);
        }
        self.spread.copy_from_slice(&self.measurement_noise);
        for (value, &w) in self.values.chunks_exact(m).zip(&self.weights) {
            for (from_mean, (v, (z, shift))) in
                self.deviation.iter_mut().zip(value.iter().zip(z.iter().zip(&self.innovation)))
            {
                *from_mean = v - z + shift;
            }
            // The lower half: Cholesky's factor looks at no more.
            for (i, row) in self.spread.chunks_exact_mut(m).enumerate() {
                let factor = w * self.deviation[i];
                for (entry, other) in row[..=i].iter_mut().zip(&self.deviation) {
                    *entry += factor * other;
                }
            }
        }
        if !cholesky(&mut self.spread, m) {
            return Err(Failure::NotPositive("innovation's covariance"));
        }
        solve_lower(&self.spread, m, &mut self.innovation);
        Ok(dot(&self.innovation, &self.innovation))
    }
}

impl<S: System> Filter<S> for ParticleFilter {
    fn name(&self) -> &'static str {
        "particle"
    }
    fn start(&mut self, x: &[f64], covariance: &[f64]) -> Result<(), Failure> {
        let n = self.sizes.states;
        let mut factor = covariance.to_vec();
        if !cholesky_semidefinite(&mut factor, n) {
            return Err(Failure::NotPositive("covariance of the start"));
        }
        self.step = 0;
        let random = self.random();
        self.draw(&random, &factor, n);
        for (particle, steps) in self.all.chunks_exact_mut(n).zip(self.steps.chunks_exact(n)) {
            let values = x.iter().zip(steps);
            particle.iter_mut().zip(values).for_each(|(p, (x, step))| *p = x + step);
        }
        self.weights.fill(1.0 / self.settings.count as f64);
        self.mean.copy_from_slice(x);
        Ok(())
    }
    fn restart(&mut self, moving: &[f64], variances: &[f64]) -> Result<(), Failure> {
        let (mut random, n) = (self.random(), self.sizes.states);
        random.fill_normal_rows(&mut self.normals, n);
        for (particle, normals) in self.all.chunks_exact_mut(n).zip(self.normals.chunks_exact(n)) {
            for (k, x) in moving.iter().enumerate() {
                particle[k] = x + variances[k].sqrt() * normals[k];
            }
        }
        self.find_mean();
        Ok(())
    }
    fn predict(&mut self, system: &mut S, u: &[f64], dt: f64) -> Result<(), Failure> {
        let n = self.sizes.states;
        system.process_noise(&self.mean, u, dt, n, &mut self.noise)?;
        let shaken = super::root::root_of_noise(&mut self.noise, self.sizes)?;
        system.predict(&mut self.all, n, u, dt)?;
        let random = self.random();
        let noise = std::mem::take(&mut self.noise);
        if shaken > 0 {
            self.draw(&random, &noise, shaken);
            let steps = self.steps.chunks_exact(shaken);
            for (particle, steps) in self.all.chunks_exact_mut(n).zip(steps) {
                particle.iter_mut().zip(steps).for_each(|(x, step)| *x += step);
            }
        }
        self.noise = noise;
        self.find_mean();
        Ok(())
    }
    fn update(&mut self, system: &mut S, z: &[f64]) -> Result<Innovation, Failure> {
        let (n, m) = (self.sizes.states, self.sizes.measurements);
        // Guesses of a first draw that could not exist count for nothing.
        if self.step == 1 {
            system.feasible_each(&self.all, &mut self.possible);
            for (w, possible) in self.weights.iter_mut().zip(&self.possible) {
                if !possible {
                    *w = 0.0;
                }
            }
        }
        for (x, value) in self.all.chunks_exact(n).zip(self.values.chunks_exact_mut(m)) {
            system.measure(x, value);
        }
        system.measurement_noise(&mut self.measurement_noise);
        let nis = self.surprise(z)?;
        if !cholesky(&mut self.measurement_noise, m) {
            return Err(Failure::NotPositive("noise of the measurement"));
        }
        let enough = 0.5 * self.settings.count as f64;
        let (mut left, mut halvings) = (1.0, 0);
        for part in 0..MOST_PARTS {
            self.find_likelihoods(system, z);
            let playing = self.weights.iter().zip(&self.likelihoods).filter(|(w, _)| **w > 0.0);
            let most = playing.map(|(_, l)| *l).fold(f64::NEG_INFINITY, f64::max);
            if !most.is_finite() {
                return Err(Failure::Lost { deviations: (nis / m as f64).sqrt() });
            }
            let powers = |power: f64| Powers { logarithms: &self.likelihoods, most, power };
            let playing = |power: f64| effective(&self.weights, powers(power));
            let power = if part + 1 == MOST_PARTS || playing(left) >= enough {
                left
            } else {
                let (mut low, mut high) = (0.0, left);
                for _ in 0..20 {
                    let middle = 0.5 * (low + high);
                    if playing(middle) < enough { high = middle } else { low = middle }
                }
                low
            };
            weigh(&mut self.weights, powers(power));
            self.find_mean();
            if power == left {
                break;
            }
            left -= power;
            let mut random = self.random();
            halvings += self.resample(system, &mut random);
        }
        self.find_mean();
        Ok(Innovation { nis, halvings })
    }
    fn state(&self) -> &[f64] {
        &self.mean
    }
    fn variances(&self, out: &mut [f64]) {
        out.fill(0.0);
        for (x, &w) in self.all.chunks_exact(self.sizes.states).zip(&self.weights) {
            for (k, out) in out.iter_mut().enumerate() {
                *out += w * (x[k] - self.mean[k]).powi(2);
            }
        }
    }
    fn covariance(&self, out: &mut [f64]) {
        self.gather(out);
    }
    fn cross_covariance(&self) -> Option<(&[f64], usize)> {
        None
    }
    fn save(&self, into: Saved) -> Saved {
        let step = [self.step as f64];
        let saved = into.with("particles", &self.all).with("weights", &self.weights);
        saved.with("state", &self.mean).with("step", &step)
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        let mut step = [0.0];
        saved.restore("step", &mut step)?;
        self.step = step[0] as u64;
        saved.restore("particles", &mut self.all)?;
        saved.restore("weights", &mut self.weights)?;
        saved.restore("state", &mut self.mean)
    }
}
