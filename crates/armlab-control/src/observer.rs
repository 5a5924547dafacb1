//! The momentum observer: efforts from outside, without accelerations.
//!
//! The generalised momentum `p = M q̇` changes by `ṗ = τ − f + ∂T/∂q − g + τ_ext` (De Luca &
//! Mattone 2003; De Luca, Albu-Schäffer, Haddadin & Hirzinger 2006). What is left over from one
//! sample to the next is the mean effort from outside, and passes a filter of first order with
//! the rate `K`:
//!
//! ```text
//! e = (p_k − p_{k−1})/T − τ + f − ∂T/∂q + g            r_k = a r_{k−1} + (1 − a) e,   a = exp(−K T)
//! ```
//!
//! with friction, slope and weight as the mean of both samples. At rest `r` is the effort from
//! outside; `1/K` after a step it has 63 % of it.

use crate::error::ControlError;
use armlab_engine::dynamics::{Mechanism, Plant};
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;

/// What is measured at a sample.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Positions.
    pub q: &'a [f64],
    /// Speeds.
    pub qd: &'a [f64],
    /// Mean efforts of the drives since the sample before.
    pub tau: &'a [f64],
    /// Time since the sample before, s.
    pub dt: f64,
}

/// Estimates efforts from outside.
pub struct MomentumObserver<'r> {
    mechanism: Mechanism<'r>,
    friction: Option<Plant<'r>>,
    rate: f64,
    external: Vec<f64>,
    /// What was left over at the last sample, before the filter.
    left_over: Vec<f64>,
    momentum: Vec<f64>,
    /// `∂T/∂q − g − f`
    free: Vec<f64>,
    last_momentum: Vec<f64>,
    last_free: Vec<f64>,
    started: bool,
    /// Accelerations that are not known.
    still: Vec<f64>,
    work: [Vec<f64>; 2],
}

impl<'r> MomentumObserver<'r> {
    /// For a robot, with the filter's rate `K` in 1/s.
    pub fn new(robot: &'r Robot, rate: f64) -> Result<Self, ControlError> {
        ControlError::positive("rate", rate, "give the filter's rate in 1/s, as 50")?;
        Ok(Self::unchecked(robot, rate)?)
    }
    fn unchecked(robot: &'r Robot, rate: f64) -> Result<Self, LoopError> {
        let mechanism = Mechanism::new(robot)?;
        let has_friction = robot.moving_joints().any(|j| !j.friction.is_none());
        let friction = has_friction.then(|| Plant::new(robot)).transpose()?;
        let n = mechanism.dofs();
        let zeros = || vec![0.0; n];
        Ok(Self {
            mechanism,
            friction,
            rate,
            external: zeros(),
            left_over: zeros(),
            momentum: zeros(),
            free: zeros(),
            last_momentum: zeros(),
            last_free: zeros(),
            started: false,
            still: zeros(),
            work: [zeros(), zeros()],
        })
    }
    /// Number of coordinates.
    pub fn dofs(&self) -> usize {
        self.external.len()
    }
    /// The filter's rate, 1/s.
    pub fn rate(&self) -> f64 {
        self.rate
    }
    /// Efforts from outside at the last sample.
    pub fn external(&self) -> &[f64] {
        &self.external
    }
    /// The same before the filter: noisy, without delay.
    pub fn left_over(&self) -> &[f64] {
        &self.left_over
    }
    /// Forgets the past.
    pub fn reset(&mut self) {
        self.started = false;
        self.external.fill(0.0);
        self.left_over.fill(0.0);
    }

    /// Takes a sample; the first one only starts the observer. Returns the efforts from
    /// outside.
    pub fn update(&mut self, sample: &Sample) -> Result<&[f64], ControlError> {
        let Sample { q, qd, tau, dt } = *sample;
        let n = self.dofs();
        ControlError::check("q", q, n)?;
        ControlError::check("qd", qd, n)?;
        ControlError::check("tau", tau, n)?;
        if self.started {
            ControlError::positive("dt", dt, "time stamps must increase")?;
        }
        let [gravity, lost] = &mut self.work;
        self.mechanism.momentum(q, qd, &mut self.momentum, &mut self.free)?;
        self.mechanism.gravity(q, gravity)?;
        for (free, g) in self.free.iter_mut().zip(&*gravity) {
            *free -= g;
        }
        if let Some(plant) = &mut self.friction {
            // Loads of bearings are taken at constant speed.
            plant.inverse(q, qd, &self.still, gravity, lost)?;
            self.free.iter_mut().zip(&*lost).for_each(|(free, f)| *free -= f);
        }
        if self.started {
            let keep = (-self.rate * dt).exp();
            for j in 0..n {
                let free = 0.5 * (self.free[j] + self.last_free[j]);
                let e = (self.momentum[j] - self.last_momentum[j]) / dt - tau[j] - free;
                self.left_over[j] = e;
                self.external[j] = keep * self.external[j] + (1.0 - keep) * e;
            }
        }
        self.last_momentum.copy_from_slice(&self.momentum);
        self.last_free.copy_from_slice(&self.free);
        self.started = true;
        Ok(&self.external)
    }
}
