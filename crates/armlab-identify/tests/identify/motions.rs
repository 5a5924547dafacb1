//! Recordings of motions whose efforts are known.

use armlab_identify::{Model, Recording};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

/// A joint that swings about a centre as a sum of two sines, whose frequencies are
/// in Hz.
#[derive(Clone, Copy)]
pub struct Swing {
    pub centre: f64,
    pub amplitudes: [f64; 2],
    pub frequencies: [f64; 2],
}

impl Swing {
    /// Stays where it is.
    pub fn still(centre: f64) -> Self {
        Self { centre, amplitudes: [0.0; 2], frequencies: [1.0; 2] }
    }
    /// Position, speed and acceleration.
    fn at(&self, t: f64) -> [f64; 3] {
        let mut x = [self.centre, 0.0, 0.0];
        for (k, (a, f)) in self.amplitudes.iter().zip(&self.frequencies).enumerate() {
            let w = TAU * f;
            let (sin, cos) = (w * t + k as f64).sin_cos();
            x[0] += a * sin;
            x[1] += a * w * cos;
            x[2] -= a * w * w * sin;
        }
        x
    }
}

/// Swings of `joints` joints that excite all of them: frequencies that have
/// nothing in common, `rate` times as fast as the first.
pub fn rich(joints: usize, rate: f64) -> Vec<Swing> {
    (0..joints)
        .map(|j| {
            let f = rate * (0.31 + 0.083 * j as f64);
            Swing {
                centre: 0.2 - 0.1 * j as f64,
                amplitudes: [0.9, 0.3],
                frequencies: [f, 2.37 * f],
            }
        })
        .collect()
}

/// The motion, sampled, with zero efforts.
pub fn recording(swings: &[Swing], seconds: f64, step: f64) -> Recording {
    let samples = (seconds / step).round() as usize;
    let time: Vec<f64> = (0..samples).map(|k| k as f64 * step).collect();
    let column = |d: usize| -> Vec<Vec<f64>> {
        swings.iter().map(|s| time.iter().map(|&t| s.at(t)[d]).collect()).collect()
    };
    Recording {
        name: "made".into(),
        step,
        start: 0.0,
        q: column(0),
        qd: column(1),
        qdd: column(2),
        effort: vec![vec![0.0; samples]; swings.len()],
        time,
        temperature: Vec::new(),
        cutoff: None,
        notes: Vec::new(),
    }
}

/// Efforts of the unknowns along the motion.
pub fn with_efforts(model: &Model, mut recording: Recording, unknowns: &[f64]) -> Recording {
    recording.effort = model.predict(&recording, unknowns).unwrap();
    recording
}

/// Normal noise on the efforts, `e_k = memory · e_(k−1) + √(1 − memory²) w_k`, of
/// deviation `size` at every joint.
pub fn noisy(recording: &Recording, size: &[f64], memory: f64, seed: u64) -> Recording {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut normal = || {
        let (u, v) = (1.0 - random.random::<f64>(), random.random::<f64>());
        (-2.0 * u.ln()).sqrt() * (TAU * v).cos()
    };
    let mut out = recording.clone();
    for (column, size) in out.effort.iter_mut().zip(size) {
        let mut e = normal();
        for x in column {
            *x += size * e;
            e = memory * e + (1.0 - memory * memory).sqrt() * normal();
        }
    }
    out
}
