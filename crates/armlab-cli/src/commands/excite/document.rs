//! A design as a document.

use armlab::excite::{DesignOptions, Excitation, LimitUse, Quality, Seen};
use armlab::motion::Trajectory;
use armlab::robot::Robot;
use serde::Serialize;
use std::path::PathBuf;

/// Everything that `armlab excite` says.
#[derive(Serialize)]
pub struct Document {
    pub robot: String,
    pub objective: &'static str,
    #[serde(skip)]
    pub objective_words: &'static str,
    /// Names of what moves.
    pub coordinates: Vec<String>,
    /// Seconds.
    pub duration: f64,
    /// Samples a second that the information stands for, Hz.
    pub rate: f64,
    /// Names of the parameters that count.
    pub parameters: Vec<String>,
    /// Combinations that no motion tried shows enough of to be designed for.
    pub given_up: usize,
    pub quality: Figures,
    /// The middle one of the random motions within the limits.
    pub random: Figures,
    /// How many of those there were.
    pub random_motions: usize,
    pub limits: Vec<Use>,
    /// Limits that were assumed.
    pub assumed: Vec<String>,
    /// Parameters, those seen least first.
    pub seen: Vec<Parameter>,
    /// By how much the motion was shrunk to keep the limits on the fine grid.
    pub shrunk: f64,
    /// The objective from each start.
    pub starts: Vec<Option<f64>>,
    pub evaluations: usize,
    /// True if the time was up.
    pub stopped: bool,
    pub seconds: f64,
    pub files: Vec<PathBuf>,
}

/// Figures of a motion's information.
#[derive(Serialize)]
pub struct Figures {
    pub sigma_min: f64,
    pub condition: f64,
    pub condition_unit_columns: f64,
    pub sigma_min_scaled: f64,
    pub condition_scaled: f64,
    pub log_determinant: f64,
    pub objective: f64,
}

impl From<Quality> for Figures {
    fn from(q: Quality) -> Self {
        Self {
            sigma_min: q.sigma_min,
            condition: q.condition,
            condition_unit_columns: q.condition_unit_columns,
            sigma_min_scaled: q.sigma_min_scaled,
            condition_scaled: q.condition_scaled,
            log_determinant: q.log_determinant,
            objective: q.objective,
        }
    }
}

/// A limit and what is used of it.
#[derive(Serialize)]
pub struct Use {
    pub what: &'static str,
    pub of: String,
    pub unit: String,
    /// Null where it is not limited.
    pub lower: Option<f64>,
    pub upper: Option<f64>,
    pub least: f64,
    pub most: f64,
    /// One at the limit; null for a limit to one side.
    pub share: Option<f64>,
}

impl From<&LimitUse> for Use {
    fn from(l: &LimitUse) -> Self {
        let finite = |x: f64| x.is_finite().then_some(x);
        Self {
            what: l.limit.what,
            of: l.limit.of.clone(),
            unit: l.limit.unit.clone(),
            lower: finite(l.limit.allowed.0),
            upper: finite(l.limit.allowed.1),
            least: l.least,
            most: l.most,
            share: finite(l.share()),
        }
    }
}

/// How well a parameter is seen.
#[derive(Serialize)]
pub struct Parameter {
    pub name: String,
    pub unit: String,
    pub value: f64,
    /// Standard deviation; null where the motion tells nothing.
    pub std: Option<f64>,
    /// Over the size of the terms it combines.
    pub relative: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl From<&Seen> for Parameter {
    fn from(s: &Seen) -> Self {
        let finite = |x: f64| x.is_finite().then_some(x);
        Self {
            name: s.name.clone(),
            unit: s.unit.clone(),
            value: s.value,
            std: finite(s.deviation),
            relative: finite(s.relative()),
            advice: s.advice.clone(),
        }
    }
}

impl Document {
    pub fn new(robot: &Robot, options: &DesignOptions, found: &Excitation, seconds: f64) -> Self {
        let middle = found.random.get(found.random.len() / 2).copied().unwrap_or(found.quality);
        Self {
            robot: robot.name().into(),
            objective: options.objective.name(),
            objective_words: options.objective.words(),
            coordinates: found.coordinates.clone(),
            duration: found.trajectory.duration(),
            rate: options.rate,
            parameters: found.parameters.clone(),
            given_up: found.given_up,
            quality: found.quality.into(),
            random: middle.into(),
            random_motions: found.random.len(),
            limits: found.limits.iter().map(Use::from).collect(),
            assumed: found.assumed.clone(),
            seen: found.seen.iter().map(Parameter::from).collect(),
            shrunk: found.factor,
            starts: found.starts.iter().map(|v| v.is_finite().then_some(*v)).collect(),
            evaluations: found.evaluations,
            stopped: found.stopped,
            seconds,
            files: Vec::new(),
        }
    }
}
