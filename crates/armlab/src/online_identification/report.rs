//! Estimates while a log is followed, and at the end.

use crate::identify::Model;
use crate::identify::online::live::{Live, LiveLearner};
use serde::Serialize;

/// All estimates at one time.
#[derive(Clone, Serialize)]
pub struct OnlineEstimates {
    /// Time of the log, s.
    pub t: f64,
    /// Samples received.
    pub samples: u64,
    /// Each method.
    pub methods: Vec<OnlineMethodEstimate>,
}

/// One method's estimate.
#[derive(Clone, Serialize)]
pub struct OnlineMethodEstimate {
    /// The method.
    pub method: &'static str,
    /// Prediction error over the last seconds, percent.
    pub error: Option<f64>,
    /// Values of the unknowns.
    pub values: Vec<f64>,
    /// Standard deviations; `null` where the method has none.
    pub std: Option<Vec<f64>>,
    /// Samples it was updated with.
    pub learnt: u64,
    /// Samples it left out.
    pub skipped: u64,
    /// Share of innovations within their band, for filters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consistent: Option<f64>,
    /// When and why it ended, if it diverged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diverged: Option<Divergence>,
}

/// When and why an estimator diverged.
#[derive(Clone, Serialize)]
pub struct Divergence {
    /// Time of the log, s.
    pub t: f64,
    /// The sample.
    pub sample: u64,
    /// Why.
    pub reason: String,
}

/// The result of following a log.
#[derive(Clone, Serialize)]
pub struct OnlineReport {
    /// The robot's name.
    pub robot: String,
    /// Unknowns, in the order of all lists.
    pub unknowns: Vec<OnlineUnknown>,
    /// Samples with a number that is not finite, or out of order in time.
    pub dropped: u64,
    /// Gaps in the time stamps.
    pub gaps: u64,
    /// Lines that could not be read.
    pub damaged_lines: u64,
    /// The last estimates.
    #[serde(flatten)]
    pub last: OnlineEstimates,
}

/// An unknown.
#[derive(Clone, Serialize)]
pub struct OnlineUnknown {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// The description's value; `null` for friction.
    pub described: Option<f64>,
}

impl OnlineEstimates {
    /// The present estimates.
    pub fn new(live: &Live) -> Self {
        let methods = live.learners().iter().map(OnlineMethodEstimate::new).collect();
        Self { t: live.last(), samples: live.taken(), methods }
    }
}

impl OnlineMethodEstimate {
    fn new(learner: &LiveLearner) -> Self {
        let (learnt, skipped) = learner.counts();
        Self {
            method: learner.name(),
            error: learner.error(),
            values: learner.estimate().to_vec(),
            std: learner.deviations(),
            learnt,
            skipped,
            consistent: learner.consistency(),
            diverged: learner.diverged().map(|(t, d)| Divergence {
                t,
                sample: d.sample,
                reason: d.reason.clone(),
            }),
        }
    }
}

/// The unknowns of a model.
pub fn unknowns(model: &Model) -> Vec<OnlineUnknown> {
    let base = model.base().parameters.iter().map(|p| OnlineUnknown {
        name: p.name.clone(),
        unit: p.unit.clone(),
        described: Some(p.value),
    });
    let friction = model.friction().iter().map(|f| OnlineUnknown {
        name: f.name.clone(),
        unit: f.unit.to_string(),
        described: None,
    });
    base.chain(friction).collect()
}
