//! Good logs of simulated robots, to be spoilt.

use armlab::friction::Friction;
use armlab::identify::Recording;
use armlab::log::{Log, Quantity};
use armlab::robot::Robot;
use armlab::validation::predict_described;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A robot's description and a log of the robot, as columns.
#[derive(Clone)]
pub struct Arm {
    pub robot: Robot,
    pub time: Vec<f64>,
    pub q: Vec<Vec<f64>>,
    pub qd: Vec<Vec<f64>>,
    pub tau: Vec<Vec<f64>>,
    /// Whether velocities are in the log.
    pub velocities: bool,
}

/// How a good log is made.
#[derive(Clone, Copy)]
pub struct Making {
    pub seconds: f64,
    pub rate: f64,
    /// Speed of the motion, 1 for the usual one.
    pub speed: f64,
    /// Noise of the efforts, as a part of their size.
    pub noise: f64,
    /// Chooses the motion.
    pub seed: u64,
    /// Chooses the noise.
    pub noise_seed: u64,
}

pub const USUAL: Making =
    Making { seconds: 20.0, rate: 200.0, speed: 1.0, noise: 0.01, seed: 7, noise_seed: 7 };

/// The robot with friction in every joint.
pub fn with_friction(robot: &Robot, sizes: &[f64]) -> Robot {
    let laws: Vec<(String, Friction)> = robot
        .driven_joints()
        .zip(sizes)
        .map(|(j, size)| (j.name.clone(), Friction::linear(0.06 * size, 0.08 * size, 0.0)))
        .collect();
    robot.with_friction(&laws).unwrap()
}

/// A smooth motion of all joints within their limits, with its derivatives.
pub fn motion(robot: &Robot, making: Making) -> Recording {
    let samples = (making.seconds * making.rate) as usize;
    let step = 1.0 / making.rate;
    let joints: Vec<_> = robot.driven_joints().collect();
    let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![vec![0.0; samples]; joints.len()]);
    for (j, joint) in joints.iter().enumerate() {
        let (lower, upper) = (joint.limits.lower, joint.limits.upper);
        let bounded = lower.is_finite() && upper.is_finite() && upper - lower < 6.0;
        let middle = if bounded { 0.5 * (lower + upper) } else { 0.3 };
        let half: f64 = if bounded { 0.5 * (upper - lower) } else { 2.0 };
        let size = 0.28 * half.min(1.6);
        for k in 1..=3 {
            let harmonic = f64::from(k);
            let w = making.speed * (0.9 + 0.55 * harmonic) * (1.0 + 0.17 * j as f64);
            let phase = 0.7 * making.seed as f64 + 1.3 * (j * k as usize) as f64;
            for i in 0..samples {
                let t = i as f64 * step;
                let (sin, cos) = (w * t + phase).sin_cos();
                q[j][i] += size / harmonic.sqrt() * sin;
                qd[j][i] += size / harmonic.sqrt() * w * cos;
                qdd[j][i] -= size / harmonic.sqrt() * w * w * sin;
            }
        }
        q[j].iter_mut().for_each(|x| *x += middle);
    }
    let time = (0..samples).map(|i| i as f64 * step).collect();
    Recording {
        name: "made".into(),
        step,
        start: 0.0,
        time,
        q,
        qd,
        qdd,
        effort: Vec::new(),
        temperature: Vec::new(),
        cutoff: None,
        notes: Vec::new(),
    }
}

fn sizes(efforts: &[Vec<f64>]) -> Vec<f64> {
    let rms = |c: &Vec<f64>| (c.iter().map(|x| x * x).sum::<f64>() / c.len() as f64).sqrt();
    efforts.iter().map(|c| rms(c).max(0.05)).collect()
}

/// A good log of a robot that is exactly as described, but for friction.
pub fn of(robot: &Robot, making: Making) -> Arm {
    recorded(robot, robot, making)
}

