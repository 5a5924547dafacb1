//! A robot as a system: its state is positions, velocities and parameters,
//!
//! ```text
//! x = (q, q̇, p)      ẋ = (q̇, M(p)⁻¹(τ − f(q̇, p) − h(q, q̇, p)), 0)      z = (q, q̇)
//! ```
//!
//! with the efforts measured as input. Slopes of a step are `F = 1 + Δt J`, and
//! `+ Δt² J²/2` where the mean goes by Runge & Kutta.

use super::friction_effort::FrictionEffort;
use super::looped_arm::LoopedArm;
use super::settings::{Begin, Integration, KalmanError, KalmanSettings, ProcessNoise};
use super::tree_arm::{TOGETHER, TreeArm};
use crate::Model;
use armlab_engine::linear::ldlt;
use armlab_engine::robot::Robot;
use armlab_online::kalman::{Beginning, Dimensions, NoPrediction, System};
use armlab_random::Random;
use rayon::prelude::*;

/// Process noise that keeps covariances from becoming singular.
const LEAST_NOISE: f64 = 1e-10;
/// Poses at which parameters must give a positive mass matrix, beside the present.
const POSES: usize = 7;

/// A tree or a machine with loops.
enum Arm<'r> {
    Tree(Box<TreeArm<'r>>),
    Looped(Box<LoopedArm<'r>>),
}

/// A robot, augmented by its parameters.
pub struct AugmentedArm<'r> {
    arm: Arm<'r>,
    friction: FrictionEffort,
    n: usize,
    base: usize,
    unknowns: usize,
    settings: KalmanSettings,
    /// Poses one after another; the first is the present one.
    poses: Vec<f64>,
    /// Per state: efforts less friction, accelerations, and the state's start.
    net: Vec<f64>,
    acceleration: Vec<f64>,
    start: Vec<f64>,
    sum: Vec<f64>,
    /// Mass matrix, factored, and efforts without acceleration of the state `located`.
    mass: Vec<f64>,
    bias: Vec<f64>,
    located: Vec<f64>,
    inverse: Vec<f64>,
    /// `∂q̈/∂x`
    slopes: Vec<f64>,
    position_slopes: Vec<f64>,
    speed_slopes: Vec<f64>,
    column: Vec<f64>,
    work: Vec<f64>,
}

