//! Pass or fail, with reasons a person can read.

use super::mass_matrix::MassMatrixCheck;
use super::scores::Scores;
use super::whiteness::Whiteness;
use serde::Serialize;
use std::fmt::Display;

/// What a model must beat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Baselines {
    /// Predicting the mean effort of each joint, percent.
    pub mean: f64,
    /// The description as it was given, percent; absent if it states no inertials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub described: Option<f64>,
}

/// The judgement on a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// True if nothing speaks against it.
    pub pass: bool,
    /// What speaks for and against it.
    pub reasons: Vec<String>,
    /// What it rests on, and of what it says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<String>,
}

impl Verdict {
    /// Adds a reason that decides nothing.
    pub fn remark(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }
    /// Adds a reason to fail.
    pub fn object(&mut self, reason: impl Display) {
        self.pass = false;
        self.reasons.push(format!("against it: {reason}"));
    }
    /// Counts in what random poses say of the mass matrix.
    pub fn consider_mass(&mut self, check: &MassMatrixCheck) {
        match (check.poses, check.positive) {
            (0, _) => self.remark("the mass matrix was not examined: no pose could be taken"),
            (poses, true) => {
                self.remark(format!("the mass matrix is positive definite at {poses} random poses"))
            }
            (_, false) => self.object(format_args!(
                "the mass matrix is not positive definite at every pose (smallest eigenvalue \
                 {:.1e} of the largest)",
                check.smallest_ratio
            )),
        }
    }
    /// Mentions joints whose residual is not noise. It decides nothing: measured
    /// residuals hardly ever are.
    pub fn consider_whiteness(&mut self, joints: &[String], seen: &[Option<Whiteness>]) {
        let known = seen.iter().flatten().count();
        let coloured: Vec<&str> = joints
            .iter()
            .zip(seen)
            .filter(|(_, w)| w.is_some_and(|w| !w.white))
            .map(|(name, _)| name.as_str())
            .collect();
        if !coloured.is_empty() {
            self.remark(format!(
                "residuals of {} are not white: the model lacks something there, and stated \
                 standard deviations are too small",
                coloured.join(", ")
            ));
        } else if known > 0 {
            self.remark("residuals are white noise");
        }
    }
}

/// An error on unseen data this many times that on its own is over-fitting.
const OVERFITTED: f64 = 2.0;
/// A joint with a larger error is not modelled.
const UNMODELLED: f64 = 50.0;

/// Judges a model by its scores on data it has seen and on data it has not.
pub fn judge(
    own: &Scores,
    unseen: Option<&Scores>,
    baselines: &Baselines,
    consistent: bool,
    rank_missing: usize,
    joints: &[String],
) -> Verdict {
    let mut against = Vec::new();
    let mut reasons = Vec::new();
    let judged = unseen.unwrap_or(own);
    let on = if unseen.is_some() { "unseen data" } else { "its own data" };
    reasons.push(format!(
        "{:.2} % of the efforts of {on} are not predicted (predicting the mean: {:.1} %)",
        judged.relative, baselines.mean
    ));
    if unseen.is_none() {
        reasons.push("no other log was given to prove it on".into());
    }
    if !(judged.relative < 0.5 * baselines.mean) {
        against.push("it does not predict clearly better than each joint's mean effort".into());
    }
    if let Some(described) = baselines.described {
        if judged.relative < described {
            reasons.push(format!("the description alone leaves {described:.1} %"));
        } else if judged.relative > 1.05 * described + 0.1 {
            against.push(format!("the description as given is better ({described:.2} %)"));
        }
    }
    if let Some(unseen) = unseen
        && unseen.relative > OVERFITTED * own.relative
        && unseen.relative > 5.0
    {
        against.push(format!(
            "it fits its own data {:.1} times better than unseen data: weak excitation, or \
             something changed between the logs",
            unseen.relative / own.relative
        ));
    }
    if !consistent {
        against.push("no body has these parameters (see physical consistency)".into());
    }
    for (name, joint) in joints.iter().zip(&judged.joints) {
        if joint.relative > UNMODELLED {
            reasons.push(format!(
                "joint `{name}` is predicted badly ({:.0} %): it hardly moves, or friction hides it",
                joint.relative
            ));
        }
    }
    if rank_missing > 0 {
        reasons.push(format!("{rank_missing} unknowns were not excited and are the description's"));
    }
    let pass = against.is_empty();
    reasons.extend(against.into_iter().map(|a| format!("against it: {a}")));
    Verdict { pass, reasons, scope: Vec::new() }
}
