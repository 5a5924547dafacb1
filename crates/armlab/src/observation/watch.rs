//! The observer along a recording.

use super::alarm::Alarm;
use crate::control::{
    Allowance, CollisionDetector, Load, MomentumObserver, PayloadObserver, Sample, Thresholds,
};
use crate::error::{Error, Result};
use crate::identify::Recording;
use crate::robot::Robot;
use crate::saving;
use std::fmt::Write;

/// Time constants of the filter until the observer has forgotten its start.
const SETTLING: f64 = 5.0;
/// Alarms that are closer, s, are one.
const SAME_ALARM: f64 = 0.2;
/// A gap of more samples starts the observer anew.
const GAP: f64 = 10.0;

/// How a recording is watched.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Limits of each joint.
    pub thresholds: Thresholds,
    /// Standard deviations of the measured speeds.
    pub speed_noise: Vec<f64>,
    /// Standard deviations of the observer's output, by which a load is estimated.
    pub output_noise: Vec<f64>,
    /// Standard deviations by what depends on the pose: joint, sample.
    pub along: Vec<Vec<f64>>,
    /// Whether a load at the tool is estimated.
    pub payload: bool,
}

/// What was seen along a recording: columns by joint.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// The log's name.
    pub name: String,
    /// Time stamps, s.
    pub time: Vec<f64>,
    /// Efforts from outside.
    pub external: Vec<Vec<f64>>,
    /// Their limits; empty where none were asked for.
    pub limits: Vec<Vec<f64>>,
    /// Speeds.
    pub speeds: Vec<Vec<f64>>,
    /// Samples that the observer needs to settle at the start and after gaps.
    pub settling: Vec<bool>,
    /// Alarms.
    pub alarms: Vec<Alarm>,
    /// The load at the end.
    pub load: Option<Load>,
}

/// Runs the observer along a recording.
///
/// # Errors
/// If the robot cannot follow it.
pub fn watch(
    robot: &Robot,
    recording: &Recording,
    rate: f64,
    settings: Option<&Watch>,
) -> Result<Watched> {
    let mut observer = MomentumObserver::new(robot, rate).map_err(saving::located)?;
    let n = observer.dofs();
    let (mut detector, mut payload) = (None, None);
    if let Some(watch) = settings {
        let allowances = Allowance::of(robot, &watch.speed_noise);
        let own = CollisionDetector::new(watch.thresholds.clone(), allowances, rate);
        detector = Some(own.map_err(Error::from_source)?);
        if watch.payload {
            let noise = &watch.output_noise;
            let own = PayloadObserver::new(robot, robot.tool(), rate, noise, f64::INFINITY);
            payload = Some(own.map_err(Error::from_source)?);
        }
    }
    let columns = || vec![Vec::with_capacity(recording.samples()); n];
    let mut seen = Watched {
        name: recording.name.clone(),
        time: recording.time.clone(),
        external: columns(),
        limits: if detector.is_some() { columns() } else { Vec::new() },
        speeds: recording.qd.clone(),
        ..Watched::default()
    };
    let row = |columns: &[Vec<f64>], k: usize| -> Vec<f64> {
        columns.iter().map(|c| c.get(k).copied().unwrap_or(0.0)).collect()
    };
    let mut model = vec![0.0; n];
    let mut started = f64::NEG_INFINITY;
    for k in 0..recording.samples() {
        let dt = if k > 0 { recording.time[k] - recording.time[k - 1] } else { recording.step };
        if k == 0 || dt > GAP * recording.step {
            observer.reset();
            started = recording.time[k];
        }
        let (q, qd) = (row(&recording.q, k), row(&recording.qd, k));
        let mut tau = row(&recording.effort, k);
        if k > 0 {
            let before = row(&recording.effort, k - 1);
            tau.iter_mut().zip(&before).for_each(|(t, b)| *t = 0.5 * (*t + b));
        }
        let sample = Sample { q: &q, qd: &qd, tau: &tau, dt };
        let external = observer.update(&sample).map_err(|e| located(e, recording, k))?.to_vec();
        external.iter().zip(&mut seen.external).for_each(|(x, column)| column.push(*x));
        let settling = recording.time[k] - started < SETTLING / rate;
        seen.settling.push(settling);
        let (Some(detector), Some(watch)) = (&mut detector, settings) else { continue };
        // As the observer's output: errors of the model pass the same filter.
        let keep = (-rate * dt).exp();
        for (j, model) in model.iter_mut().enumerate() {
            let now = watch.along.get(j).and_then(|c| c.get(k)).copied().unwrap_or(0.0);
            *model = keep * *model + (1.0 - keep) * now;
        }
        let hit = detector.update(&external, &qd, &model, dt);
        detector.limits().iter().zip(&mut seen.limits).for_each(|(x, column)| column.push(*x));
        if let Some(joint) = hit.filter(|_| !settling) {
            let (time, effort) = (recording.time[k], external[joint]);
            alarm(&mut seen.alarms, robot, joint, time, effort, detector.limits()[joint]);
        }
        if let Some(payload) = payload.as_mut().filter(|_| !settling) {
            payload.update(&q, &qd, &external, dt).map_err(|e| located(e, recording, k))?;
        }
    }
    seen.load = payload.and_then(|p| p.load());
    Ok(seen)
}

fn located(error: crate::control::ControlError, recording: &Recording, k: usize) -> Error {
    Error::new(format_args!("log `{}` at {} s: {error}", recording.name, recording.time[k]))
}

/// Notes an alarm, or makes the last one longer.
fn alarm(alarms: &mut Vec<Alarm>, robot: &Robot, joint: usize, time: f64, effort: f64, limit: f64) {
    let name = robot.driven_joints().nth(joint).map(|j| j.name.clone()).unwrap_or_default();
    let now = Alarm { start: time, end: time, joint: name, effort, limit };
    match alarms.last_mut().filter(|a| time - a.end <= SAME_ALARM) {
        Some(last) if now.excess() > last.excess() => *last = Alarm { start: last.start, ..now },
        Some(last) => last.end = time,
        None => alarms.push(now),
    }
}

impl Watched {
    /// The columns as text.
    pub fn to_csv(&self, robot: &Robot) -> String {
        let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        let mut text = String::from("t");
        let limits = if self.limits.is_empty() { &[][..] } else { &names[..] };
        for (what, names) in [("external", &names[..]), ("limit", limits)] {
            for name in names {
                let _ = write!(text, ",{what}_{name}");
            }
        }
        text.push('\n');
        for k in 0..self.time.len() {
            let _ = write!(text, "{}", self.time[k]);
            for column in self.external.iter().chain(&self.limits) {
                let _ = write!(text, ",{}", column[k]);
            }
            text.push('\n');
        }
        text
    }
}
