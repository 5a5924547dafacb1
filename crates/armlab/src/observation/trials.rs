//! Collisions of a simulated robot: how many an observer with an imperfect model finds, how soon,
//! and how often it is wrong.
//!
//! In every trial the robot tracks another motion by computed torque, with friction and noise
//! that its model knows only as well as it was identified, and is pushed once, at a random
//! time, place and direction. Limits come from motions without a push, from the model's own
//! covariance, and from the rate of false alarms that is asked for.

use super::noise::{Calm, Noise};
use super::watch::{Watch, watch};
use crate::control::Thresholds;
use crate::error::{Error, Result};
use crate::identify::Recording;
use crate::identify::uncertainty::effort_deviations;
use crate::log::{Log, Quantity};
use crate::motion::{AnyTrajectory, FourierForm, fourier};
use crate::progress::Progress;
use crate::recordings::LogOptions;
use crate::robot::{Joint, Robot};
use crate::simulate::controller::ComputedTorque;
use crate::simulate::effects::push::Push;
use crate::simulate::effects::white_noise::WhiteNoise;
use crate::simulate::{Experiment, Settings, Sizes, Start};
use crate::uncertain_model::UncertainModel;
use armlab_random::Random;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// Samples per second.
const RATE: f64 = 1000.0;
/// Motions without a push from which noise is measured.
const QUIET: u64 = 6;
/// Harmonics of a motion, and the frequency of the first, Hz.
const HARMONICS: usize = 3;
const FREQUENCY: f64 = 0.1;

/// Simulated collisions.
#[derive(Clone)]
pub struct CollisionTrials<'r> {
    /// The robot itself.
    pub robot: &'r Robot,
    /// The observer's and the controller's model of it.
    pub model: &'r Robot,
    /// The model's uncertainty.
    pub uncertainty: Option<UncertainModel>,
    /// Number of trials.
    pub trials: u64,
    /// Length of a trial, s; the push comes in its last quarter.
    pub seconds: f64,
    /// Smallest and largest force of a push, N.
    pub force: [f64; 2],
    /// Time in which it grows to its size, s.
    pub rise: f64,
    /// Standard deviations of what is measured.
    pub noise: Sizes,
    /// Rate of the observer's filter, 1/s.
    pub rate: f64,
    /// Time between false alarms that limits are chosen for, s.
    pub interval: f64,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

/// What came of simulated collisions.
#[derive(Clone, Debug, Serialize)]
pub struct CollisionReport {
    /// The robot.
    pub robot: String,
    /// Number of collisions.
    pub collisions: usize,
    /// Delays of those that were found, s, in order of size.
    pub delays: Vec<f64>,
    /// Part of the collisions that was found within 50 ms, percent.
    pub within_50_ms: f64,
    /// Time without a push that was watched, s.
    pub quiet_seconds: f64,
    /// Alarms in it.
    pub false_alarms: usize,
    /// The same in ten minutes.
    pub false_alarms_in_10_minutes: f64,
    /// Standard deviations of the limits.
    pub deviations: f64,
    /// Standard deviation of each joint's output by noise.
    pub noise: Vec<f64>,
}

struct Trial {
    delay: Option<f64>,
    quiet: f64,
    false_alarms: usize,
}

