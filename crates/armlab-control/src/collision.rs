//! Collisions: efforts from outside beyond what noise and the model's own uncertainty explain.
//!
//! Without a collision the observer's output strays by the noise of its measurements, `s`, by
//! the errors of the model along the motion, of standard deviation `m`, and near standstill by
//! friction whose sign is not known, by at most `b`. The limit of a joint is
//!
//! ```text
//! z √(s² + m²) + h            ḣ = K (b [|q̇| ≤ v] − h)
//! ```
//!
//! with `z` from the rate of false alarms that is asked for ([`deviations`]) and `h`
//! filtered as the observer's output is, so that it bounds what friction does to that.

use crate::error::ControlError;
use crate::quantile::deviations;
use armlab_engine::friction::{Load, Sliding};
use armlab_engine::robot::Robot;

/// Limits are set for alarms so many times rarer than asked for: sizes of noise are measured, and its
/// tails are wider than those of a normal distribution.
const RARER: f64 = 10.0;

/// What noise and chance may do to the observer's output.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// Standard deviations of the limit, `z`.
    pub deviations: f64,
    /// Standard deviation of each joint's output by noise, `s`, N m or N.
    pub noise: Vec<f64>,
}

impl Thresholds {
    /// For one false alarm in `interval` seconds on average, at `rate` samples a second.
    pub fn new(noise: Vec<f64>, rate: f64, interval: f64) -> Result<Self, ControlError> {
        ControlError::check("noise", &noise, noise.len())?;
        ControlError::positive("rate", rate, "give samples per second")?;
        ControlError::positive("interval", interval, "give the time between false alarms, s")?;
        Ok(Self { deviations: deviations(noise.len(), rate, RARER * interval), noise })
    }
    /// The limits away from standstill, with standard deviations `model` of the model.
    pub fn limit(&self, joint: usize, model: f64) -> f64 {
        self.deviations * self.noise[joint].hypot(model)
    }
}

/// What friction may do near standstill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// Speed up to which its sign is not known, rad/s or m/s.
    pub speed: f64,
    /// The effort by which it may be off, N m or N.
    pub effort: f64,
}

impl Allowance {
    /// Of the coordinates of a robot whose speeds are measured with noise of these standard
    /// deviations: friction may hold a joint with its static size towards either side while
    /// the model has it sliding. Friction of passive joints is not counted.
    pub fn of(robot: &Robot, speed_noise: &[f64]) -> Vec<Self> {
        let joints = robot.driven_joints().zip(speed_noise);
        joints
            .map(|(joint, &noise)| {
                let friction = &joint.friction;
                let uncertain = |t: &armlab_engine::friction::FrictionTerm| {
                    t.law().uncertain_speed(t.values(), noise)
                };
                let speed = friction.terms.iter().map(uncertain).fold(0.0, f64::max);
                let side = |side: f64| {
                    let at = Sliding { speed: 0.0, side, ..Sliding::default() };
                    let holds = friction.holds(side, Load::default());
                    holds.max(friction.effort(at).abs()) + friction.effort(at).abs()
                };
                let effort = side(1.0).max(side(-1.0));
                if speed > 0.0 { Self { speed, effort } } else { Self { speed: 0.0, effort: 0.0 } }
            })
            .collect()
    }
}

/// Watches the observer's output.
#[derive(Clone, Debug)]
pub struct CollisionDetector {
    thresholds: Thresholds,
    allowances: Vec<Allowance>,
    rate: f64,
    standstill: Vec<f64>,
    limits: Vec<f64>,
}

impl CollisionDetector {
    /// With limits and allowances of each joint; `rate` is the observer's, 1/s.
    pub fn new(
        thresholds: Thresholds,
        allowances: Vec<Allowance>,
        rate: f64,
    ) -> Result<Self, ControlError> {
        let n = thresholds.noise.len();
        if allowances.len() != n {
            let (what, found) = ("allowances", allowances.len());
            return Err(ControlError::Length { what, found, wanted: n });
        }
        let (standstill, limits) = (vec![0.0; n], vec![0.0; n]);
        Ok(Self { thresholds, allowances, rate, standstill, limits })
    }
    /// The limits at the last sample.
    pub fn limits(&self) -> &[f64] {
        &self.limits
    }

    /// Takes a sample: the observer's output, speeds, the model's standard deviation of each
    /// effort (empty for none) and the time since the sample before. Returns the joint whose
    /// output is farthest beyond its limit.
    pub fn update(
        &mut self,
        external: &[f64],
        qd: &[f64],
        model: &[f64],
        dt: f64,
    ) -> Option<usize> {
        let keep = if dt > 0.0 { (-self.rate * dt).exp() } else { 1.0 };
        let mut worst = (1.0, None);
        for j in 0..self.limits.len() {
            let Allowance { speed, effort } = self.allowances[j];
            let now = if qd[j].abs() <= speed { effort } else { 0.0 };
            self.standstill[j] = keep * self.standstill[j] + (1.0 - keep) * now;
            let own = self.thresholds.limit(j, model.get(j).copied().unwrap_or(0.0));
            self.limits[j] = own + self.standstill[j];
            let excess = external[j].abs() / self.limits[j].max(f64::MIN_POSITIVE);
            // What is no number is a collision.
            let excess = if excess.is_nan() { f64::INFINITY } else { excess };
            if excess > worst.0 {
                worst = (excess, Some(j));
            }
        }
        worst.1
    }
}
