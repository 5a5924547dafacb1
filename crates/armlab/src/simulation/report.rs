//! The report of a simulation.

use super::log_name;
use crate::documents::number;
use crate::documents::table::table;
use crate::log::Provenance;
use crate::log::write::FileFormat;
use crate::simulate::{End, Experiment, JointSummary, Run};
use serde::Serialize;
use std::fmt;

/// Name of the figure's file.
pub const FIGURE: &str = "simulation.svg";

/// Everything that is known of a simulated experiment.
#[derive(Clone, Debug, Serialize)]
pub struct SimulationReport {
    /// The robot's name.
    pub robot: String,
    /// The name of the controller's model.
    pub model: String,
    /// The controller.
    pub controller: &'static str,
    /// Samples per second.
    pub rate: f64,
    /// Time asked for, s.
    pub duration: f64,
    /// Seed.
    pub seed: u64,
    /// Samples that were simulated.
    pub samples: usize,
    /// Rows of the log: fewer if some were dropped.
    pub rows: usize,
    /// The driven joints.
    pub joints: Vec<JointReport>,
    /// Work and energy.
    pub energy: EnergyReport,
    /// Integration steps.
    pub steps: usize,
    /// Times a joint stopped, stuck or started.
    pub events: usize,
    /// How it ended.
    pub end: EndReport,
    /// File of the log, in the folder where the result is saved.
    pub log: String,
    /// File of the figure, in the same folder.
    pub figure: String,
    /// How the log was made.
    pub provenance: Vec<Provenance>,
}

/// A joint; a missing limit is null.
#[derive(Clone, Debug, Serialize)]
pub struct JointReport {
    /// Name.
    pub name: String,
    /// Unit of positions.
    pub position_unit: &'static str,
    /// Unit of efforts.
    pub effort_unit: &'static str,
    /// Root mean square of the tracking error.
    pub rms_error: f64,
    /// Largest tracking error.
    pub max_error: f64,
    /// Largest speed.
    pub peak_speed: f64,
    /// Its limit.
    pub speed_limit: Option<f64>,
    /// Largest acceleration.
    pub peak_acceleration: f64,
    /// Largest effort.
    pub peak_effort: f64,
    /// Root mean square of the effort.
    pub rms_effort: f64,
    /// Its limit.
    pub effort_limit: Option<f64>,
    /// Part of the samples with the effort at its limit.
    pub saturated: f64,
    /// Part of the samples beyond the range.
    pub out_of_range: f64,
}

/// Work and energy, J.
#[derive(Clone, Debug, Serialize)]
pub struct EnergyReport {
    /// Work of the drives.
    pub work: f64,
    /// Change of kinetic and potential energy.
    pub stored: f64,
    /// Lost to friction.
    pub lost: f64,
}

/// How it ended.
#[derive(Clone, Debug, Serialize)]
pub struct EndReport {
    /// Whether it ran to its end.
    pub finished: bool,
    /// When, s.
    pub time: f64,
    /// Why it stopped early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The last state that was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<StateReport>,
}

/// A state.
#[derive(Clone, Debug, Serialize)]
pub struct StateReport {
    /// Time, s.
    pub time: f64,
    /// Positions.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
}

impl SimulationReport {
    /// The report of a run.
    pub(super) fn new(experiment: &Experiment, run: &Run, format: FileFormat) -> Self {
        let energy = run.summary.energy;
        let settings = experiment.settings;
        Self {
            robot: experiment.robot.name().into(),
            model: experiment.model.name().into(),
            controller: experiment.law.name(),
            rate: settings.rate,
            duration: experiment.duration(),
            seed: settings.seed,
            samples: run.summary.samples,
            rows: run.log.rows(),
            joints: run.summary.joints.iter().map(joint).collect(),
            energy: EnergyReport { work: energy.work, stored: energy.stored, lost: energy.lost() },
            steps: run.summary.steps,
            events: run.summary.events,
            end: ended(&run.end, experiment.duration()),
            log: log_name(format),
            figure: FIGURE.into(),
            provenance: run.log.provenance().to_vec(),
        }
    }
}

fn joint(j: &JointSummary) -> JointReport {
    let limit = |x: f64| x.is_finite().then_some(x);
    JointReport {
        name: j.name.clone(),
        position_unit: if j.turns { "rad" } else { "m" },
        effort_unit: if j.turns { "N m" } else { "N" },
        rms_error: j.rms_error,
        max_error: j.max_error,
        peak_speed: j.peak_speed,
        speed_limit: limit(j.speed_limit),
        peak_acceleration: j.peak_acceleration,
        peak_effort: j.peak_effort,
        rms_effort: j.rms_effort,
        effort_limit: limit(j.effort_limit),
        saturated: j.saturated,
        out_of_range: j.out_of_range,
    }
}

fn ended(end: &End, duration: f64) -> EndReport {
    match end {
        End::Finished => EndReport { finished: true, time: duration, reason: None, state: None },
        End::Cancelled(time) => EndReport {
            finished: false,
            time: *time,
            reason: Some("cancelled".into()),
            state: None,
        },
        End::StoppedEarly(stop) => EndReport {
            finished: false,
            time: stop.time,
            reason: Some(stop.cause.to_string()),
            state: Some(StateReport { time: stop.sampled, q: stop.q.clone(), qd: stop.qd.clone() }),
        },
    }
}

impl fmt::Display for SimulationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} s with {} control, {} samples per second, {} rows\n",
            self.robot,
            number(self.end.time),
            self.controller,
            number(self.rate),
            self.rows
        )?;
        let header =
            ["joint", "RMS error", "max", "", "max speed", "limit", "max effort", "limit", ""];
        let rows = self.joints.iter().map(row).collect();
        f.write_str(&table(&header, rows, &[1, 2, 4, 5, 6, 7]))?;
        let energy = &self.energy;
        // Sums of thousands of terms are zero to rounding only.
        let lost = if energy.lost.abs() < 1e-9 { 0.0 } else { energy.lost };
        writeln!(
            f,
            "\ndrive work {} J: {} J stored, {} J friction losses",
            number(energy.work),
            number(energy.stored),
            number(lost)
        )?;
        for joint in &self.joints {
            let mut warn = |fraction: f64, what: &str| {
                if fraction > 0.0 {
                    writeln!(
                        f,
                        "warning: {} {what} in {} % of the samples",
                        joint.name,
                        number(100.0 * fraction)
                    )
                } else {
                    Ok(())
                }
            };
            warn(joint.saturated, "at its effort limit")?;
            warn(joint.out_of_range, "outside its position limits")?;
        }
        match &self.end.reason {
            Some(reason) => writeln!(f, "stopped early: {reason}"),
            None => Ok(()),
        }
    }
}

fn row(joint: &JointReport) -> Vec<String> {
    let limit = |x: Option<f64>| x.map_or("–".into(), number);
    vec![
        joint.name.clone(),
        number(joint.rms_error),
        number(joint.max_error),
        joint.position_unit.into(),
        number(joint.peak_speed),
        limit(joint.speed_limit),
        number(joint.peak_effort),
        limit(joint.effort_limit),
        joint.effort_unit.into(),
    ]
}
