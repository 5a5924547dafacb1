//! Logs of the SCARA, made up, as CSV.

use armlab_engine::dynamics::Dynamics;
use armlab_engine::robot::{Robot, library};
use armlab_log::Input;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// Driven joints.
pub const JOINTS: usize = 3;

/// The robot.
pub fn scara() -> Robot {
    library::load("scara").unwrap().unwrap().robot
}

/// What is in a log.
#[derive(Clone, Copy)]
pub struct Made {
    pub rows: usize,
    pub step: f64,
    pub seed: u64,
    /// Positions and efforts, with speeds, with accelerations.
    pub speeds: bool,
    pub accelerations: bool,
    /// Jitter of the stamps, steps.
    pub jitter: f64,
    /// Rows of which one begins after a pause, about.
    pub pauses: Option<u64>,
    /// Rows of which one is spoilt, about.
    pub spoilt: Option<u64>,
    /// Steps that the efforts are late.
    pub late: f64,
    /// Time before which the robot rests, about, s.
    pub rests: Option<f64>,
    /// How far the joints' frequencies are apart; if not at all, the motion repeats.
    pub apart: f64,
}

impl Made {
    pub fn new(rows: usize) -> Self {
        Self {
            rows,
            step: 1e-3,
            seed: 1,
            speeds: false,
            accelerations: false,
            jitter: 0.0,
            pauses: None,
            spoilt: None,
            late: 0.0,
            rests: None,
            apart: 0.37,
        }
    }

    /// Stamps, and the motion's phase at them.
    fn stamps(&self) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut start = 0.25;
        (0..self.rows)
            .map(|k| {
                if let Some(pauses) = self.pauses
                    && random.random_range(0..pauses) == 0
                {
                    start += self.step * random.random_range(0.0..40.0);
                }
                let jitter = self.jitter * random.random_range(-0.5..0.5);
                start + (k as f64 + jitter) * self.step
            })
            .collect()
    }

    /// Columns by group: positions, speeds, accelerations, efforts.
    fn columns(&self, robot: &Robot, stamps: &[f64]) -> [Vec<Vec<f64>>; 4] {
        let [mut q, qd, qdd] = self.motion(stamps);
        // Those that the efforts belong to.
        let earlier: Vec<f64> = stamps.iter().map(|t| t - self.late * self.step).collect();
        let [own_q, own_qd, own_qdd] = self.motion(&earlier);
        let mut effort: Vec<Vec<f64>> = vec![vec![0.0; stamps.len()]; JOINTS];
        let [a, b, c] =
            [&own_q, &own_qd, &own_qdd].map(|c| c.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let mut out: Vec<&mut [f64]> = effort.iter_mut().map(Vec::as_mut_slice).collect();
        Dynamics::new(robot).inverse_batch(&a, &b, &c, &mut out);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed + 1);
        for j in 0..JOINTS {
            for k in 0..stamps.len() {
                let noise = random.random_range(-1.0..1.0);
                effort[j][k] += 0.4 * own_qd[j][k] + 0.3 * own_qd[j][k].signum() + 0.05 * noise;
                q[j][k] += 1e-6 * random.random_range(-1.0..1.0);
            }
        }
        [q, qd, qdd, effort]
    }

    /// Positions, speeds and accelerations at some times.
    fn motion(&self, times: &[f64]) -> [Vec<Vec<f64>>; 3] {
        let amplitude = [0.9, 0.8, 0.06];
        // The waves' own time, which begins to run after a rest, and its derivatives.
        let own_time = |t: f64| match self.rests {
            None => [t, 1.0, 0.0],
            Some(rests) => {
                let late = (t - rests).exp();
                [late.ln_1p(), late / (1.0 + late), late / (1.0 + late).powi(2)]
            }
        };
        let wave = |j: usize, order: i32| -> Vec<f64> {
            let at = |t: &f64| -> f64 {
                let [t, rate, change] = own_time(*t);
                (1..=3)
                    .map(|h| {
                        let w = TAU * 0.13 * f64::from(h) * (1.0 + self.apart * j as f64);
                        let x = w * t + f64::from(h) + j as f64;
                        let a = amplitude[j] / f64::from(h);
                        match order {
                            0 => a * x.sin(),
                            1 => a * w * rate * x.cos(),
                            _ => a * w * (change * x.cos() - w * rate * rate * x.sin()),
                        }
                    })
                    .sum()
            };
            times.iter().map(at).collect()
        };
        [0, 1, 2].map(|o| (0..JOINTS).map(|j| wave(j, o)).collect())
    }

    /// The log as a file's text.
    pub fn csv(&self, robot: &Robot) -> String {
        let stamps = self.stamps();
        let groups = self.columns(robot, &stamps);
        let chosen = [true, self.speeds, self.accelerations, true];
        let names = ["q", "qd", "qdd", "tau"];
        let mut text = String::from("t");
        let of = || groups.iter().zip(names).zip(chosen).filter(|(_, chosen)| *chosen);
        for ((_, name), _) in of() {
            (1..=JOINTS).for_each(|j| write!(text, ",{name}{j}").unwrap());
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed + 2);
        for (k, t) in stamps.iter().enumerate() {
            let spoilt = self.spoilt.is_some_and(|one| random.random_range(0..one) == 0);
            let how = random.random_range(0..3);
            // A stamp that runs back, a value that is none.
            let t = if spoilt && how == 0 { t - 5.0 } else { *t };
            write!(text, "\n{t}").unwrap();
            for ((group, _), _) in of() {
                for column in group {
                    match spoilt && how == 1 {
                        true => text.push_str(",nan"),
                        false => write!(text, ",{}", column[k]).unwrap(),
                    }
                }
            }
        }
        text.push('\n');
        text
    }

    /// The log, to be read.
    pub fn input(&self, robot: &Robot) -> Input {
        Input::bytes("made.csv", self.csv(robot).into_bytes())
    }
}
