//! What was observed, as a document.

use super::alarm::Alarm;
use super::{Observation, Watched};
use crate::identify::Recording;
use crate::robot::Robot;
use crate::text::significant;
use serde::Serialize;
use std::fmt;

/// One joint over all logs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointObservation {
    /// The joint.
    pub joint: String,
    /// Unit of its effort.
    pub unit: &'static str,
    /// Mean effort from outside.
    pub mean: f64,
    /// Its root mean square.
    pub rms: f64,
    /// Its largest size.
    pub largest: f64,
    /// Standard deviation by noise.
    pub noise: f64,
    /// Median of its limit.
    pub limit: f64,
}

/// A load at the tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoadReport {
    /// Mass, kg.
    pub mass: f64,
    /// Its standard deviation by noise alone.
    pub std: f64,
    /// Centre of mass in the tool's frame, m.
    pub center: Option<[f64; 3]>,
}

/// One log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogObservation {
    /// The log.
    pub log: String,
    /// Its length, s.
    pub seconds: f64,
    /// Alarms.
    pub alarms: Vec<Alarm>,
    /// The load, if it was asked for and shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<LoadReport>,
}

/// What an observation found.
#[derive(Clone, Debug, Serialize)]
pub struct ObservationReport {
    /// The robot.
    pub robot: String,
    /// Rate of the observer's filter, 1/s.
    pub rate: f64,
    /// Mean time between false alarms that was asked for, s.
    pub false_alarm_interval: f64,
    /// Standard deviations of the limits.
    pub deviations: f64,
    /// Whether the model's covariance widens the limits.
    pub model_uncertainty: bool,
    /// Joints.
    pub joints: Vec<JointObservation>,
    /// Logs.
    pub logs: Vec<LogObservation>,
    /// What was done to the logs.
    pub notes: Vec<String>,
}

impl ObservationReport {
    pub(super) fn new(
        robot: &Robot,
        settings: &Observation,
        watched: &[Watched],
        deviations: f64,
        noise: &[f64],
        recordings: &[Recording],
    ) -> Self {
        let joint = |(j, joint): (usize, &crate::robot::Joint)| {
            let mut values = Vec::new();
            let mut limits = Vec::new();
            for w in watched {
                for k in (0..w.time.len()).filter(|&k| !w.settling[k]) {
                    values.push(w.external[j][k]);
                    limits.extend(w.limits.get(j).map(|c| c[k]));
                }
            }
            let count = values.len().max(1) as f64;
            limits.sort_by(f64::total_cmp);
            JointObservation {
                joint: joint.name.clone(),
                unit: joint.kind.effort_unit(),
                mean: values.iter().sum::<f64>() / count,
                rms: (values.iter().map(|x| x * x).sum::<f64>() / count).sqrt(),
                largest: values.iter().fold(0.0, |a, x| a.max(x.abs())),
                noise: noise[j],
                limit: limits.get(limits.len() / 2).copied().unwrap_or(0.0),
            }
        };
        let log = |w: &Watched| LogObservation {
            log: w.name.clone(),
            seconds: w.time.last().zip(w.time.first()).map_or(0.0, |(b, a)| b - a),
            alarms: w.alarms.clone(),
            load: w.load.map(|l| LoadReport { mass: l.mass, std: l.mass_std, center: l.center }),
        };
        let notes =
            recordings.iter().flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)));
        Self {
            robot: robot.name().into(),
            rate: settings.rate,
            false_alarm_interval: settings.interval,
            deviations,
            model_uncertainty: settings.identification.is_some(),
            joints: robot.driven_joints().enumerate().map(joint).collect(),
            logs: watched.iter().map(log).collect(),
            notes: notes.collect(),
        }
    }
    /// Number of alarms.
    pub fn alarms(&self) -> usize {
        self.logs.iter().map(|l| l.alarms.len()).sum()
    }
}

impl fmt::Display for ObservationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let three = |x: f64| significant(x, 3);
        writeln!(f, "{}: efforts from outside, filter {} 1/s", self.robot, three(self.rate))?;
        writeln!(
            f,
            "limits: {} standard deviations, for one false alarm in {} s{}",
            three(self.deviations),
            three(self.false_alarm_interval),
            if self.model_uncertainty { ", with the model's uncertainty" } else { "" }
        )?;
        writeln!(f, "joints (mean, rms, largest, noise, median limit):")?;
        for j in &self.joints {
            writeln!(
                f,
                "  {:16} {:>9} {:>9} {:>9} {:>9} {:>9} {}",
                j.joint,
                three(j.mean),
                three(j.rms),
                three(j.largest),
                three(j.noise),
                three(j.limit),
                j.unit
            )?;
        }
        for log in &self.logs {
            writeln!(f, "{}: {} alarms in {} s", log.log, log.alarms.len(), three(log.seconds))?;
            for a in log.alarms.iter().take(20) {
                writeln!(
                    f,
                    "  {} to {} s: {} {} beyond {}",
                    three(a.start),
                    three(a.end),
                    a.joint,
                    three(a.effort),
                    three(a.limit)
                )?;
            }
            if log.alarms.len() > 20 {
                writeln!(f, "  … and {} more", log.alarms.len() - 20)?;
            }
            if let Some(load) = &log.load {
                write!(f, "  load at the tool: {} kg ± {}", three(load.mass), three(load.std))?;
                match load.center {
                    Some([x, y, z]) => {
                        writeln!(f, ", centre {} {} {} m", three(x), three(y), three(z))?;
                    }
                    None => writeln!(f)?,
                }
            }
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        Ok(())
    }
}
