//! The document of a simulation, with the entries of `armlab simulate --json`.

use armlab::log::Provenance;
use armlab::simulate::{End, Experiment, JointSummary, Run};
use serde::Serialize;

#[derive(Serialize)]
pub struct Document {
    robot: String,
    model: String,
    controller: &'static str,
    rate: f64,
    duration: f64,
    seed: u64,
    samples: usize,
    rows: usize,
    joints: Vec<Joint>,
    energy: Energy,
    steps: usize,
    events: usize,
    end: Ended,
    log: String,
    provenance: Vec<Provenance>,
}

#[derive(Serialize)]
struct Joint {
    name: String,
    position_unit: &'static str,
    effort_unit: &'static str,
    rms_error: f64,
    max_error: f64,
    peak_speed: f64,
    speed_limit: Option<f64>,
    peak_acceleration: f64,
    peak_effort: f64,
    rms_effort: f64,
    effort_limit: Option<f64>,
    saturated: f64,
    out_of_range: f64,
}

#[derive(Serialize)]
struct Energy {
    work: f64,
    stored: f64,
    lost: f64,
}

#[derive(Serialize)]
struct Ended {
    finished: bool,
    time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<State>,
}

#[derive(Serialize)]
struct State {
    time: f64,
    q: Vec<f64>,
    qd: Vec<f64>,
}

impl Document {
    pub fn of(experiment: &Experiment, run: &Run, number: u32) -> Self {
        let (energy, settings) = (run.summary.energy, experiment.settings);
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
            log: format!("runs/{number}/log.csv"),
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
