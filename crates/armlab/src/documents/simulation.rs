//! What a simulation came to, for programs.

use crate::log::Provenance;
use crate::simulate::{End, Experiment, JointSummary, Run};
use serde::Serialize;
use std::path::PathBuf;

/// The document of `armlab simulate --json`.
#[derive(Serialize)]
pub struct Document {
    /// The robot's name.
    pub robot: String,
    /// The robot's name as the controller believes it to be.
    pub model: String,
    /// The controller.
    pub controller: &'static str,
    /// Samples a second.
    pub rate: f64,
    /// Time asked for, s.
    pub duration: f64,
    /// Seed.
    pub seed: u64,
    /// Samples that were simulated.
    pub samples: usize,
    /// Rows of the log: fewer if some were dropped.
    pub rows: usize,
    /// Each driven joint.
    pub joints: Vec<Joint>,
    /// Where energy went.
    pub energy: Energy,
    /// Steps of the integration.
    pub steps: usize,
    /// Times a joint stopped, stuck or started.
    pub events: usize,
    /// How it ended.
    pub end: Ended,
    /// The log.
    pub log: PathBuf,
    /// The figure, where one was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<PathBuf>,
    /// Where the log comes from.
    pub provenance: Vec<Provenance>,
}

/// A joint; limits that there are none of are null.
#[derive(Serialize)]
pub struct Joint {
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

/// J.
#[derive(Serialize)]
pub struct Energy {
    /// Work of the drives.
    pub work: f64,
    /// Change of kinetic and potential energy.
    pub stored: f64,
    /// Lost to friction.
    pub lost: f64,
}

/// How it ended.
#[derive(Serialize)]
pub struct Ended {
    /// To the end.
    pub finished: bool,
    /// When, s.
    pub time: f64,
    /// Why it broke off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The last state that was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

/// A state.
#[derive(Serialize)]
pub struct State {
    /// Time, s.
    pub time: f64,
    /// Positions.
    pub q: Vec<f64>,
    /// Speeds.
    pub qd: Vec<f64>,
}

impl Document {
    /// The document of a run.
    pub fn of(experiment: &Experiment, run: &Run, log: PathBuf, figure: Option<PathBuf>) -> Self {
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
            energy: Energy { work: energy.work, stored: energy.stored, lost: energy.lost() },
            steps: run.summary.steps,
            events: run.summary.events,
            end: ended(&run.end, experiment.duration()),
            log,
            figure,
            provenance: run.log.provenance().to_vec(),
        }
    }
}

fn joint(j: &JointSummary) -> Joint {
    let limit = |x: f64| x.is_finite().then_some(x);
    Joint {
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

fn ended(end: &End, duration: f64) -> Ended {
    match end {
        End::Finished => Ended { finished: true, time: duration, reason: None, state: None },
        End::Stopped(time) => {
            Ended { finished: false, time: *time, reason: Some("stopped".into()), state: None }
        }
        End::Broken(broken) => Ended {
            finished: false,
            time: broken.time,
            reason: Some(broken.cause.to_string()),
            state: Some(State { time: broken.sampled, q: broken.q.clone(), qd: broken.qd.clone() }),
        },
    }
}