impl<'r> AugmentedArm<'r> {
    /// The robot of a model. Guesses that no robot has are refused.
    pub fn new(model: &Model<'r>, settings: KalmanSettings) -> Result<Self, KalmanError> {
        settings.check(model)?;
        let (n, unknowns, base) = (model.joints(), model.unknowns(), model.base().len());
        let friction = FrictionEffort::of(n, model.friction());
        let couplings = friction.couplings();
        let arm = if model.robot().is_tree() {
            Arm::Tree(Box::new(TreeArm::new(model, &couplings)))
        } else {
            Arm::Looped(Box::new(LoopedArm::new(model, &couplings)?))
        };
        let width = 2 * n + unknowns;
        let mut new = Self {
            arm,
            friction,
            n,
            base,
            unknowns,
            settings,
            poses: Vec::new(),
            net: vec![0.0; n],
            acceleration: vec![0.0; n],
            start: vec![0.0; 2 * n],
            sum: vec![0.0; 2 * n],
            mass: vec![0.0; n * n],
            bias: vec![0.0; n],
            located: vec![f64::NAN; width],
            inverse: vec![0.0; n * n],
            slopes: vec![0.0; n * width],
            position_slopes: vec![0.0; n * n],
            speed_slopes: vec![0.0; n * n],
            column: vec![0.0; n],
            work: vec![0.0; width],
        };
        new.poses = match &new.arm {
            Arm::Tree(_) => random_poses(model.robot()),
            Arm::Looped(looped) => looped.home(),
        };
        new.refuse_impossible()?;
        Ok(new)
    }
    /// The settings.
    pub fn settings(&self) -> &KalmanSettings {
        &self.settings
    }
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }

    fn refuse_impossible(&mut self) -> Result<(), KalmanError> {
        let (n, guess) = (self.n, self.settings.guess.values.clone());
        let pose = self.poses[..n].to_vec();
        let Some(place) = self.impossible_pose(&pose, &guess) else { return Ok(()) };
        let pose = self.poses[place * n..(place + 1) * n].iter();
        let pose: Vec<String> = pose.map(|q| format!("{q:.3}")).collect();
        Err(KalmanError::Infeasible { pose: format!("q = ({})", pose.join(", ")) })
    }
    /// A pose, by its place in `poses`, at which unknowns give no mass matrix.
    fn impossible_pose(&mut self, q: &[f64], unknowns: &[f64]) -> Option<usize> {
        let n = self.n;
        self.poses[..n].copy_from_slice(q);
        match &mut self.arm {
            Arm::Tree(tree) => tree.impossible_pose(unknowns, &self.poses),
            Arm::Looped(looped) => {
                self.work[..n].copy_from_slice(q);
                self.work[n..2 * n].fill(0.0);
                self.work[2 * n..].copy_from_slice(unknowns);
                self.located.fill(f64::NAN);
                let moved = looped.mass(&self.work, &mut self.mass);
                ldlt::factor(&mut self.mass, n);
                let positive = ldlt::is_positive_definite(&self.mass, n).is_ok();
                (moved.is_err() || !positive).then_some(0)
            }
        }
    }

    /// Accelerations of states one after another, into `acceleration`.
    fn accelerate(&mut self, states: &[f64], u: &[f64]) -> Result<(), NoPrediction> {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        let count = states.len() / width * n;
        let (friction, base) = (&self.friction, self.base);
        let subtract = |states: &[f64], nets: &mut [f64]| {
            for (x, net) in states.chunks_exact(width).zip(nets.chunks_exact_mut(n)) {
                net.copy_from_slice(u);
                friction.subtract(&x[..n], &x[n..2 * n], &x[2 * n + base..], net);
            }
        };
        let net = &mut self.net[..count];
        if count > TOGETHER * n {
            let nets = net.par_chunks_mut(TOGETHER * n);
            let blocks = states.par_chunks(TOGETHER * width).zip(nets);
            blocks.for_each(|(states, nets)| subtract(states, nets));
        } else {
            subtract(states, net);
        }
        if count == n {
            self.locate(states)?;
            let out = &mut self.acceleration[..n];
            (0..n).for_each(|i| out[i] = self.net[i] - self.bias[i]);
            ldlt::solve(&self.mass, n, out);
            return Ok(());
        }
        let (net, out) = (&self.net[..count], &mut self.acceleration[..count]);
        match &mut self.arm {
            Arm::Tree(tree) => tree.accelerate(states, width, net, out),
            Arm::Looped(looped) => {
                let rows = net.chunks_exact(n).zip(out.chunks_exact_mut(n));
                for (x, (net, out)) in states.chunks_exact(width).zip(rows) {
                    looped.accelerate(x, net, out)?;
                }
            }
        }
        Ok(())
    }
    /// Mass matrix and efforts without acceleration of one state.
    fn locate(&mut self, x: &[f64]) -> Result<(), NoPrediction> {
        // Noise and slopes of a step are asked for at the same state.
        if self.located == x {
            return Ok(());
        }
        self.located.fill(f64::NAN);
        match &mut self.arm {
            Arm::Tree(tree) => tree.mass_and_bias(x, &mut self.mass, &mut self.bias),
            Arm::Looped(looped) => looped.mass_and_bias(x, &mut self.mass, &mut self.bias)?,
        }
        ldlt::factor(&mut self.mass, self.n);
        if self.mass.iter().all(|m| m.is_finite()) {
            self.located.copy_from_slice(x);
            return Ok(());
        }
        Err(NoPrediction("the mass matrix at the estimate has no inverse".into()))
    }

    /// `∂q̈/∂x` at a state, into `slopes`; accelerations are left as well.
    fn find_slopes(&mut self, x: &[f64], u: &[f64]) -> Result<(), NoPrediction> {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        self.accelerate(x, u)?;
        let qdd = &self.acceleration[..n];
        match &mut self.arm {
            Arm::Tree(tree) => tree.effort_slopes(x, qdd, width, &mut self.slopes),
            Arm::Looped(looped) => {
                self.work.copy_from_slice(x);
                looped.effort_slopes(&mut self.work, qdd, width, &mut self.slopes)?;
            }
        }
        self.position_slopes.fill(0.0);
        self.speed_slopes.fill(0.0);
        let (q, qd, values) = (&x[..n], &x[n..2 * n], &x[2 * n + self.base..]);
        let (by_position, by_speed) = (&mut self.position_slopes, &mut self.speed_slopes);
        self.friction.add_slopes(q, qd, values, by_position, by_speed);
        for i in 0..n {
            for j in 0..n {
                self.slopes[i * width + j] += self.position_slopes[i * n + j];
                self.slopes[i * width + n + j] += self.speed_slopes[i * n + j];
            }
        }
        self.friction.fill_columns([q, qd, qdd], &mut self.slopes, width, 2 * n + self.base);
        minus_solved(&self.mass, n, &mut self.slopes, width);
        Ok(())
    }

    /// Moving parts `start + step·rate`, with rates `(q̇, q̈)` of the states as they are.
    fn advance(&mut self, states: &mut [f64], step: f64) {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        for (k, x) in states.chunks_exact_mut(width).enumerate() {
            let (start, qdd) = (&self.start[2 * n * k..], &self.acceleration[n * k..]);
            for i in 0..n {
                x[i] = start[i] + step * x[n + i];
            }
            for i in 0..n {
                x[n + i] = start[n + i] + step * qdd[i];
            }
        }
    }
    /// Adds rates, weighted, to the sum that makes Runge & Kutta's step.
    fn add_rates(&mut self, states: &[f64], weight: f64) {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        for (k, x) in states.chunks_exact(width).enumerate() {
            let (sum, qdd) = (&mut self.sum[2 * n * k..], &self.acceleration[n * k..]);
            for i in 0..n {
                sum[i] += weight * x[n + i];
                sum[n + i] += weight * qdd[i];
            }
        }
    }
    /// Advances states whose accelerations have been found.
    fn integrate(&mut self, states: &mut [f64], u: &[f64], dt: f64) -> Result<(), NoPrediction> {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        let count = states.len() / width;
        for (x, start) in states.chunks_exact(width).zip(self.start.chunks_exact_mut(2 * n)) {
            start.copy_from_slice(&x[..2 * n]);
        }
        if self.settings.integration == Integration::Euler {
            self.advance(states, dt);
            return Ok(());
        }
        self.sum[..2 * n * count].fill(0.0);
        self.add_rates(states, 1.0);
        for (step, weight) in [(0.5 * dt, 2.0), (0.5 * dt, 2.0), (dt, 1.0)] {
            self.advance(states, step);
            self.accelerate(states, u)?;
            self.add_rates(states, weight);
        }
        for (k, x) in states.chunks_exact_mut(width).enumerate() {
            let (start, sum) = (&self.start[2 * n * k..], &self.sum[2 * n * k..]);
            for i in 0..2 * n {
                x[i] = start[i] + dt / 6.0 * sum[i];
            }
        }
        Ok(())
    }
    fn fit(&mut self, count: usize) {
        let n = self.n;
        if self.net.len() < count * n {
            self.net.resize(count * n, 0.0);
            self.acceleration.resize(count * n, 0.0);
            self.start.resize(2 * count * n, 0.0);
            self.sum.resize(2 * count * n, 0.0);
        }
    }
}

