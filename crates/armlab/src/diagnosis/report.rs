//! What a diagnosis found, as a document.

use super::fault::{Fault, FaultKind};
use super::names::Names;
use super::search::Score;
use crate::log_check::LogCheck;
use serde::Serialize;
use std::fmt::Write;

/// A fault that explains a part of the residual.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// What kind of fault.
    pub kind: FaultKind,
    /// The joint that it is about; `null` if it is about all or several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// All joints that it is about; empty if it is about all.
    pub joints: Vec<String>,
    /// Percent of the squared residual that it removes.
    pub removes: f64,
    /// Factor, angle (rad), time (s) or mass (kg), where the fault has one.
    pub value: f64,
    /// The fault in words.
    pub message: String,
    /// The option or edit that undoes it.
    pub fix: String,
    /// Whether it is a plain fault of log or mounting (a sign, a zero, a unit, a gain, columns,
    /// gravity) that leaves little else to explain.
    pub certain: bool,
}

/// Errors of a joint, percent of its efforts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointErrors {
    /// The joint.
    pub joint: String,
    /// Of the best fit of free parameters.
    pub fit: f64,
    /// Of the description with fitted friction; `null` if it states no inertials.
    pub described: Option<f64>,
}

/// What a diagnosis found.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosisReport {
    /// The robot's name.
    pub robot: String,
    /// Errors of each joint as things are.
    pub joints: Vec<JointErrors>,
    /// Whether something is wrong: a joint is poorly explained, or the log check has errors.
    pub suspicious: bool,
    /// Explanations, the best first.
    pub explanations: Vec<Explanation>,
    /// What the log check found.
    pub log_checks: Vec<LogCheck>,
}

/// A joint with a larger part of its squared efforts unexplained is suspicious: of the fit,
/// and of the description.
const SUSPICIOUS: (f64, f64) = (0.02, 0.02);
/// The same of all joints together where one fault removes nearly all of it, and how much that
/// is, percent: noise is removed by none.
const EXPLAINABLE: f64 = 0.004;
const NEARLY_ALL: f64 = 90.0;
/// Part of the squared efforts that the best inertials may leave to be an explanation.
const HOPELESS: f64 = 0.1;
/// Explanations that remove less are not told, percent.
const LEAST: f64 = 15.0;
/// The best explanation removes at least so much, percent; less is no explanation.
const CLEAR: f64 = 40.0;
/// Part of the efforts by which a description may be worse than free parameters and still
/// fit.
const NEARLY: f64 = 0.02;
/// Part of the residual that is little, and the least that is told from nothing.
const LITTLE: f64 = 0.05;
const LEAST_LEFT: f64 = 1e-4;
/// Points for every factor e that less of the residual is left.
const TIMES_LESS: f64 = 2.0;
/// Explanations that are told at most.
const MOST: usize = 8;

impl Explanation {
    fn new(fault: &Fault, removes: f64, certain: bool, names: &Names) -> Self {
        let joint = |j: &usize| names.joints.get(*j).cloned().unwrap_or_default();
        let joints: Vec<String> = fault.joints.iter().map(joint).collect();
        Self {
            kind: fault.kind,
            joint: if joints.len() == 1 { joints.first().cloned() } else { None },
            joints,
            removes,
            value: fault.value,
            message: fault.message(names),
            fix: fault.fix(names),
            certain,
        }
    }
}

/// What removing so much of the residual is worth, in points: the percentage; where little is
/// left, how many times less.
fn worth(removes: f64) -> f64 {
    let left = (1.0 - 0.01 * removes).max(LEAST_LEFT);
    if left > LITTLE { removes } else { 100.0 * (1.0 - LITTLE) + TIMES_LESS * (LITTLE / left).ln() }
}

