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
use super::settings::{Begin, Integration, KalmanError, KalmanSettings, NoiseLevels, ProcessNoise};
use super::tree_arm::TreeArm;
use crate::Model;
use armlab_dense::Aligned;
use armlab_dense::small::{SecondOrder, padded, step_noise, step_slopes};
use armlab_engine::linear::ldlt;
use armlab_engine::robot::Robot;
use armlab_online::kalman::{Beginning, Dimensions, NoPrediction, System};
use armlab_random::Random;

/// Process noise that keeps covariances from becoming singular.
const LEAST_NOISE: f64 = 1e-10;
/// Poses at which parameters must give a positive mass matrix, beside the present.
const POSES: usize = 7;

/// A tree or a machine with loops.
enum Arm<'r> {
    Tree(Box<TreeArm>),
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
    /// Poses as columns, joint after joint; the present one takes the place of the first.
    poses: Vec<f64>,
    /// Accelerations of one state, where its step starts, and the sum of its rates.
    acceleration: Vec<f64>,
    start: Vec<f64>,
    sum: Vec<f64>,
    /// Efforts less friction.
    effort: Vec<f64>,
    /// Mass matrix, factored, and efforts without acceleration of a machine with loops.
    mass: Vec<f64>,
    bias: Vec<f64>,
    /// State and efforts of which the accelerations and the mass matrix's inverse are known, if
    /// there are such.
    is_located: bool,
    located: Vec<f64>,
    input: Vec<f64>,
    /// `M⁻¹`; this and the following in padded rows.
    inverse: Aligned,
    /// Whether slopes have been asked for: what they need is then found there, too, and the
    /// inverse alone where they are not.
    sloped: bool,
    /// `∂τ/∂x`
    effort_slopes: Aligned,
    /// Room for as much, and for roots of the noise.
    products: Aligned,
    roots: Aligned,
    /// What filters want in other rows.
    rows: Aligned,
    position_slopes: Vec<f64>,
    speed_slopes: Vec<f64>,
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
            Arm::Tree(Box::new(TreeArm::new(model, &couplings)?))
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
            acceleration: vec![0.0; n],
            start: vec![0.0; 2 * n],
            sum: vec![0.0; 2 * n],
            effort: vec![0.0; n],
            mass: vec![0.0; n * n],
            bias: vec![0.0; n],
            is_located: false,
            located: vec![0.0; width],
            input: vec![0.0; n],
            inverse: Aligned::zeros(n * padded(n)),
            sloped: false,
            effort_slopes: Aligned::zeros(n * padded(width)),
            products: Aligned::zeros(n * padded(width)),
            roots: Aligned::zeros(2 * n * padded(n)),
            rows: Aligned::zeros(width * padded(width)),
            position_slopes: vec![0.0; n * n],
            speed_slopes: vec![0.0; n * n],
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
        let guess = self.settings.guess.values.clone();
        let pose = self.pose(0);
        let Some(place) = self.impossible_pose(&pose, &guess) else { return Ok(()) };
        let pose: Vec<String> = self.pose(place).iter().map(|q| format!("{q:.3}")).collect();
        Err(KalmanError::Infeasible { pose: format!("q = ({})", pose.join(", ")) })
    }
    fn pose(&self, place: usize) -> Vec<f64> {
        let count = self.poses.len() / self.n.max(1);
        self.poses.iter().skip(place).step_by(count.max(1)).copied().collect()
    }
    /// A pose, by its place in `poses`, at which unknowns give no mass matrix.
    fn impossible_pose(&mut self, q: &[f64], unknowns: &[f64]) -> Option<usize> {
        let n = self.n;
        match &mut self.arm {
            Arm::Tree(tree) => tree.impossible_pose(q, unknowns, &self.poses),
            Arm::Looped(looped) => {
                self.work[..n].copy_from_slice(q);
                self.work[n..2 * n].fill(0.0);
                self.work[2 * n..].copy_from_slice(unknowns);
                self.is_located = false;
                let moved = looped.mass(&self.work, &mut self.mass);
                ldlt::factor(&mut self.mass, n);
                let positive = ldlt::is_positive_definite(&self.mass, n).is_ok();
                (moved.is_err() || !positive).then_some(0)
            }
        }
    }

    /// Accelerations of one state, into `acceleration`.
    fn accelerate(&mut self, x: &[f64], u: &[f64]) -> Result<(), NoPrediction> {
        self.is_located = false;
        self.subtract_friction(x, u);
        match &mut self.arm {
            Arm::Tree(tree) => tree.accelerate(x, &self.effort, &mut self.acceleration),
            Arm::Looped(_) => self.factor_and_solve(x)?,
        }
        refuse_infinite(&self.acceleration)
    }

    /// The same where a step starts, with the inverse of the mass matrix and, where they will be
    /// asked for, slopes of the efforts: process noise and slopes of a step are of the same state.
    fn locate(&mut self, x: &[f64], u: &[f64]) -> Result<(), NoPrediction> {
        if self.is_located && self.located == x && self.input == u {
            return Ok(());
        }
        self.is_located = false;
        if self.sloped || matches!(self.arm, Arm::Looped(_)) {
            self.subtract_friction(x, u);
        }
        match &mut self.arm {
            Arm::Tree(tree) if self.sloped => {
                let (qdd, inverse) = (&mut self.acceleration, &mut self.inverse);
                tree.accelerate_and_invert(x, &self.effort, qdd, inverse);
            }
            Arm::Tree(tree) => tree.invert(x, &mut self.inverse),
            Arm::Looped(_) => {
                self.factor_and_solve(x)?;
                for (i, row) in self.inverse.chunks_exact_mut(padded(self.n)).enumerate() {
                    row.fill(0.0);
                    row[i] = 1.0;
                    ldlt::solve(&self.mass, self.n, &mut row[..self.n]);
                }
            }
        }
        refuse_infinite(if self.sloped { &self.acceleration } else { &self.inverse })?;
        if self.sloped {
            self.find_effort_slopes(x)?;
        }
        self.is_located = true;
        self.located.copy_from_slice(x);
        self.input.copy_from_slice(u);
        Ok(())
    }

    /// Efforts less friction, into `effort`.
    fn subtract_friction(&mut self, x: &[f64], u: &[f64]) {
        let n = self.n;
        self.effort.copy_from_slice(u);
        self.friction.subtract(&x[..n], &x[n..2 * n], &x[2 * n + self.base..], &mut self.effort);
    }

    /// Accelerations of a machine with loops under `effort`, and its mass matrix, factored.
    fn factor_and_solve(&mut self, x: &[f64]) -> Result<(), NoPrediction> {
        let Arm::Looped(looped) = &mut self.arm else { return Ok(()) };
        looped.mass_and_bias(x, &mut self.mass, &mut self.bias)?;
        ldlt::factor(&mut self.mass, self.n);
        let out = self.acceleration.iter_mut().zip(&self.effort).zip(&self.bias);
        out.for_each(|((a, tau), h)| *a = tau - h);
        ldlt::solve(&self.mass, self.n, &mut self.acceleration);
        Ok(())
    }

    /// `∂τ/∂x` at a state whose accelerations have been found.
    fn find_effort_slopes(&mut self, x: &[f64]) -> Result<(), NoPrediction> {
        let (n, width) = (self.n, padded(2 * self.n + self.unknowns));
        let qdd = &self.acceleration[..n];
        let efforts = &mut self.effort_slopes;
        match &mut self.arm {
            Arm::Tree(tree) => tree.effort_slopes(x, qdd, width, efforts),
            Arm::Looped(looped) => {
                self.work.copy_from_slice(x);
                looped.effort_slopes(&mut self.work, qdd, width, efforts)?;
            }
        }
        if !self.friction.is_empty() {
            self.position_slopes.fill(0.0);
            self.speed_slopes.fill(0.0);
            let (q, qd, values) = (&x[..n], &x[n..2 * n], &x[2 * n + self.base..]);
            let (by_position, by_speed) = (&mut self.position_slopes, &mut self.speed_slopes);
            self.friction.add_slopes(q, qd, values, by_position, by_speed);
            for i in 0..n {
                for j in 0..n {
                    efforts[i * width + j] += self.position_slopes[i * n + j];
                    efforts[i * width + n + j] += self.speed_slopes[i * n + j];
                }
            }
            self.friction.fill_columns([q, qd, qdd], efforts, width, 2 * n + self.base);
        }
        Ok(())
    }

    fn second_order(&self, step: f64) -> SecondOrder {
        SecondOrder { coordinates: self.n, states: 2 * self.n + self.unknowns, step }
    }

    /// Moves one state to `start + step·rate`, with its own rates `(q̇, q̈)`.
    fn move_on(&self, x: &mut [f64], step: f64) {
        let n = self.n;
        for i in 0..n {
            x[i] = self.start[i] + step * x[n + i];
            x[n + i] = self.start[n + i] + step * self.acceleration[i];
        }
    }
    /// Adds rates, weighted, to the sum that makes Runge & Kutta's step.
    fn add_rates(&mut self, x: &[f64], weight: f64) {
        let n = self.n;
        for i in 0..n {
            self.sum[i] += weight * x[n + i];
            self.sum[n + i] += weight * self.acceleration[i];
        }
    }
    /// Advances a state whose accelerations have been found.
    fn integrate(&mut self, x: &mut [f64], u: &[f64], dt: f64) -> Result<(), NoPrediction> {
        let n = self.n;
        self.is_located = false;
        if self.settings.integration == Integration::Euler {
            for i in 0..n {
                x[i] += dt * x[n + i];
                x[n + i] += dt * self.acceleration[i];
            }
            return Ok(());
        }
        self.start.copy_from_slice(&x[..2 * n]);
        self.sum.fill(0.0);
        self.add_rates(x, 1.0);
        for (step, weight) in [(0.5 * dt, 2.0), (0.5 * dt, 2.0), (dt, 1.0)] {
            self.move_on(x, step);
            self.accelerate(x, u)?;
            self.add_rates(x, weight);
        }
        for i in 0..2 * n {
            x[i] = self.start[i] + dt / 6.0 * self.sum[i];
        }
        Ok(())
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

    fn predict(
        &mut self,
        states: &mut [f64],
        stride: usize,
        u: &[f64],
        dt: f64,
    ) -> Result<(), NoPrediction> {
        let (width, integration) = (2 * self.n + self.unknowns, self.settings.integration);
        if let Arm::Tree(tree) = &mut self.arm
            && states.len() > stride
        {
            self.is_located = false;
            self.input.copy_from_slice(u);
            self.located.copy_from_slice(&states[..width]);
            let (step, friction) = ((u, dt), &self.friction);
            let inverse = &mut self.inverse[..];
            tree.advance(states, [width, stride], step, integration, friction, inverse);
            // Process noise is that at the first state.
            self.is_located = !self.sloped && refuse_infinite(inverse).is_ok();
            return Ok(());
        }
        for x in states.chunks_exact_mut(stride) {
            let x = &mut x[..width];
            self.accelerate(x, u)?;
            self.integrate(x, u, dt)?;
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
        if !self.sloped {
            self.sloped = true;
            self.is_located = false;
        }
        self.locate(x, u)?;
        let system = self.second_order(dt);
        let second = self.settings.integration == Integration::RungeKutta;
        let Self { inverse, effort_slopes, products, rows, .. } = self;
        in_rows(system.states, stride, slopes, rows, |slopes| {
            step_slopes(system, second, inverse, effort_slopes, products, slopes);
        });
        self.integrate(x, u, dt)
    }

    fn process_noise(
        &mut self,
        x: &[f64],
        u: &[f64],
        dt: f64,
        stride: usize,
        noise: &mut [f64],
    ) -> Result<(), NoPrediction> {
        let system = self.second_order(dt);
        if let ProcessNoise::Constant(variance) = self.settings.process {
            noise.fill(0.0);
            (0..system.states).for_each(|i| noise[i * stride + i] = variance);
            return Ok(());
        }
        self.locate(x, u)?;
        let Self { inverse, settings, roots, rows, .. } = self;
        let efforts = &settings.noise.effort;
        in_rows(system.states, stride, noise, rows, |noise| {
            step_noise(system, inverse, efforts, LEAST_NOISE, roots, noise);
        });
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

    fn independent_noise(&mut self, variances: &mut [f64]) -> bool {
        let NoiseLevels { position, speed, .. } = &self.settings.noise;
        let (positions, speeds) = variances.split_at_mut(position.len());
        positions.iter_mut().zip(position).for_each(|(variance, sd)| *variance = sd * sd);
        speeds.iter_mut().zip(speed).for_each(|(variance, sd)| *variance = sd * sd);
        true
    }

    fn feasible(&mut self, x: &[f64]) -> bool {
        let n = self.n;
        !self.settings.keep_feasible || self.impossible_pose(&x[..n], &x[2 * n..]).is_none()
    }

    fn feasible_each(&mut self, states: &[f64], out: &mut [bool]) {
        let width = 2 * self.n + self.unknowns;
        match &mut self.arm {
            _ if !self.settings.keep_feasible => out.fill(true),
            Arm::Tree(tree) => tree.possible_each(states, width, &self.poses, out),
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

/// Has rows of `states` numbers filled, which are padded, for one who wants them `stride` numbers
/// apart in `out`.
fn in_rows(
    states: usize,
    stride: usize,
    out: &mut [f64],
    rows: &mut [f64],
    fill: impl FnOnce(&mut [f64]),
) {
    let own = padded(states);
    if stride == own {
        return fill(out);
    }
    let rows = &mut rows[..out.len() / stride * own];
    fill(rows);
    for (to, from) in out.chunks_exact_mut(stride).zip(rows.chunks_exact(own)) {
        to.fill(0.0);
        to[..states].copy_from_slice(&from[..states]);
    }
}

fn refuse_infinite(found: &[f64]) -> Result<(), NoPrediction> {
    if found.iter().all(|x| x.is_finite()) {
        return Ok(());
    }
    Err(NoPrediction("the mass matrix at the estimate has no inverse".into()))
}

/// Poses over the whole range of the joints as columns, after room for the present one.
fn random_poses(robot: &Robot) -> Vec<f64> {
    let mut random = Random::new(0x906e5);
    let mut poses = robot.home();
    let n = poses.len();
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
    let count = poses.len() / n.max(1);
    (0..poses.len()).map(|k| poses[k % count * n + k / count]).collect()
}
