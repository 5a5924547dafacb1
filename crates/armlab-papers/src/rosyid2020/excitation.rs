//! The exciting trajectory, Eq 35, and how many numbers make one, Eq 36.
//!
//! ```text
//! q_i(t) = q_i0 + Σ_j ( a_ij/(2πfj) sin 2πfjt − b_ij/(2πfj) cos 2πfjt )
//! ```

use std::f64::consts::TAU;

/// A periodic motion of the platform: `H` harmonics of one frequency for x, y and θ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Excitation<const H: usize> {
    /// f, Hz.
    pub frequency: f64,
    /// q_i0.
    pub centre: [f64; 3],
    /// a_ij.
    pub sine: [[f64; H]; 3],
    /// b_ij.
    pub cosine: [[f64; H]; 3],
}

impl<const H: usize> Excitation<H> {
    /// Eq 36, `s = l (2 n_H + 1)`, with the l that the paper leaves undefined (E18): one per
    /// coordinate of the platform.
    pub const PARAMETERS: usize = 3 * (2 * H + 1);

    /// Pose, velocity and acceleration at `t` seconds.
    pub fn sample(&self, t: f64) -> [[f64; 3]; 3] {
        let mut state = [self.centre, [0.0; 3], [0.0; 3]];
        for j in 0..H {
            let w = TAU * self.frequency * (j + 1) as f64;
            let (s, c) = (w * t).sin_cos();
            for i in 0..3 {
                let (a, b) = (self.sine[i][j], self.cosine[i][j]);
                state[0][i] += (a * s - b * c) / w;
                state[1][i] += a * c + b * s;
                state[2][i] += w * (b * c - a * s);
            }
        }
        state
    }

    /// How far the motion is from starting at rest, per coordinate: `Σ_j a_ij` is the velocity and
    /// `Σ_j j b_ij` is the acceleration over 2πf at t = 0 and after whole periods. Eq 37 asks for
    /// the former twice and never for the latter at t = 0 (E17).
    pub fn start_from_rest(&self) -> [[f64; 2]; 3] {
        std::array::from_fn(|i| {
            let weighted = self.cosine[i].iter().enumerate().map(|(j, b)| (j + 1) as f64 * b);
            [self.sine[i].iter().sum(), weighted.sum()]
        })
    }
}
