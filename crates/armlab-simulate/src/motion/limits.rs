//! What a trajectory asks of each joint, and whether that is allowed.
//!
//! Extremes are looked for on a grid; between two grid points a coordinate may
//! rise above them by at most an eighth of the step squared times the largest
//! second derivative, which a fine grid makes as small as one likes.

use super::Trajectory;
use super::error::MotionError;
use armlab_engine::robot::Limits;

/// Smallest and largest value of something, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extreme {
    /// Smallest value.
    pub min: f64,
    /// When it was met first, seconds.
    pub min_at: f64,
    /// Largest value.
    pub max: f64,
    /// When it was met first, seconds.
    pub max_at: f64,
}

impl Extreme {
    const NONE: Self =
        Self { min: f64::INFINITY, min_at: 0.0, max: f64::NEG_INFINITY, max_at: 0.0 };

    fn include(&mut self, value: f64, time: f64) {
        if value < self.min {
            (self.min, self.min_at) = (value, time);
        }
        if value > self.max {
            (self.max, self.max_at) = (value, time);
        }
    }

    /// The larger of both magnitudes, and when.
    pub fn magnitude(&self) -> (f64, f64) {
        if self.max.abs() >= self.min.abs() {
            (self.max.abs(), self.max_at)
        } else {
            (self.min.abs(), self.min_at)
        }
    }
}

/// Extremes of one joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointExtremes {
    /// Of the position.
    pub q: Extreme,
    /// Of the velocity.
    pub qd: Extreme,
    /// Of the acceleration.
    pub qdd: Extreme,
    /// Velocity at the beginning and at the end: the jump a drive would have to make.
    pub end_velocity: [f64; 2],
    /// Acceleration at the beginning and at the end.
    pub end_acceleration: [f64; 2],
}

/// Extremes of a trajectory.
#[derive(Clone, Debug, PartialEq)]
pub struct Extremes {
    /// For each joint.
    pub joints: Vec<JointExtremes>,
    /// Step of the grid, seconds.
    pub step: f64,
}

/// Samples a trajectory at `samples` even times, both ends included.
pub fn extremes(trajectory: &dyn Trajectory, samples: usize) -> Result<Extremes, MotionError> {
    if samples < 2 {
        return Err(MotionError::setting("samples", samples, "take two or more"));
    }
    let (n, duration) = (trajectory.dofs(), trajectory.duration());
    let none = JointExtremes {
        q: Extreme::NONE,
        qd: Extreme::NONE,
        qdd: Extreme::NONE,
        end_velocity: [0.0; 2],
        end_acceleration: [0.0; 2],
    };
    let mut joints = vec![none; n];
    let (mut q, mut qd, mut qdd) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let step = duration / (samples - 1) as f64;
    for i in 0..samples {
        let t = if i + 1 == samples { duration } else { i as f64 * step };
        trajectory.sample(t, &mut q, &mut qd, &mut qdd);
        for (j, joint) in joints.iter_mut().enumerate() {
            joint.q.include(q[j], t);
            joint.qd.include(qd[j], t);
            joint.qdd.include(qdd[j], t);
            if i == 0 {
                (joint.end_velocity, joint.end_acceleration) = ([qd[j]; 2], [qdd[j]; 2]);
            }
            (joint.end_velocity[1], joint.end_acceleration[1]) = (qd[j], qdd[j]);
        }
    }
    Ok(Extremes { joints, step })
}

/// What one joint may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowed {
    /// Smallest position.
    pub lower: f64,
    /// Largest position.
    pub upper: f64,
    /// Largest speed.
    pub velocity: f64,
    /// Largest acceleration.
    pub acceleration: f64,
}

impl From<Limits> for Allowed {
    fn from(limits: Limits) -> Self {
        let Limits { lower, upper, velocity, acceleration, .. } = limits;
        Self { lower, upper, velocity, acceleration }
    }
}

/// A limit that a trajectory exceeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The joint, from 0.
    pub joint: usize,
    /// What: `position`, `velocity` or `acceleration`.
    pub what: &'static str,
    /// What the trajectory asks for.
    pub value: f64,
    /// What is allowed.
    pub allowed: f64,
    /// When, seconds.
    pub time: f64,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { joint, what, value, allowed, time } = self;
        let joint = joint + 1;
        write!(f, "joint {joint}: {what} {value:.6} at {time:.4} s, allowed {allowed:.6}")
    }
}

impl Extremes {
    /// Every limit that is exceeded; joints without an entry in `allowed` are free.
    pub fn violations(&self, allowed: &[Allowed]) -> Vec<Violation> {
        let mut found = Vec::new();
        for (joint, (extremes, allowed)) in self.joints.iter().zip(allowed).enumerate() {
            let mut check = |what, value: f64, allowed: f64, time, exceeded: bool| {
                if exceeded {
                    found.push(Violation { joint, what, value, allowed, time });
                }
            };
            let q = extremes.q;
            check("position", q.min, allowed.lower, q.min_at, q.min < allowed.lower);
            check("position", q.max, allowed.upper, q.max_at, q.max > allowed.upper);
            let (v, at) = extremes.qd.magnitude();
            check("velocity", v, allowed.velocity, at, v > allowed.velocity);
            let (a, at) = extremes.qdd.magnitude();
            check("acceleration", a, allowed.acceleration, at, a > allowed.acceleration);
        }
        found
    }
}
