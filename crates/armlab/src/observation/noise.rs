//! What the observer's output does where nothing touches the robot.
//!
//! Noise of the measured speeds, of standard deviation `σ`, makes the momentum `M(q) q̇` noisy, and so
//! the output by `K √(Σ_i (M_ji σ_i)²)`: it depends on the pose. The rest does not, and is what is left of the
//! output's size in logs in which nothing touches the robot.

use super::watch::Watched;
use crate::dynamics::Mechanism;
use crate::error::{Error, Result};
use crate::identify::Recording;
use crate::robot::Robot;

/// A deviation from its median absolute value, if normal.
const MEDIAN_TO_DEVIATION: f64 = 1.4826;

/// Outputs within this time of a larger one are part of it, s.
const SAME: f64 = 1.0;
/// A contact's output exceeds all others by this factor.
const BEYOND: f64 = 2.0;

/// A log from which noise is measured.
pub struct Calm<'a> {
    /// The log.
    pub recording: &'a Recording,
    /// The observer along it.
    pub watched: Watched,
    /// Standard deviations of the model's efforts along it: joint, sample; may be empty.
    pub model: Vec<Vec<f64>>,
}

/// Sizes of noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise {
    /// Standard deviation of each joint's output, N m or N.
    pub outputs: Vec<f64>,
    /// The part of it that does not depend on the pose.
    pub constant: Vec<f64>,
    /// Standard deviation of the measured speeds, rad/s or m/s.
    pub speeds: Vec<f64>,
    /// Part of the speeds' noise that shows in the output, at most 1.
    pub share: Vec<f64>,
    /// The largest output without the contacts.
    pub farthest: Option<Peak>,
    /// Outputs so far beyond all others that something must have touched or stopped the robot, at most
    /// one a log.
    pub contacts: Vec<Peak>,
}

/// The largest output for some time.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    /// Over the noise and the model's deviations together.
    pub size: f64,
    /// Log, joint and time.
    pub at: (String, usize, f64),
}

impl Noise {
    /// Of logs in which nothing touches the robot.
    ///
    /// # Errors
    /// If the robot cannot follow them.
    pub fn measured(robot: &Robot, rate: f64, quiet: &[Calm]) -> Result<Self> {
        Self::of(robot, rate, quiet, root_mean_square)
    }
    /// Of logs in which something may touch the robot now and then.
    ///
    /// # Errors
    /// If the robot cannot follow them.
    pub fn robust(robot: &Robot, rate: f64, logs: &[Calm]) -> Result<Self> {
        Self::of(robot, rate, logs, |values| {
            let mut sizes: Vec<f64> = values.map(f64::abs).collect();
            MEDIAN_TO_DEVIATION * median(&mut sizes)
        })
    }

    fn of(
        robot: &Robot,
        rate: f64,
        logs: &[Calm],
        deviation: impl Fn(&mut dyn Iterator<Item = f64>) -> f64,
    ) -> Result<Self> {
        let joints = logs.first().map_or(0, |c| c.watched.external.len());
        let speeds: Vec<f64> = (0..joints).map(|j| speed_noise(logs, j)).collect();
        let mut by_speeds = Vec::new();
        for calm in logs {
            by_speeds.push(deviations_by_speeds(robot, rate, calm.recording, &speeds)?);
        }
        let (mut outputs, mut constant, mut share) = (Vec::new(), Vec::new(), Vec::new());
        for j in 0..joints {
            let mut seen = logs.iter().flat_map(|c| settled(&c.watched, &c.watched.external[j]));
            let total = deviation(&mut seen);
            let mut by = logs.iter().zip(&by_speeds).flat_map(|(c, b)| settled(&c.watched, &b[j]));
            let expected = root_mean_square(&mut by);
            let part = if expected > 0.0 { (total / expected).min(1.0) } else { 0.0 };
            outputs.push(total);
            constant.push((total * total - (part * expected).powi(2)).max(0.0).sqrt());
            share.push(part);
        }
        let (farthest, contacts) = (None, Vec::new());
        let mut noise = Self { outputs, constant, speeds, share, farthest, contacts };
        let mut peaks: Vec<Peak> = Vec::new();
        for (calm, by_speeds) in logs.iter().zip(by_speeds) {
            let along = noise.combined(by_speeds, &calm.model);
            let first = peaks.len();
            for k in (0..calm.watched.time.len()).filter(|&k| !calm.watched.settling[k]) {
                let Some(peak) = noise.output_at(&calm.watched, &along, k) else { continue };
                match peaks[first..].last_mut() {
                    Some(last) if peak.at.2 - last.at.2 <= SAME => {
                        if peak.size > last.size {
                            *last = peak;
                        }
                    }
                    _ => peaks.push(peak),
                }
            }
        }
        peaks.sort_by(|a, b| b.size.total_cmp(&a.size));
        let gap = |k: &usize| peaks.get(*k).is_some_and(|p| peaks[k - 1].size > BEYOND * p.size);
        let contacts = (1..=logs.len()).rev().find(gap).unwrap_or(0);
        let mut peaks = peaks.into_iter();
        noise.contacts = peaks.by_ref().take(contacts).collect();
        noise.farthest = peaks.next();
        Ok(noise)
    }

