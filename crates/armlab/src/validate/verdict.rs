//! Pass or fail, with reasons a person can read.

use super::scores::Scores;
use serde::Serialize;

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
    Verdict { pass, reasons }
}