/// The same of a robot that differs from its description.
pub fn recorded(description: &Robot, truth: &Robot, making: Making) -> Arm {
    let mut recording = motion(truth, making);
    let rigid = predict_described(truth, &recording).unwrap();
    let sizes = sizes(&rigid);
    let truth = with_friction(truth, &sizes);
    recording.effort = predict_described(&truth, &recording).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(making.noise_seed);
    let mut noise = |size: f64| size * (0..12).map(|_| rng.random::<f64>() - 0.5).sum::<f64>();
    let mut arm = Arm {
        robot: description.clone(),
        time: recording.time,
        q: recording.q,
        qd: recording.qd,
        tau: recording.effort,
        velocities: true,
    };
    for (j, size) in sizes.iter().enumerate() {
        arm.tau[j].iter_mut().for_each(|x| *x += noise(making.noise * size));
        if making.noise > 0.0 {
            arm.q[j].iter_mut().for_each(|x| *x += noise(2e-5));
            arm.qd[j].iter_mut().for_each(|x| *x += noise(1e-3));
        }
    }
    arm
}

/// A good log of a built-in robot; each is made once.
pub fn good(robot: &'static str) -> Arm {
    static MADE: Mutex<BTreeMap<&str, Arm>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap();
    made.entry(robot).or_insert_with(|| of(&Robot::builtin(robot).unwrap(), USUAL)).clone()
}

impl Arm {
    pub fn log(&self) -> Log {
        let mut log = Log::new(self.time.clone());
        for (j, q) in self.q.iter().enumerate() {
            log.push_channel(Quantity::Position, j, q.clone());
        }
        for (j, qd) in self.qd.iter().enumerate().filter(|_| self.velocities) {
            log.push_channel(Quantity::Velocity, j, qd.clone());
        }
        for (j, tau) in self.tau.iter().enumerate() {
            log.push_channel(Quantity::Effort, j, tau.clone());
        }
        log
    }
    /// The description without masses.
    pub fn without_inertials(mut self) -> Self {
        let zeros = vec![0.0; self.robot.parameter_count()];
        self.robot = self.robot.with_parameter_values(&zeros).unwrap();
        self
    }
    /// The log without velocities.
    pub fn without_velocities(mut self) -> Self {
        self.velocities = false;
        self
    }
    /// The log's first rows.
    pub fn cut(mut self, rows: usize) -> Self {
        let columns = self.q.iter_mut().chain(&mut self.qd).chain(&mut self.tau);
        columns.chain([&mut self.time]).for_each(|c| c.truncate(rows));
        self
    }
    pub fn times(mut self, of: fn(&mut Self) -> &mut Vec<f64>, factor: f64) -> Self {
        of(&mut self).iter_mut().for_each(|x| *x *= factor);
        self
    }
    pub fn tau_times(mut self, joint: usize, factor: f64) -> Self {
        self.tau[joint].iter_mut().for_each(|x| *x *= factor);
        self
    }
    pub fn all_tau_times(mut self, factor: f64) -> Self {
        self.tau.iter_mut().flatten().for_each(|x| *x *= factor);
        self
    }
    /// Positions, and velocities with them, times a factor.
    pub fn motion_times(mut self, joint: usize, factor: f64) -> Self {
        let both = self.q[joint].iter_mut().chain(&mut self.qd[joint]);
        both.for_each(|x| *x *= factor);
        self
    }
    pub fn q_times(mut self, joint: usize, factor: f64) -> Self {
        self.q[joint].iter_mut().for_each(|x| *x *= factor);
        self
    }
    pub fn qd_times(mut self, joint: usize, factor: f64) -> Self {
        self.qd[joint].iter_mut().for_each(|x| *x *= factor);
        self
    }
    pub fn all_motion_times(self, factor: f64) -> Self {
        (0..self.q.len()).fold(self, |arm, j| arm.motion_times(j, factor))
    }
    pub fn offset(mut self, joint: usize, degrees: f64) -> Self {
        self.q[joint].iter_mut().for_each(|x| *x += degrees.to_radians());
        self
    }
    /// Efforts are logged so many samples late.
    pub fn late(mut self, samples: usize) -> Self {
        for tau in &mut self.tau {
            let first = tau[0];
            tau.rotate_right(samples);
            tau[..samples].fill(first);
        }
        self
    }
    pub fn change(mut self, change: impl Fn(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
