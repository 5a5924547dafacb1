//! What a simulation came to, for programs.

use armlab::log::Provenance;
use armlab::simulate::{End, Experiment, JointSummary, Run};
use serde::Serialize;
use std::path::PathBuf;

/// The document of `armlab simulate --json`.
#[derive(Serialize)]
pub struct Document {
    pub robot: String,
    pub model: String,
    pub controller: &'static str,
    pub rate: f64,
    pub duration: f64,
    pub seed: u64,
    /// Samples that were simulated.
    pub samples: usize,
    /// Rows of the log: fewer if some were dropped.
    pub rows: usize,
    pub joints: Vec<Joint>,
    pub energy: Energy,
    /// Steps of the integration, and times a joint stopped, stuck or started.
    pub steps: usize,
    pub events: usize,
    pub end: Ended,
    pub log: PathBuf,
    pub figure: PathBuf,
    pub provenance: Vec<Provenance>,
}

/// A joint; limits that there are none of are null.
#[derive(Serialize)]
pub struct Joint {
    pub name: String,
    pub position_unit: &'static str,
    pub effort_unit: &'static str,
    pub rms_error: f64,
    pub max_error: f64,
    pub peak_speed: f64,
    pub speed_limit: Option<f64>,
    pub peak_acceleration: f64,
    pub peak_effort: f64,
    pub rms_effort: f64,
    pub effort_limit: Option<f64>,
    /// Parts of the samples.
    pub saturated: f64,
    pub out_of_range: f64,
}

/// J.
#[derive(Serialize)]
pub struct Energy {
    pub work: f64,
    pub stored: f64,
    pub lost: f64,
}

/// How it ended.
#[derive(Serialize)]
pub struct Ended {
    pub finished: bool,
    /// When, s.
    pub time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The last state that was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

/// A state.
#[derive(Serialize)]
pub struct State {
    pub time: f64,
    pub q: Vec<f64>,
    pub qd: Vec<f64>,
}

impl Document {
    pub fn of(experiment: &Experiment, run: &Run, log: PathBuf, figure: PathBuf) -> Self {
        let energy = run.summary.energy;
        let settings = experiment.settings;
        Self {
            robot: experiment.robot.name().into(),
            model: experiment.model.name().into(),
            controller: experiment.law.kind().name,
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
