//! Quintic pieces of equal length: position, velocity and acceleration at every
//! joint of two pieces are free. On a piece with `s = u/h ∈ [0, 1]`,
//!
//! ```text
//! q = q₀ H₀ + h v₀ H₁ + h² a₀ H₂ + q₁ H₃ + h v₁ H₄ + h² a₁ H₅
//! ```
//!
//! with Hermite's polynomials of degree five (those of `motion::QuinticTrajectory`,
//! sorted by what they multiply). One piece with free ends is the plain quintic
//! of Urrea & Agramonte 2022.

use crate::motion::{Basis, MotionError, QuinticTrajectory, Via};

/// `H₀ … H₅` as coefficients of `s⁰ … s⁵`.
const HERMITE: [[f64; 6]; 6] = [
    [1.0, 0.0, 0.0, -10.0, 15.0, -6.0],
    [0.0, 1.0, 0.0, -6.0, 8.0, -3.0],
    [0.0, 0.0, 0.5, -1.5, 1.5, -0.5],
    [0.0, 0.0, 0.0, 10.0, -15.0, 6.0],
    [0.0, 0.0, 0.0, -4.0, 7.0, -3.0],
    [0.0, 0.0, 0.0, 0.5, -1.0, 0.5],
];

/// Quintic pieces. Positions count from the offset, which is the first one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuinticPieces {
    /// Number of pieces.
    pub pieces: usize,
    /// Seconds.
    pub duration: f64,
    /// Whether it may begin and end in motion.
    pub free_ends: bool,
}

impl QuinticPieces {
    /// The function that is position (`order` 0), velocity or acceleration at a point.
    fn function(&self, point: usize, order: usize) -> Option<usize> {
        let end = point == 0 || point == self.pieces;
        if order == 0 {
            return point.checked_sub(1);
        }
        if end && !self.free_ends {
            return None;
        }
        let inner = if self.free_ends { point } else { point - 1 };
        Some(self.pieces + 2 * inner + order - 1)
    }

    /// The motion with these coefficients, one row per coordinate.
    pub fn trajectory(
        &self,
        offset: &[f64],
        coefficients: &[f64],
    ) -> Result<QuinticTrajectory, MotionError> {
        let count = self.len();
        let h = self.duration / self.pieces as f64;
        let via = |point: usize| {
            let of = |order: usize| -> Vec<f64> {
                let rows = coefficients.chunks_exact(count);
                let value = |row: &[f64]| self.function(point, order).map_or(0.0, |k| row[k]);
                rows.map(value).collect()
            };
            let q = offset.iter().zip(of(0)).map(|(o, q)| o + q).collect();
            let time = if point == self.pieces { self.duration } else { point as f64 * h };
            Via { time, q, qd: Some(of(1)), qdd: Some(of(2)) }
        };
        QuinticTrajectory::new((0..=self.pieces).map(via).collect())
    }
}

impl Basis for QuinticPieces {
    fn len(&self) -> usize {
        let points = if self.free_ends { self.pieces + 1 } else { self.pieces - 1 };
        self.pieces + 2 * points
    }
    fn duration(&self) -> f64 {
        self.duration
    }
    fn each_element(&self, t: f64, visit: &mut dyn FnMut(usize, [f64; 3])) {
        let h = self.duration / self.pieces as f64;
        let piece = ((t / h) as usize).min(self.pieces - 1);
        let s = t / h - piece as f64;
        for (k, polynomial) in HERMITE.iter().enumerate() {
            let (point, order) = (piece + k / 3, k % 3);
            let Some(function) = self.function(point, order) else { continue };
            let scale = h.powi(order as i32);
            let mut value = [0.0; 3];
            for c in polynomial.iter().rev() {
                value = [value[0] * s + c, value[1] * s + value[0], value[2] * s + 2.0 * value[1]];
            }
            visit(function, [value[0] * scale, value[1] * scale / h, value[2] * scale / (h * h)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::{LinearTrajectory, Trajectory};

    #[test]
    fn the_basis_and_the_quintic_trajectory_are_the_same_motion() {
        for free_ends in [false, true] {
            for pieces in [1, 4] {
                let basis = QuinticPieces { pieces, duration: 3.0, free_ends };
                let count = basis.len();
                let offset = [0.3, -0.2];
                let coefficients: Vec<f64> =
                    (0..2 * count).map(|k| (1.3 * k as f64).sin()).collect();
                let linear = LinearTrajectory::new(basis, &offset, &coefficients).unwrap();
                let quintic = basis.trajectory(&offset, &coefficients).unwrap();
                for i in 0..=60 {
                    let t = 0.05 * i as f64;
                    let sample = |trajectory: &dyn Trajectory| {
                        let mut out = [[0.0; 2]; 3];
                        let [q, qd, qdd] = &mut out;
                        trajectory.sample(t, q, qd, qdd);
                        out
                    };
                    let (a, b) = (sample(&linear), sample(&quintic));
                    for (a, b) in a.as_flattened().iter().zip(b.as_flattened()) {
                        assert!((a - b).abs() < 1e-11, "{t} {a} {b}");
                    }
                }
            }
        }
    }
}
