//! The machine, its motions, and what would be measured.

use super::super::kinematics::DEFAULT_SIDES;
use super::super::printed::{Errata, InputForces, input_forces};
use super::super::{Excitation, Friction, Machine, Motion, Mounting};
use crate::reproduce::ReproduceError;
use armlab::identify::{RawRecording, Recording};
use armlab::log::{Log, Quantity};
use armlab::robot::{Robot, library};
use armlab::signal::Filter;
use armlab_random::Random;
use std::f64::consts::TAU;

/// Samples per second; the paper gives none.
pub const RATE: f64 = 250.0;
/// Duration of both motions, s.
const SECONDS: f64 = 4.0;
/// Stream of the noise of redraws.
const REDRAWN: u64 = 3;
/// Encoders err by up to this, m, as Section 5.3 says.
const ENCODER: f64 = 0.5e-6;
/// Standard deviation of the measured forces, N. Section 5.3 gives an uncertainty of 0.0381 N, but says that the
/// measured forces were noisy; ours is a few percent of them.
pub const FORCE_NOISE: f64 = 3.0;
/// Speeds and accelerations are those of polynomials of order 5 over 21 samples.
pub const MOTION_FILTER: &str = "sg:21:5";
/// Circle of the validation: centre, radius (m), and the platform's angle (rad).
const CIRCLE: ([f64; 2], f64, f64) = ([0.0, 0.36], 0.07, 0.05);

/// Our excitation, Eq 35: five harmonics of 0.25 Hz, designed for the eight combinations that forces
/// show well. The paper prints none.
const EXCITATION: Excitation<5> = Excitation {
    frequency: 0.25,
    centre: [-0.017548060782037404, 0.3450116989804155, 0.06281704337999836],
    sine: [
        [
            0.0053605314706607655,
            -0.23691301858967997,
            0.21250165655163036,
            -0.021374118709343908,
            0.040424949276732756,
        ],
        [
            -0.018422717754374346,
            0.001163336095501961,
            0.011830115332110439,
            -0.107550609513913,
            0.11297987584067495,
        ],
        [
            0.1252296197385441,
            0.03399315048357533,
            0.03359747292480273,
            0.008644578190569054,
            -0.20146482133749127,
        ],
    ],
    cosine: [
        [
            -0.028999057681747036,
            -0.07640450248364218,
            0.04533312299058738,
            0.07578970695326134,
            -0.051470026827155235,
        ],
        [
            0.08227229993040301,
            -0.08036001107301623,
            -0.10160433712379176,
            0.06280934149830071,
            0.026404673518760368,
        ],
        [
            0.19048722447111255,
            -0.30567841419994585,
            0.11861668108503565,
            -0.1961269612074544,
            0.169905481100698,
        ],
    ],
};

/// One motion: what the machine does, needs, and what is measured of it.
pub struct Run {
    /// Time, s.
    pub time: Vec<f64>,
    /// The motion in the paper's coordinates.
    pub motions: Vec<Motion>,
    /// Forces by the corrected equations.
    pub forces: Vec<InputForces>,
    /// Sliders and forces as measured, speeds and accelerations from the filter.
    pub recording: Recording,
    /// Measured sliders, not filtered.
    pub sliders: Vec<Vec<f64>>,
}

impl Run {
    /// What is measured with the noise of another seed.
    pub fn measured_again(
        &self,
        name: &'static str,
        seed: u64,
    ) -> Result<Recording, ReproduceError> {
        Ok(measured(name, &self.time, &self.motions, &self.forces, seed, REDRAWN)?.0)
    }
    /// A slider's column of the forces.
    pub fn column(&self, of: impl Fn(&InputForces) -> [f64; 3]) -> Vec<Vec<f64>> {
        (0..3).map(|i| self.forces.iter().map(|f| of(f)[i]).collect()).collect()
    }
}

/// Machine and motions.
pub struct Bench {
    /// The machine as estimated in Table 1, lying flat.
    pub machine: Machine,
    /// Its friction.
    pub law: Friction,
    /// Motion for identification.
    pub excitation: Run,
    /// Motion for validation.
    pub circle: Run,
    /// The robot as designed, from which fits begin.
    pub design: Robot,
    /// The same machine standing upright, with the estimates.
    pub upright: Robot,
}

