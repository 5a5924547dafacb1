//! A motion that excites the arm and never repeats, with the efforts it takes.

use armlab::dynamics::Dynamics;
use armlab::log::write::{CsvWriter, LogWriter, ParquetWriter};
use armlab::log::{Block, Log, Quantity};
use armlab::robot::Robot;
use armlab_random::Random;
use std::f64::consts::TAU;
use std::fs::File;
use std::io::{self, BufWriter};

/// Sampling interval, s.
const STEP: f64 = 1e-3;
/// Samples that are made together.
const BLOCK: usize = 4096;
/// Waves of each joint.
const WAVES: usize = 3;
/// Friction: viscous, Coulomb. Noise of efforts: uniform, up to this.
const FRICTION: [f64; 2] = [0.8, 0.5];
const NOISE: f64 = 0.2;

/// Makes samples, block after block.
pub struct Motion<'r> {
    dynamics: Dynamics<'r>,
    joints: usize,
    /// Amplitude, rad; angular frequency, rad/s; phase.
    waves: Vec<[(f64, f64, f64); WAVES]>,
    noise: Random,
    next: usize,
    /// Positions, speeds, accelerations, efforts, joint after joint.
    columns: Vec<Vec<f64>>,
}

impl<'r> Motion<'r> {
    /// The motion of a robot from the first sample on.
    pub fn of(robot: &'r Robot) -> Self {
        let joints = robot.dofs();
        let mut random = Random::new(11);
        let mut wave = |k: usize| {
            let frequency = 0.21 * (1.0 + k as f64) * random.between(0.8, 1.25);
            (1.1 / (1.0 + k as f64), TAU * frequency, random.between(0.0, TAU))
        };
        let waves = (0..joints).map(|_| std::array::from_fn(&mut wave)).collect();
        let noise = Random::new(12);
        let columns = vec![Vec::new(); 4 * joints];
        Self { dynamics: Dynamics::new(robot), joints, waves, noise, next: 0, columns }
    }

    /// Makes the next samples.
    fn advance(&mut self, samples: usize) -> &[Vec<f64>] {
        let (n, next) = (self.joints, self.next);
        self.columns.iter_mut().for_each(|c| c.resize(samples, 0.0));
        for (j, waves) in self.waves.iter().enumerate() {
            for k in 0..samples {
                let t = (next + k) as f64 * STEP;
                let mut state = [0.0; 3];
                for (a, w, phase) in waves {
                    let (sin, cos) = (w * t + phase).sin_cos();
                    state[0] += a * sin;
                    state[1] += a * w * cos;
                    state[2] -= a * w * w * sin;
                }
                for (order, x) in state.into_iter().enumerate() {
                    self.columns[order * n + j][k] = x;
                }
            }
        }
        let (motion, efforts) = self.columns.split_at_mut(3 * n);
        let views: Vec<&[f64]> = motion.iter().map(Vec::as_slice).collect();
        let mut out: Vec<&mut [f64]> = efforts.iter_mut().map(Vec::as_mut_slice).collect();
        self.dynamics.inverse_batch(&views[..n], &views[n..2 * n], &views[2 * n..], &mut out);
        for (efforts, speeds) in efforts.iter_mut().zip(&motion[n..2 * n]) {
            for (effort, v) in efforts.iter_mut().zip(speeds) {
                let noise = self.noise.between(-NOISE, NOISE);
                *effort += FRICTION[0] * v + FRICTION[1] * v.signum() + noise;
            }
        }
        self.next += samples;
        &self.columns
    }

    /// A log of the first samples, with everything in it.
    pub fn log(mut self, samples: usize) -> Log {
        let n = self.joints;
        let mut all: Vec<Vec<f64>> = vec![Vec::new(); 4 * n];
        while all[0].len() < samples {
            let block = self.advance(BLOCK.min(samples - all[0].len()));
            all.iter_mut().zip(block).for_each(|(all, block)| all.extend_from_slice(block));
        }
        let quantities =
            [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];
        let mut log = Log::new((0..samples).map(|k| k as f64 * STEP).collect());
        for (k, column) in all.into_iter().enumerate() {
            log.push_channel(quantities[k / n], k % n, column);
        }
        log
    }
}

/// Writes a log of so many samples, as CSV or, by the file's name, Parquet.
pub fn write(file: &str, samples: usize, full: bool) -> Result<(), String> {
    let robot = super::robot()?;
    let fail = |e: io::Error| format!("{file}: {e}");
    let mut motion = Motion::of(&robot);
    let n = motion.joints;
    let names = ["q", "qd", "qdd", "tau"];
    let chosen: Vec<usize> = (0..4 * n).filter(|k| full || k / n == 0 || k / n == 3).collect();
    let mut header = vec!["t".to_string()];
    header.extend(chosen.iter().map(|k| format!("{}{}", names[k / n], k % n + 1)));
    let out = BufWriter::with_capacity(1 << 20, File::create(file).map_err(fail)?);
    let mut writer: Box<dyn LogWriter> = if file.ends_with(".parquet") {
        Box::new(ParquetWriter::new(out, &header).map_err(fail)?)
    } else {
        Box::new(CsvWriter::new(out, &header).map_err(fail)?)
    };
    let (mut block, mut done) = (Block::new(), 0);
    while done < samples {
        let count = BLOCK.min(samples - done);
        let columns = motion.advance(count);
        block.start(header.len(), done as u64);
        let [time, rest @ ..] = block.columns_mut() else { return Err("no columns".into()) };
        time.extend((done..done + count).map(|k| k as f64 * STEP));
        rest.iter_mut().zip(&chosen).for_each(|(to, &k)| to.extend_from_slice(&columns[k]));
        writer.write_block(&block).map_err(fail)?;
        done += count;
    }
    writer.finish().map_err(fail)
}
