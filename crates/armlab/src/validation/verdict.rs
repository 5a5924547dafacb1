//! Pass or fail, with reasons a person can read.

use super::mass_matrix::MassMatrixCheck;
use super::scores::Scores;
use super::whiteness::Whiteness;
use crate::identify::{Consistency, ParameterEstimate};
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

/// How far a model can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Without a limit that is known.
    Pass,
    /// Within limits, which the reasons name.
    Limited,
    /// Not at all.
    Fail,
}

impl Level {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Limited => "limited",
            Self::Fail => "fail",
        }
    }
}

/// The judgement on a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// True if there is no reason to fail.
    pub pass: bool,
    /// Pass, pass within limits, or fail.
    pub level: Level,
    /// Reasons.
    pub reasons: Vec<String>,
    /// The motion it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<String>,
}

impl Default for Verdict {
    fn default() -> Self {
        Self { pass: true, level: Level::Pass, reasons: Vec::new(), scope: Vec::new() }
    }
}

impl Verdict {
    /// Adds a reason that decides nothing.
    pub fn remark(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }
    /// Adds a reason to fail.
    pub fn object(&mut self, reason: impl Display) {
        (self.pass, self.level) = (false, Level::Fail);
        self.reasons.push(format!("fails because: {reason}"));
    }
    /// Adds a reason to pass within limits only.
    pub fn limit(&mut self, reason: impl Display) {
        self.level = self.level.max(Level::Limited);
        self.reasons.push(format!("limited: {reason}"));
    }
    /// Limits a model whose parameters the log tells only roughly: their deviations exceed
    /// a tenth of the largest value of their unit.
    pub fn consider_deviations(&mut self, unknowns: &[ParameterEstimate]) {
        let largest = |unit: &str| {
            let same = unknowns.iter().filter(|p| p.unit == unit);
            same.map(|p| p.value.abs()).fold(0.0, f64::max)
        };
        let rough: Vec<&str> = unknowns
            .iter()
            .filter(|p| p.deviation.is_some_and(|d| d > ROUGHLY * largest(&p.unit)))
            .map(|p| p.name.as_str())
            .collect();
        if rough.len() as f64 > MANY * unknowns.len() as f64 {
            self.limit(format_args!(
                "{} of {} unknowns are known to no better than a tenth of the largest of their \
                 unit ({}, …): excite them more before using the model for other motions",
                rough.len(),
                unknowns.len(),
                rough[..rough.len().min(3)].join(", ")
            ));
        }
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
                "residuals of {} are not white: there are unmodelled effects",
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
/// A joint with a larger error is not modelled, percent.
const UNMODELLED: f64 = 50.0;
/// A joint with a larger error is modelled within limits, percent.
const ROUGH: f64 = 30.0;
/// Residuals of this many times the efforts' noise are noise.
pub(super) const NOISE: f64 = 1.5;

/// A deviation beyond this part of the largest value of its unit is rough, …
const ROUGHLY: f64 = 0.1;
/// … and this part of all unknowns may be rough.
const MANY: f64 = 0.1;

/// What a model is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Errors on the log it was fitted to.
    pub own: &'a Scores,
    /// Errors on others.
    pub unseen: Option<&'a Scores>,
    /// What it has to beat.
    pub baselines: &'a Baselines,
    /// Each joint's effort noise in percent of its efforts, on the log it is judged by.
    pub noise: &'a [f64],
    /// Whether bodies with its parameters exist.
    pub consistent: bool,
    /// Unknowns that the log does not determine.
    pub not_excited: usize,
    /// Names of the joints.
    pub joints: &'a [String],
}

impl Evidence<'_> {
    fn judged(&self) -> &Scores {
        self.unseen.unwrap_or(self.own)
    }

    /// Whether a joint's error is no more than the noise of its efforts.
    fn is_noise(&self, joint: usize) -> bool {
        let error = self.judged().joints[joint].relative;
        self.noise.get(joint).is_some_and(|noise| error <= NOISE * noise)
    }

    /// Whether that holds of all joints.
    fn all_noise(&self) -> bool {
        (0..self.judged().joints.len()).all(|j| self.is_noise(j))
    }
}

/// Judges each joint's error: what no model of it would leave fails, a rough one limits.
pub(super) fn consider_joints(
    verdict: &mut Verdict,
    scores: &Scores,
    noise: &[f64],
    names: &[String],
) {
    for (j, (name, joint)) in names.iter().zip(&scores.joints).enumerate() {
        let explained = noise.get(j).is_some_and(|noise| joint.relative <= NOISE * noise);
        if explained || joint.relative <= ROUGH {
            continue;
        }
        let text = format!(
            "joint `{name}` has an error of {:.0} % (its efforts' noise is {:.1} %)",
            joint.relative,
            noise.get(j).copied().unwrap_or(0.0)
        );
        if joint.relative > UNMODELLED || joint.relative.is_nan() {
            verdict.object(text);
        } else {
            verdict.limit(text);
        }
    }
}

/// The verdict on a model by its scores on the log it was fitted to and on others.
pub fn judge(evidence: &Evidence) -> Verdict {
    let Evidence { own, unseen, baselines, noise, joints, .. } = *evidence;
    let judged = evidence.judged();
    let exact = evidence.all_noise();
    let mut verdict = Verdict::default();
    let on = if unseen.is_some() { "the validation log" } else { "the log it was fitted to" };
    verdict.remark(format!(
        "prediction error {:.2} % on {on} (baseline, constant mean effort: {:.1} %)",
        judged.relative, baselines.mean
    ));
    if unseen.is_none() {
        verdict.remark("no validation log");
    }
    if exact {
        verdict.remark("residuals are no larger than the efforts' noise");
    } else if !(judged.relative < 0.5 * baselines.mean) {
        verdict.object("the prediction error is not below half the baseline's");
    }
    if let Some(described) = baselines.described {
        if judged.relative < described {
            verdict.remark(format!("error of the original description: {described:.1} %"));
        } else if !exact && judged.relative > 1.05 * described + CLEARLY_WORSE {
            verdict.object(format_args!("the original description is better ({described:.2} %)"));
        } else {
            verdict.remark(format!(
                "the original description is as good or slightly better ({described:.2} %)"
            ));
        }
    }
    if let Some(unseen) = unseen
        && !exact
        && unseen.relative > OVERFITTED * own.relative
        && unseen.relative > 5.0
    {
        verdict.object(format_args!(
            "the error on the validation log is {:.1} times that of the fit: weak excitation, or \
             a change between the logs",
            unseen.relative / own.relative
        ));
    }
    let word = if evidence.consistent { "yes" } else { "no" };
    verdict.remark(format!("physically consistent: {word}"));
    if !evidence.consistent {
        verdict.object("the parameters are not physically consistent");
    }
    consider_joints(&mut verdict, judged, noise, joints);
    if evidence.not_excited > 0 {
        verdict.limit(format_args!(
            "{} unknowns were not excited and keep the description's values",
            evidence.not_excited
        ));
    }
    verdict
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
        judge(&Evidence {
            own: &scores(own),
            unseen: Some(&scores(unseen)),
            baselines: &baselines,
            noise: &[0.1],
            consistent: true,
            not_excited: 0,
            joints: &joints,
        })
        .pass
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
        let good = Verdict::default();
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
