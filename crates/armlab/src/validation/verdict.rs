//! Pass or fail, with reasons a person can read.

use super::limits::ErrorLimits;
use super::mass_matrix::MassMatrixCheck;
use super::steadiness::changes;
use super::whiteness::Whiteness;
use crate::diagnosis::Explanation;
use crate::error::{Error, Hint, Result};
use crate::identify::{Consistency, ParameterEstimate, Recording};
use serde::Serialize;
use std::fmt::Display;
use std::str::FromStr;

/// A deviation beyond this part of the largest value of its unit is rough, …
const ROUGHLY: f64 = 0.1;
/// … and this part of all unknowns may be rough.
const MANY: f64 = 0.1;

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

impl FromStr for Level {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        let all = [Self::Pass, Self::Limited, Self::Fail];
        all.into_iter().find(|l| l.name() == text.trim()).ok_or_else(|| {
            let names = all.map(|l| l.name().to_string()).to_vec();
            Error::new(format_args!("`{text}` is no verdict")).hint(Hint::OneOf(names))
        })
    }
}

/// How far the model of one joint can be used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointVerdict {
    /// The joint.
    pub joint: String,
    /// Pass, pass within limits, or fail.
    pub status: Level,
    /// Why.
    pub reason: String,
}

/// The judgement on a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Pass, pass within limits, or fail.
    pub status: Level,
    /// True for a pass without limits only.
    pub pass: bool,
    /// Joint by joint.
    pub joints: Vec<JointVerdict>,
    /// Reasons.
    pub reasons: Vec<String>,
    /// The motion it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<String>,
    /// Errors that a person allows.
    #[serde(skip_serializing_if = "ErrorLimits::is_empty")]
    pub limits: ErrorLimits,
    /// What may be wrong with log or description, the best explanation first.
    pub diagnosis: Vec<Explanation>,
}

impl Default for Verdict {
    fn default() -> Self {
        Self {
            status: Level::Pass,
            pass: true,
            joints: Vec::new(),
            reasons: Vec::new(),
            scope: Vec::new(),
            limits: ErrorLimits::default(),
            diagnosis: Vec::new(),
        }
    }
}

impl Verdict {
    /// Whether the model fails.
    pub fn fails(&self) -> bool {
        self.status == Level::Fail
    }
    fn lower(&mut self, status: Level) {
        self.status = self.status.max(status);
        self.pass = self.status == Level::Pass;
    }
    /// Adds the verdict on a joint.
    pub(super) fn joint(&mut self, joint: &str, status: Level, reason: String) {
        let text = format!("joint `{joint}`: {reason}");
        match status {
            Level::Pass => {}
            Level::Limited => self.limit(text),
            Level::Fail => self.object(text),
        }
        self.joints.push(JointVerdict { joint: joint.into(), status, reason });
    }
    /// Adds a reason that decides nothing.
    pub fn remark(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }
    /// Adds a reason to fail.
    pub fn object(&mut self, reason: impl Display) {
        self.lower(Level::Fail);
        self.reasons.push(format!("fails because: {reason}"));
    }
    /// Adds a reason to pass within limits only.
    pub fn limit(&mut self, reason: impl Display) {
        self.lower(Level::Limited);
        self.reasons.push(format!("limited: {reason}"));
    }
    /// Fails a model that efforts keep to in a part of a log only.
    pub fn consider_changes(
        &mut self,
        recordings: &[Recording],
        predicted: &[Vec<Vec<f64>>],
        names: &[String],
    ) {
        changes(recordings, predicted, names).iter().for_each(|change| self.object(change));
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
    /// Takes up what a diagnosis found. A fault of the log that is certain fails the model,
    /// whose parameters may have taken it up.
    pub fn explain(&mut self, explanations: Vec<Explanation>) {
        if let Some(first) = explanations.first().filter(|e| e.certain) {
            self.object(format_args!("{} (diagnosis)", first.message));
        }
        self.diagnosis = explanations;
    }
    /// States how far an estimate is from the nearest physically consistent robot.
    pub fn consider_consistency(&mut self, physical: &Consistency) {
        if let Some([squared, limit]) = physical.distance {
            let within = if physical.consistent { "within" } else { "beyond" };
            self.remark(format!(
                "nearest physically consistent robot: squared distance {squared:.3} in the \
                 estimate's covariance, {within} the 99.9 % limit of {limit:.1}"
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_reason_decides() {
        let mut verdict = Verdict::default();
        verdict.joint("a", Level::Limited, "rough".into());
        assert!(verdict.status == Level::Limited && !verdict.pass);
        verdict.object("wrong");
        verdict.limit("rough");
        assert!(verdict.fails());
        assert_eq!(verdict.joints[0].status, Level::Limited);
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