impl CollisionTrials<'_> {
    /// Runs all trials.
    ///
    /// # Errors
    /// If a simulation cannot be run, or the uncertainty is of another robot.
    pub fn run(&self, progress: &Progress) -> Result<CollisionReport> {
        progress.start("measuring noise");
        let quiet = (0..QUIET).into_par_iter().map(|k| {
            progress.check()?;
            self.simulated(u64::MAX - k, None)
        });
        let quiet = quiet.collect::<Result<Vec<Recording>>>()?;
        let calm = quiet.par_iter().map(|recording| {
            let watched = watch(self.model, recording, self.rate, None)?;
            Ok(Calm { recording, watched, model: self.deviations(recording)? })
        });
        let calm = calm.collect::<Result<Vec<Calm>>>()?;
        let noise = Noise::measured(self.model, self.rate, &calm)?;
        let thresholds = Thresholds::new(noise.constant.clone(), RATE, self.interval);
        let thresholds = thresholds.map_err(Error::from_source)?;
        progress.start("colliding");
        let trials = (0..self.trials).into_par_iter().map(|k| {
            progress.check()?;
            self.trial(k, &thresholds, &noise)
        });
        let trials = trials.collect::<Result<Vec<Trial>>>()?;
        let mut delays: Vec<f64> = trials.iter().filter_map(|t| t.delay).collect();
        delays.sort_by(f64::total_cmp);
        let quiet_seconds: f64 = trials.iter().map(|t| t.quiet).sum();
        let false_alarms: usize = trials.iter().map(|t| t.false_alarms).sum();
        let soon = delays.iter().filter(|d| **d <= 0.05).count();
        Ok(CollisionReport {
            robot: self.robot.name().into(),
            collisions: trials.len(),
            within_50_ms: 100.0 * soon as f64 / trials.len().max(1) as f64,
            delays,
            quiet_seconds,
            false_alarms,
            false_alarms_in_10_minutes: 600.0 * false_alarms as f64 / quiet_seconds.max(1e-9),
            deviations: thresholds.deviations,
            noise: noise.outputs,
        })
    }

    fn trial(&self, k: u64, thresholds: &Thresholds, noise: &Noise) -> Result<Trial> {
        let mut random = Random::new(self.seed ^ k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let at = self.seconds * random.between(0.75, 0.95);
        let size = random.between(self.force[0], self.force[1]);
        let direction = loop {
            let v: [f64; 3] = std::array::from_fn(|_| random.between(-1.0, 1.0));
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.1..1.0).contains(&length) {
                break v.map(|x| size * x / length);
            }
        };
        let push = Push { at, rise: self.rise, force: direction, ..Push::default() };
        let recording = self.simulated(k, Some(push))?;
        let settings = Watch {
            thresholds: thresholds.clone(),
            speed_noise: noise.speeds.clone(),
            output_noise: noise.outputs.clone(),
            along: noise.along(self.model, self.rate, &recording, &self.deviations(&recording)?)?,
            payload: false,
        };
        let watched = watch(self.model, &recording, self.rate, Some(&settings))?;
        let begun = recording.time.first().copied().unwrap_or(0.0);
        let found = watched.alarms.iter().find(|a| a.end >= at);
        Ok(Trial {
            // An alarm that lasts from before is no detection.
            delay: found.filter(|a| a.start >= at).map(|a| a.start - at),
            quiet: (at - begun).max(0.0),
            false_alarms: watched.alarms.iter().filter(|a| a.start < at).count(),
        })
    }

    fn deviations(&self, recording: &Recording) -> Result<Vec<Vec<f64>>> {
        let Some(identified) = &self.uncertainty else { return Ok(Vec::new()) };
        let model = identified.model(self.model)?;
        effort_deviations(&model, recording, &identified.covariance()).map_err(Error::from_source)
    }

    fn simulated(&self, k: u64, push: Option<Push>) -> Result<Recording> {
        let log = self.log(k, push)?;
        let raw = LogOptions::default().recording(self.robot, "trial", &log)?;
        Ok(raw.condition(None)?)
    }

    /// The log of a motion without a push, the same for the same number: to identify from.
    ///
    /// # Errors
    /// If the simulation cannot be run.
    pub fn undisturbed(&self, k: u64) -> Result<Log> {
        self.log(u64::MAX / 2 + k, None)
    }

    fn log(&self, k: u64, push: Option<Push>) -> Result<Log> {
        let trajectory = self.motion(k)?;
        let noise =
            WhiteNoise { sigma: self.noise.clone(), in_loop: true, ..WhiteNoise::default() };
        let mut settings = Settings {
            rate: RATE,
            start: Start::Reference,
            seed: self.seed.wrapping_add(k),
            ..Settings::default()
        };
        settings.effects.push(Box::new(noise));
        if let Some(push) = push {
            settings.effects.push(Box::new(push));
        }
        let law = ComputedTorque::default();
        let experiment = Experiment {
            robot: self.robot,
            model: self.model,
            trajectory: &trajectory,
            law: &law,
            settings: &settings,
        };
        Ok(experiment.run().map_err(Error::from_source)?.log)
    }

    /// A smooth motion within the robot's limits.
    fn motion(&self, k: u64) -> Result<AnyTrajectory> {
        let mut random = Random::new(self.seed.wrapping_add(0x0b5e_75e5).wrapping_add(k));
        let joints: Vec<&Joint> = self.robot.driven_joints().collect();
        let (mut offset, mut a, mut b) = (Vec::new(), Vec::new(), Vec::new());
        for joint in joints {
            let l = joint.limits;
            let bounded = l.lower.is_finite() && l.upper.is_finite();
            let centre = if bounded { 0.5 * (l.lower + l.upper) } else { joint.home };
            let room = (l.upper - centre).min(if joint.kind.turns() { 1.2 } else { 0.1 });
            // No harmonic alone may use more than its share of range and speed.
            let omega = std::f64::consts::TAU * FREQUENCY;
            let share = |h: usize| {
                let speed = 0.5 * l.velocity.min(2.0) / (omega * h as f64);
                (0.8 * room).min(speed) / HARMONICS as f64
            };
            let mut draw = || -> Vec<f64> {
                (1..=HARMONICS).map(|h| share(h) * random.between(-1.0, 1.0)).collect()
            };
            a.push(draw());
            b.push(draw());
            offset.push(centre);
        }
        let form = FourierForm::Series;
        let motion = fourier(form, FREQUENCY, self.seconds, &offset, &a, &b);
        Ok(motion.map_err(Error::from_source)?.into())
    }
}

/// Noise of speeds and efforts as encoders and current sensors have it: 1 mrad/s or 1 mm/s, and
/// half a percent of each joint's largest effort.
pub fn usual_noise(robot: &Robot) -> Sizes {
    let effort =
        |j: &Joint| if j.limits.effort.is_finite() { 0.005 * j.limits.effort } else { 0.3 };
    let efforts: Vec<f64> = robot.driven_joints().map(effort).collect();
    Sizes::default()
        .with(Quantity::Position, 1e-5)
        .with(Quantity::Velocity, 1e-3)
        .with(Quantity::Effort, crate::simulate::PerJoint::Each(efforts))
}

impl fmt::Display for CollisionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let middle = self.delays.get(self.delays.len() / 2).copied().unwrap_or(f64::NAN);
        writeln!(
            f,
            "{}: {:.0} % of {} collisions found within 50 ms (median {:.0} ms); {} false alarms in \
             {:.0} s without one, {:.2} in ten minutes; limits {:.2} standard deviations",
            self.robot,
            self.within_50_ms,
            self.collisions,
            1000.0 * middle,
            self.false_alarms,
            self.quiet_seconds,
            self.false_alarms_in_10_minutes,
            self.deviations
        )
    }
}
