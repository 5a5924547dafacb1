//! Pass or fail, with reasons a person can read.

use super::mass_matrix::MassMatrixCheck;
use super::scores::Scores;
use super::whiteness::Whiteness;
use crate::identify::Consistency;
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
    /// True if there is no reason to fail.
    pub pass: bool,
    /// Reasons.
    pub reasons: Vec<String>,
    /// The motion it rests on.
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
        self.reasons.push(format!("fails because: {reason}"));
    }
    /// States how far an estimate is from the nearest physically consistent robot.
    pub fn consider_consistency(&mut self, physical: &Consistency) {
        if let Some([squared, limit]) = physical.distance {
            let within = if physical.consistent { "within" } else { "beyond" };
            self.remark(format!(
                "nearest physically consistent robot: squared distance {squared:.3} in the \
                 estimate's covariance, {within} the 95 % limit of {limit:.1}"
            ));
        }
    }
    /// Includes the check of the mass matrix.
    pub fn consider_mass(&mut self, check: &MassMatrixCheck) {
        match (check.poses, check.positive) {
            (0, _) => self.remark("the mass matrix was not checked: no random pose can be reached"),
            (poses, true) => {
                let left = match check.passed_over {
                    0 => String::new(),
                    n => format!(" ({n} more cannot be reached)"),
                };
                self.remark(format!(
                    "the mass matrix is positive definite at {poses} random poses{left}"
                ));
            }
            (_, false) => self.object(format_args!(
                "the mass matrix is not positive definite at every pose (smallest eigenvalue \
                 {:.1e} of the largest)",
                check.smallest_ratio
            )),
        }
    }
    /// Mentions joints whose residual is not white noise, without a decision: measured
    /// residuals seldom are.
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
                "residuals of {} are not white: unmodelled effects, and standard deviations \
                 that are too small",
                coloured.join(", ")
            ));
        } else if known > 0 {
            self.remark("residuals are white noise");
        }
    }
}

/// An error on the validation log this many times that of the fit is over-fitting.
const OVERFITTED: f64 = 2.0;
/// Points of percent by which a model may be worse than the description that it
/// came from: a description that is exact is not beaten by an estimate from noise.
const CLEARLY_WORSE: f64 = 1.0;
/// A joint with a larger error is not modelled.
const UNMODELLED: f64 = 50.0;

/// The verdict on a model by its scores on the log it was fitted to and on others.
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
    let on = if unseen.is_some() { "the validation log" } else { "the log it was fitted to" };
    reasons.push(format!(
        "prediction error {:.2} % on {on} (baseline, constant mean effort: {:.1} %)",
        judged.relative, baselines.mean
    ));
    if unseen.is_none() {
        reasons.push("no validation log".into());
    }
    if !(judged.relative < 0.5 * baselines.mean) {
        against.push("the prediction error is not below half the baseline's".into());
    }
    if let Some(described) = baselines.described {
        if judged.relative < described {
            reasons.push(format!("error of the original description: {described:.1} %"));
        } else if judged.relative > 1.05 * described + CLEARLY_WORSE {
            against.push(format!("the original description is better ({described:.2} %)"));
        } else {
            reasons.push(format!(
                "the original description is as good or slightly better ({described:.2} %)"
            ));
        }
    }
    if let Some(unseen) = unseen
        && unseen.relative > OVERFITTED * own.relative
        && unseen.relative > 5.0
    {
        against.push(format!(
            "the error on the validation log is {:.1} times that of the fit: weak excitation, or \
             a change between the logs",
            unseen.relative / own.relative
        ));
    }
    let word = if consistent { "yes" } else { "no" };
    reasons.push(format!("physically consistent: {word}"));
    if !consistent {
        against.push("the parameters are not physically consistent".into());
    }
    for (name, joint) in joints.iter().zip(&judged.joints) {
        if joint.relative > UNMODELLED {
            reasons.push(format!(
                "joint `{name}` has a large error ({:.0} %): little motion, or unmodelled friction",
                joint.relative
            ));
        }
    }
    if rank_missing > 0 {
        reasons.push(format!(
            "{rank_missing} unknowns were not excited and keep the description's values"
        ));
    }
    let pass = against.is_empty();
    reasons.extend(against.into_iter().map(|a| format!("fails because: {a}")));
    Verdict { pass, reasons, scope: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::JointScore;

    fn scores(relative: f64) -> Scores {
        Scores { joints: vec![JointScore { rms: 1.0, relative }], relative }
    }

    fn passes(own: f64, unseen: f64, described: f64) -> bool {
        let baselines = Baselines { mean: 60.0, described: Some(described) };
        let joints = ["a".to_string()];
        judge(&scores(own), Some(&scores(unseen)), &baselines, true, 0, &joints).pass
    }

    #[test]
    fn a_model_must_beat_mean_and_description_and_hold_on_unseen_data() {
        assert!(passes(5.0, 6.0, 20.0));
        assert!(!passes(5.0, 31.0, 50.0), "half the mean's error");
        assert!(!passes(5.0, 11.0, 20.0), "over-fitted");
        assert!(!passes(9.0, 9.0, 5.0), "the description was better");
        assert!(passes(0.9, 0.9, 0.0), "an exact description is not beaten by noise");
    }

    #[test]
    fn a_mass_matrix_that_is_not_positive_decides_and_colour_of_residuals_does_not() {
        let good = Verdict { pass: true, reasons: Vec::new(), scope: Vec::new() };
        let mut check = MassMatrixCheck {
            positive: true,
            poses: 9,
            passed_over: 0,
            smallest_ratio: 0.1,
            worst_pose: vec![0.0],
        };
        let mut verdict = good.clone();
        verdict.consider_mass(&check);
        let coloured =
            Whiteness { white: false, outside: 1.0, first: 0.9, ljung_box: 1e3, lags: 50 };
        verdict.consider_whiteness(&["a".into(), "b".into()], &[Some(coloured), None]);
        assert!(verdict.pass && verdict.reasons[1].starts_with("residuals of a are not white"));
        check.positive = false;
        verdict.consider_mass(&check);
        assert!(!verdict.pass && verdict.reasons[2].starts_with("fails because"));
    }
}