/// A built-in robot.
fn robot(name: &'static str) -> Result<Robot, ReproduceError> {
    let found = library::load(name).ok_or_else(|| ReproduceError::missing(name))?;
    Ok(found.map_err(ReproduceError::at(name))?.robot)
}

impl Bench {
    /// Everything, with noise from `seed`.
    pub fn new(seed: u64) -> Result<Self, ReproduceError> {
        let machine = Machine::published(Mounting::Horizontal);
        let law = Friction::estimate();
        Ok(Self {
            excitation: run(&machine, &law, |t| EXCITATION.sample(t), "excitation", seed, 1)?,
            circle: run(&machine, &law, circle, "circle", seed, 2)?,
            machine,
            law,
            design: robot("parallel3prr-design")?,
            upright: robot("parallel3prr-vertical")?,
        })
    }
}

/// A full circle from rest to rest, quintic in time.
fn circle(t: f64) -> [[f64; 3]; 3] {
    let ([x, y], radius, angle) = CIRCLE;
    let s = (t / SECONDS).clamp(0.0, 1.0);
    let turn = TAU * (10.0 - 15.0 * s + 6.0 * s * s) * s.powi(3);
    let speed = TAU * 30.0 * (s * (1.0 - s)).powi(2) / SECONDS;
    let acceleration = TAU * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / (SECONDS * SECONDS);
    let (sin, cos) = turn.sin_cos();
    [
        [x + radius * cos, y + radius * sin, angle],
        [-radius * sin * speed, radius * cos * speed, 0.0],
        [
            -radius * (cos * speed * speed + sin * acceleration),
            radius * (cos * acceleration - sin * speed * speed),
            0.0,
        ],
    ]
}

fn run(
    machine: &Machine,
    law: &Friction,
    pose: impl Fn(f64) -> [[f64; 3]; 3],
    name: &'static str,
    seed: u64,
    stream: u64,
) -> Result<Run, ReproduceError> {
    let samples = (RATE * SECONDS) as usize + 1;
    let time: Vec<f64> = (0..samples).map(|k| k as f64 / RATE).collect();
    let (mut motions, mut forces) = (Vec::new(), Vec::new());
    for &t in &time {
        let [p, v, a] = pose(t);
        let mut motion = Motion::of_platform(&machine.geometry, p, v, a, DEFAULT_SIDES)
            .map_err(ReproduceError::at("kinematics of the machine"))?;
        // At its two rests the machine is at rest, not at 1e-17 m/s: friction would have a sign.
        motion.qd.iter_mut().filter(|v| v.abs() < 1e-12).for_each(|v| *v = 0.0);
        let found = input_forces(machine, law, &motion, Errata::NONE);
        forces.push(found.map_err(|e| {
            ReproduceError::at("forces of the machine")(format!("singular at {:?}", e.pose))
        })?);
        motions.push(motion);
    }
    let (recording, sliders) = measured(name, &time, &motions, &forces, seed, stream)?;
    Ok(Run { time, motions, forces, recording, sliders })
}

/// Sliders and forces with noise, and the sliders as they are read.
fn measured(
    name: &'static str,
    time: &[f64],
    motions: &[Motion],
    forces: &[InputForces],
    seed: u64,
    stream: u64,
) -> Result<(Recording, Vec<Vec<f64>>), ReproduceError> {
    let mut random = Random::with_stream(seed, stream);
    let mut log = Log::new(time.to_vec());
    let mut sliders = Vec::new();
    for i in 0..3 {
        let q = motions.iter().map(|m| m.q[i] + ENCODER * (2.0 * random.unit() - 1.0));
        sliders.push(q.collect::<Vec<f64>>());
        log.push_channel(Quantity::Position, i, sliders[i].clone());
        let force = forces.iter().map(|f| f.total[i] + FORCE_NOISE * random.normal());
        log.push_channel(Quantity::Effort, i, force.collect());
    }
    let failed = ReproduceError::at("the log");
    let filter: Filter = MOTION_FILTER.parse().map_err(ReproduceError::at("the filter"))?;
    let raw = RawRecording::of(&log, name, 3, None).map_err(&failed)?;
    Ok((raw.condition_with(&filter).map_err(&failed)?, sliders))
}
