//! A motion of the platform in the twelve coordinates of Eq 10.
//!
//! Differentiating Eq 13 (with `y_i = 0`) twice gives each leg by itself, no matrix needed:
//!
//! ```text
//! l cos α α̇ = ẏ_P                       ẋ_i = ẋ_P + l sin α α̇
//! l cos α α̈ = ÿ_P + l sin α α̇²          ẍ_i = ẍ_P + l (sin α α̈ + cos α α̇²)
//! ```
//!
//! with the platform pin's velocity and acceleration on the right.

use super::Geometry;
use super::kinematics::{KinematicsError, Sides, inverse};

/// Position, velocity and acceleration in the coordinates
/// `q = [x₁ x₂ x₃ y₁ y₂ y₃ α₁ α₂ α₃ x y θ]` of Eq 10. The first three are active, the others passive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// q.
    pub q: [f64; 12],
    /// q̇.
    pub qd: [f64; 12],
    /// q̈.
    pub qdd: [f64; 12],
}

impl Motion {
    /// The motion of everything, from pose `[x, y, θ]`, velocity and acceleration of the platform.
    pub fn of_platform(
        geometry: &Geometry,
        pose: [f64; 3],
        velocity: [f64; 3],
        acceleration: [f64; 3],
        sides: Sides,
    ) -> Result<Self, KinematicsError> {
        let legs = inverse(geometry, pose, sides)?;
        let (sin, cos) = pose[2].sin_cos();
        let ([vx, vy, turn], [ax, ay, spin]) = (velocity, acceleration);
        let mut motion = Self { q: [0.0; 12], qd: [0.0; 12], qdd: [0.0; 12] };
        for i in 0..3 {
            let (l, p) = (geometry.leg[i], geometry.offset[i]);
            let (s, c) = legs.angle[i].sin_cos();
            // cos(π/2) is 6e-17 in double precision.
            if !(c.abs() > 1e-15) {
                return Err(KinematicsError::Upright { leg: i + 1 });
            }
            let pin_vx = vx - p * sin * turn;
            let pin_vy = vy + p * cos * turn;
            let pin_ax = ax - p * (sin * spin + cos * turn * turn);
            let pin_ay = ay + p * (cos * spin - sin * turn * turn);
            let swing = pin_vy / (l * c);
            let swing_rate = (pin_ay + l * s * swing * swing) / (l * c);
            motion.q[i] = legs.slider[i];
            motion.q[6 + i] = legs.angle[i];
            motion.qd[i] = pin_vx + l * s * swing;
            motion.qd[6 + i] = swing;
            motion.qdd[i] = pin_ax + l * (s * swing_rate + c * swing * swing);
            motion.qdd[6 + i] = swing_rate;
        }
        motion.q[9..].copy_from_slice(&pose);
        motion.qd[9..].copy_from_slice(&velocity);
        motion.qdd[9..].copy_from_slice(&acceleration);
        Ok(motion)
    }

    /// The same pose at rest.
    pub fn at_rest(&self) -> Self {
        Self { q: self.q, qd: [0.0; 12], qdd: [0.0; 12] }
    }

    /// Speeds of the sliders, m/s.
    pub fn slider_speeds(&self) -> [f64; 3] {
        [self.qd[0], self.qd[1], self.qd[2]]
    }
}
