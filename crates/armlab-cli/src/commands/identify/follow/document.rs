//! What estimators say while they follow, and in the end.

use armlab::identify::Model;
use armlab::identify::online::live::{Live, LiveLearner};
use serde::Serialize;

/// The state of all estimators at one time.
#[derive(Serialize)]
pub struct Report {
    /// Time of the log, s.
    pub t: f64,
    /// Instants taken.
    pub samples: u64,
    pub methods: Vec<MethodReport>,
}

#[derive(Serialize)]
pub struct MethodReport {
    pub method: &'static str,
    /// Part of the last seconds' efforts that was not predicted, percent.
    pub error: Option<f64>,
    pub values: Vec<f64>,
    /// `null` where the method has none.
    pub std: Option<Vec<f64>>,
    pub learnt: u64,
    pub skipped: u64,
    /// Share of innovations within their band, for filters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consistent: Option<f64>,
    /// When and why it ended, if it diverged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diverged: Option<DivergenceReport>,
}

#[derive(Serialize)]
pub struct DivergenceReport {
    pub t: f64,
    pub sample: u64,
    pub reason: String,
}

/// All of it, in the end.
#[derive(Serialize)]
pub struct Document {
    pub robot: String,
    pub unknowns: Vec<Unknown>,
    /// Instants with a number that is not finite, or out of order in time.
    pub dropped: u64,
    /// Gaps in the time stamps.
    pub gaps: u64,
    /// Lines that could not be read.
    pub damaged_lines: u64,
    #[serde(flatten)]
    pub last: Report,
}

#[derive(Serialize)]
pub struct Unknown {
    pub name: String,
    pub unit: String,
    /// What the description says; friction is not described.
    pub described: Option<f64>,
}

impl Report {
    pub fn of(live: &Live) -> Self {
        let methods = live.learners().iter().map(MethodReport::of).collect();
        Self { t: live.last(), samples: live.taken(), methods }
    }
}

impl MethodReport {
    fn of(learner: &LiveLearner) -> Self {
        let (learnt, skipped) = learner.counts();
        Self {
            method: learner.name(),
            error: learner.error(),
            values: learner.estimate().to_vec(),
            std: learner.deviations(),
            learnt,
            skipped,
            consistent: learner.consistency(),
            diverged: learner.diverged().map(|(t, d)| DivergenceReport {
                t,
                sample: d.sample,
                reason: d.reason.clone(),
            }),
        }
    }
}

/// The unknowns of a model.
pub fn unknowns(model: &Model) -> Vec<Unknown> {
    let base = model.base().parameters.iter().map(|p| Unknown {
        name: p.name.clone(),
        unit: p.unit.clone(),
        described: Some(p.value),
    });
    let friction = model.friction().iter().map(|f| Unknown {
        name: f.name.clone(),
        unit: f.unit.to_string(),
        described: None,
    });
    base.chain(friction).collect()
}