impl System for AugmentedArm<'_> {
    fn dimensions(&self) -> Dimensions {
        let speeds = !self.settings.noise.speed.is_empty();
        Dimensions {
            states: 2 * self.n + self.unknowns,
            constants: self.unknowns,
            measurements: if speeds { 2 * self.n } else { self.n },
        }
    }

    fn predict(&mut self, states: &mut [f64], u: &[f64], dt: f64) -> Result<(), NoPrediction> {
        self.fit(states.len() / (2 * self.n + self.unknowns));
        self.accelerate(states, u)?;
        self.integrate(states, u, dt)
    }

    fn linearise(
        &mut self,
        x: &mut [f64],
        u: &[f64],
        dt: f64,
        slopes: &mut [f64],
    ) -> Result<(), NoPrediction> {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        self.find_slopes(x, u)?;
        let second = self.settings.integration == Integration::RungeKutta;
        let half = if second { 0.5 * dt * dt } else { 0.0 };
        slopes.fill(0.0);
        let j = &self.slopes;
        for i in 0..n {
            let (position, speed) = slopes.split_at_mut(n * width);
            let position = &mut position[i * width..(i + 1) * width];
            let speed = &mut speed[i * width..(i + 1) * width];
            for k in 0..width {
                // Rows of J²: the accelerations' own, and J_q̇ J + J_q (0 1 0).
                position[k] = half * j[i * width + k];
                speed[k] = dt * j[i * width + k];
            }
            for l in (0..n).filter(|_| second) {
                let turn = half * j[i * width + n + l];
                let row = &j[l * width..(l + 1) * width];
                speed.iter_mut().zip(row).for_each(|(s, j)| *s += turn * j);
                speed[n + l] += half * j[i * width + l];
            }
            position[i] += 1.0;
            position[n + i] += dt;
            speed[n + i] += 1.0;
        }
        self.integrate(x, u, dt)
    }

    fn process_noise(
        &mut self,
        x: &[f64],
        _: &[f64],
        dt: f64,
        noise: &mut [f64],
    ) -> Result<(), NoPrediction> {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        noise.fill(0.0);
        if let ProcessNoise::Constant(variance) = self.settings.process {
            (0..width).for_each(|i| noise[i * width + i] = variance);
            return Ok(());
        }
        self.locate(x)?;
        for j in 0..n {
            self.column.fill(0.0);
            self.column[j] = dt * self.settings.noise.effort[j];
            ldlt::solve(&self.mass, n, &mut self.column);
            for i in 0..n {
                self.inverse[i * n + j] = self.column[i];
            }
        }
        for i in 0..n {
            noise[i * width + i] = LEAST_NOISE;
            let (row, out) = (&self.inverse[i * n..(i + 1) * n], (n + i) * width + n);
            for j in 0..n {
                let other = &self.inverse[j * n..(j + 1) * n];
                noise[out + j] = row.iter().zip(other).map(|(a, b)| a * b).sum();
            }
            noise[out + i] += LEAST_NOISE;
        }
        Ok(())
    }

    fn measure(&mut self, x: &[f64], out: &mut [f64]) {
        let count = out.len();
        out.copy_from_slice(&x[..count]);
    }

    fn measurement_slopes(&mut self, _: &[f64], slopes: &mut [f64]) {
        let width = 2 * self.n + self.unknowns;
        slopes.fill(0.0);
        slopes.chunks_exact_mut(width).enumerate().for_each(|(i, row)| row[i] = 1.0);
    }

    fn measurement_noise(&mut self, noise: &mut [f64]) {
        let levels = &self.settings.noise;
        let m = levels.position.len() + levels.speed.len();
        noise.fill(0.0);
        for (i, sd) in levels.position.iter().chain(&levels.speed).enumerate() {
            noise[i * m + i] = sd * sd;
        }
    }

    fn feasible(&mut self, x: &[f64]) -> bool {
        let n = self.n;
        !self.settings.keep_feasible || self.impossible_pose(&x[..n], &x[2 * n..]).is_none()
    }

    fn feasible_each(&mut self, states: &[f64], out: &mut [bool]) {
        let (n, width) = (self.n, 2 * self.n + self.unknowns);
        match &mut self.arm {
            _ if !self.settings.keep_feasible => out.fill(true),
            Arm::Tree(tree) => tree.possible_each(states, width, &self.poses[n..], out),
            Arm::Looped(_) => {
                for (x, out) in states.chunks_exact(width).zip(out) {
                    *out = self.feasible(x);
                }
            }
        }
    }
}