/// Whether a plain fault explains nearly all: free parameters fit twice as well with it undone,
/// or the description does and is then nearly as good as free parameters.
fn is_certain(fault: &Fault, none: &Score, score: &Score) -> bool {
    use FaultKind::{Coupling, Delay, Description, EffortScale, Payload, Standstill};
    if matches!(fault.kind, Coupling | Delay | Description | EffortScale | Payload | Standstill) {
        return false;
    }
    let (free, left) = (none.free.error(), score.free.error());
    let by_free = 4.0 * left < free;
    let by_description = none.described.iter().zip(&score.described).any(|(before, after)| {
        let (before, after) = (before.error(), after.error());
        4.0 * after < before && after.sqrt() < 2.0 * free.min(left).sqrt() + NEARLY
    });
    by_free || by_description
}

impl DiagnosisReport {
    pub(super) fn new(
        robot: &str,
        names: &Names,
        none: &Score,
        tried: Vec<(Fault, Score)>,
        standstill: Vec<(Fault, f64)>,
        log_checks: Vec<LogCheck>,
    ) -> Self {
        let removes =
            |score: &Score| 100.0 * (1.0 - score.total / none.total.max(f64::MIN_POSITIVE));
        let scored = tried.into_iter().map(|(fault, score)| {
            let certain = is_certain(&fault, none, &score);
            (removes(&score), fault, certain)
        });
        let standstill = standstill.into_iter().map(|(fault, part)| (part, fault, false));
        let mut all: Vec<(f64, Fault, bool)> = scored.chain(standstill).collect();
        // Other inertials are no explanation where none would do.
        let hopeless = none.free.error() > HOPELESS;
        all.retain(|(_, fault, _)| !(hopeless && fault.kind == FaultKind::Description));
        all.retain(|(removes, ..)| *removes >= LEAST);
        // Free inertials leave less than any fault that is undone, and prove less by that.
        let rank = |(removes, fault, _): &(f64, Fault, bool)| {
            let free = fault.kind == FaultKind::Description;
            let points = if free { *removes } else { worth(*removes) };
            points - fault.complexity()
        };
        all.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let told = all.iter().take(MOST);
        let explanations: Vec<Explanation> = told
            .map(|(removes, fault, certain)| Explanation::new(fault, *removes, *certain, names))
            .collect();
        let percent = |part: f64| 100.0 * part.max(0.0).sqrt();
        let joints = names.joints.iter().enumerate().map(|(j, name)| JointErrors {
            joint: name.clone(),
            fit: percent(none.free.errors[j]),
            described: none.described.as_ref().map(|d| percent(d.errors[j])),
        });
        let poor = none.free.errors.iter().any(|e| *e > SUSPICIOUS.0)
            || none.described.iter().any(|d| d.errors.iter().any(|e| *e > SUSPICIOUS.1));
        let plain = |e: &&Explanation| e.removes >= NEARLY_ALL && e.kind.is_of_log_or_load();
        let explained = none.total > EXPLAINABLE && explanations.first().filter(plain).is_some();
        let refused = log_checks.iter().any(|c| c.forced);
        Self {
            robot: robot.into(),
            joints: joints.collect(),
            suspicious: poor || explained || refused,
            explanations,
            log_checks,
        }
    }

    /// The explanation that removes most, if something is wrong.
    pub fn best(&self) -> Option<&Explanation> {
        self.explanations.first().filter(|e| self.suspicious && e.removes >= CLEAR)
    }

    /// In a few lines.
    pub fn summary(&self) -> String {
        let mut text = format!("{}: ", self.robot);
        text.push_str(match (self.suspicious, self.best()) {
            (false, _) => "no fault found\n",
            (true, None) => {
                "errors are large, but none of the known faults explains most of them\n"
            }
            (true, Some(_)) => "explanations, the best first\n",
        });
        for error in self.log_checks.iter().flat_map(|c| &c.findings) {
            if error.severity.name() == "error" {
                let _ =
                    writeln!(text, "  log check: {}\n      fix: {}", error.message, error.action);
            }
        }
        for e in self.explanations.iter().filter(|_| self.suspicious) {
            let _ = writeln!(
                text,
                "  removes {:>5.1} %: {}\n      fix: {}",
                e.removes, e.message, e.fix
            );
        }
        text
    }
}