    /// The joint whose output is farthest at a sample.
    fn output_at(&self, w: &Watched, along: &[Vec<f64>], k: usize) -> Option<Peak> {
        let of = |j: usize| {
            let size = self.constant[j].hypot(along[j][k]);
            (size > 0.0).then(|| (w.external[j][k].abs() / size, j))
        };
        let most = (0..w.external.len()).filter_map(of).max_by(|a, b| a.0.total_cmp(&b.0));
        most.map(|(size, j)| Peak { size, at: (w.name.clone(), j, w.time[k]) })
    }

    /// Standard deviations of the output along a recording by what depends on the pose: noise of
    /// the speeds and those of the model, which may be empty. Joint, sample.
    ///
    /// # Errors
    /// If the robot cannot follow it.
    pub fn along(
        &self,
        robot: &Robot,
        rate: f64,
        recording: &Recording,
        model: &[Vec<f64>],
    ) -> Result<Vec<Vec<f64>>> {
        let by_speeds = deviations_by_speeds(robot, rate, recording, &self.speeds)?;
        Ok(self.combined(by_speeds, model))
    }

    fn combined(&self, mut by_speeds: Vec<Vec<f64>>, model: &[Vec<f64>]) -> Vec<Vec<f64>> {
        for (j, column) in by_speeds.iter_mut().enumerate() {
            for (k, x) in column.iter_mut().enumerate() {
                let own = model.get(j).and_then(|c| c.get(k)).copied().unwrap_or(0.0);
                *x = own.hypot(self.share[j] * *x);
            }
        }
        by_speeds
    }
}

/// Standard deviations that noise of the speeds gives the observer's output: joint, sample.
fn deviations_by_speeds(
    robot: &Robot,
    rate: f64,
    recording: &Recording,
    speeds: &[f64],
) -> Result<Vec<Vec<f64>>> {
    let mut mechanism = Mechanism::new(robot).map_err(Error::from_source)?;
    let n = mechanism.dofs();
    let mut mass = vec![0.0; n * n];
    let mut columns = vec![Vec::with_capacity(recording.samples()); n];
    for k in 0..recording.samples() {
        let q: Vec<f64> = recording.q.iter().map(|c| c[k]).collect();
        mechanism.mass_matrix(&q, &mut mass).map_err(Error::from_source)?;
        for (column, row) in columns.iter_mut().zip(mass.chunks(n)) {
            let sum: f64 = row.iter().zip(speeds).map(|(m, s)| (m * s).powi(2)).sum();
            column.push(rate * sum.sqrt());
        }
    }
    Ok(columns)
}

/// Values of a column where the observer has settled.
fn settled<'a>(watched: &'a Watched, column: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    column.iter().zip(&watched.settling).filter(|(_, settling)| !**settling).map(|(x, _)| *x)
}

/// Noise of a joint's measured speeds. White noise makes second differences √6 as large.
fn speed_noise(logs: &[Calm], joint: usize) -> f64 {
    let speeds = logs.iter().flat_map(|c| c.watched.speeds[joint].windows(3));
    let mut bends: Vec<f64> = speeds.map(|v| (v[0] - 2.0 * v[1] + v[2]).abs()).collect();
    MEDIAN_TO_DEVIATION * median(&mut bends) / 6.0_f64.sqrt()
}

fn root_mean_square(values: &mut dyn Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_usize), |(s, n), x| (s + x * x, n + 1));
    (sum / count.max(1) as f64).sqrt()
}

fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}