impl Beginning for AugmentedArm<'_> {
    fn begin(&self, z: &[f64], x: &mut [f64], covariance: &mut [f64]) {
        let (n, noise, guess) = (self.n, &self.settings.noise, &self.settings.guess);
        let (width, unknowns) = (2 * n + self.unknowns, self.unknowns);
        x[2 * n..].copy_from_slice(&guess.values);
        covariance.fill(0.0);
        for (i, row) in guess.covariance.chunks_exact(unknowns.max(1)).enumerate() {
            let start = (2 * n + i) * width + 2 * n;
            covariance[start..start + unknowns].copy_from_slice(row);
        }
        match self.settings.begin {
            Begin::At { value, variance } => {
                x[..2 * n].fill(value);
                (0..2 * n).for_each(|i| covariance[i * width + i] = variance);
            }
            Begin::Measured => {
                x[..2 * n].fill(0.0);
                x[..z.len()].copy_from_slice(z);
                // A speed that is not measured may be anything a joint does.
                (0..2 * n).for_each(|i| covariance[i * width + i] = 1.0);
                for (i, sd) in noise.position.iter().chain(&noise.speed).enumerate() {
                    covariance[i * width + i] = sd * sd;
                }
            }
        }
    }
}

/// `−M⁻¹ X` in place, for `n` rows of `width` numbers and a factored `M`.
fn minus_solved(mass: &[f64], n: usize, rows: &mut [f64], width: usize) {
    for i in 0..n {
        let (above, row) = rows.split_at_mut(i * width);
        let row = &mut row[..width];
        for k in 0..i {
            let (factor, other) = (mass[i * n + k], &above[k * width..(k + 1) * width]);
            row.iter_mut().zip(other).for_each(|(x, o)| *x -= factor * o);
        }
    }
    for i in (0..n).rev() {
        let (row, below) = rows[i * width..].split_at_mut(width);
        row.iter_mut().for_each(|x| *x *= -mass[i * n + i]);
        for k in i + 1..n {
            let (factor, other) = (mass[k * n + i], &below[(k - i - 1) * width..(k - i) * width]);
            row.iter_mut().zip(other).for_each(|(x, o)| *x -= factor * o);
        }
    }
}

/// Poses over the whole range of the joints, after room for the present one.
fn random_poses(robot: &Robot) -> Vec<f64> {
    let mut random = Random::new(0x906e5);
    let mut poses = robot.home();
    for _ in 0..POSES {
        for joint in robot.moving_joints() {
            let l = joint.limits;
            let bounded = l.lower.is_finite() && l.upper.is_finite() && l.lower < l.upper;
            let wide = if joint.kind.turns() { std::f64::consts::PI } else { 1.0 };
            poses.push(match bounded {
                true => random.between(l.lower, l.upper),
                false => random.between(-wide, wide),
            });
        }
    }
    poses
}
