//! Whether a model can be used: its errors against what the log allows.

use super::limits::ErrorLimits;
use super::log_evidence::LogEvidence;
use super::scores::{JointScore, Scores};
use super::verdict::{Level, Verdict};
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

/// An error this many times that of a free model of the same robot, fitted to the log it is
/// judged by, …
const TIMES_FREE: f64 = 2.0;
/// … and so many points of percent more, is not the log's fault: of an identified model, of
/// a described one, and of a single joint.
const BEYOND_FREE: Beyond = Beyond { identified: 5.0, described: 3.0, joint: 10.0 };
/// Points of percent by which a model may be worse than the description that it
/// came from: a description that is exact is not beaten by an estimate from noise.
const CLEARLY_WORSE: f64 = 1.0;
/// A joint with a larger error is not modelled, percent.
const UNMODELLED: f64 = 50.0;
/// A joint with a larger error is modelled within limits, percent.
const ROUGH: f64 = 30.0;
/// Part of the error of a constant mean effort from which on a model predicts no better.
const NO_BETTER: f64 = 0.9;

struct Beyond {
    identified: f64,
    described: f64,
    joint: f64,
}

/// What an identified model is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Errors on the log it was fitted to.
    pub own: &'a Scores,
    /// Errors on others.
    pub unseen: Option<&'a Scores>,
    /// What it has to beat.
    pub baselines: &'a Baselines,
    /// What the log it is judged by allows.
    pub log: &'a LogEvidence,
    /// Whether bodies with its parameters exist.
    pub consistent: bool,
    /// Unknowns that the log does not determine.
    pub not_excited: usize,
    /// Names of the joints.
    pub joints: &'a [String],
    /// Errors that a person allows.
    pub limits: &'a ErrorLimits,
}

/// What a description is judged by.
#[derive(Clone, Copy, Debug)]
pub struct DescribedEvidence<'a> {
    /// Its errors.
    pub scores: &'a Scores,
    /// Errors of predicting each joint's mean effort, percent.
    pub mean: f64,
    /// Errors of its bodies with friction fitted to this log, where it states no friction.
    pub with_friction: Option<&'a Scores>,
    /// What the log allows.
    pub log: &'a LogEvidence,
    /// Whether its bodies exist.
    pub consistent: bool,
    /// Names of the joints.
    pub joints: &'a [String],
    /// Errors that a person allows.
    pub limits: &'a ErrorLimits,
}

/// The verdict on a model by its scores on the log it was fitted to and on others.
pub fn judge(evidence: &Evidence) -> Verdict {
    let Evidence { own, unseen, baselines, log, .. } = *evidence;
    let judged = unseen.unwrap_or(own);
    let mut verdict = Verdict { limits: evidence.limits.clone(), ..Verdict::default() };
    let on = if unseen.is_some() { "the validation log" } else { "the log it was fitted to" };
    verdict.remark(format!(
        "prediction error {:.2} % on {on} (baseline, constant mean effort: {:.1} %)",
        judged.relative, baselines.mean
    ));
    if unseen.is_none() {
        verdict.remark("no validation log");
    }
    let exact = consider_baseline(&mut verdict, judged, baselines.mean, log);
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
    let free = log.free.as_ref().map(|f| f.relative);
    if let (Some(unseen), Some(free), false) = (unseen, free, exact)
        && unseen.relative > (TIMES_FREE * free).max(free + BEYOND_FREE.identified)
    {
        verdict.object(format_args!(
            "a model fitted to the validation log has an error of {free:.2} % there: weak \
             excitation, or a change between the logs"
        ));
    }
    let word = if evidence.consistent { "yes" } else { "no" };
    verdict.remark(format!("physically consistent: {word}"));
    if !evidence.consistent {
        verdict.object("the parameters are not physically consistent");
    }
    consider_joints(&mut verdict, judged, log, evidence.joints, Level::Limited);
    if evidence.not_excited > 0 {
        verdict.limit(format_args!(
            "{} unknowns were not excited and keep the description's values",
            evidence.not_excited
        ));
    }
    verdict
}

/// Judges a model that was not made from this log.
pub fn judge_described(evidence: &DescribedEvidence) -> Verdict {
    let DescribedEvidence { scores, mean, with_friction, log, .. } = *evidence;
    let mut verdict = Verdict { limits: evidence.limits.clone(), ..Verdict::default() };
    verdict.remark(format!(
        "prediction error {:.2} % (baselines: zero effort 100 %, constant mean effort {mean:.1} %)",
        scores.relative
    ));
    let free = log.free.as_ref().map(|f| f.relative);
    if let Some(free) = free {
        verdict.remark(format!("error of a free model of this robot on the same log: {free:.2} %"));
    }
    let judged = match with_friction {
        Some(with) if !log.all_noise(scores) => {
            verdict.limit(format_args!(
                "the description states no friction; with friction fitted to this log its error is \
                 {:.2} %",
                with.relative
            ));
            with
        }
        _ => scores,
    };
    let exact = consider_baseline(&mut verdict, judged, mean, log);
    if !exact
        && free.is_some_and(|free| judged.relative > TIMES_FREE * free + BEYOND_FREE.described)
    {
        verdict.object("a free model of this robot predicts the same log far better");
    }
    consider_joints(&mut verdict, judged, log, evidence.joints, Level::Fail);
    if !evidence.consistent {
        verdict.object("the parameters are not physically consistent");
    }
    verdict
}

/// Compares with the constant mean effort; true if all residuals are noise.
fn consider_baseline(verdict: &mut Verdict, judged: &Scores, mean: f64, log: &LogEvidence) -> bool {
    let exact = log.all_noise(judged);
    let above = !(judged.relative < 0.5 * mean);
    if exact && !(judged.relative < UNMODELLED.max(NO_BETTER * mean)) {
        verdict.object(
            "most of the efforts is noise, and no better predicted than by a constant: they tell \
             nothing about the robot",
        );
    } else if exact {
        verdict.remark("residuals are no larger than the efforts' noise");
    } else if above && judged.relative < UNMODELLED && log.unrelated(judged) {
        verdict.limit(
            "the prediction error is not below half the baseline's, but has nothing to do with the \
             motion: too weak a motion for this noise",
        );
    } else if above {
        verdict.object("the prediction error is not below half the baseline's");
    }
    exact
}

/// Judges each joint's error, and all together by the limits that a person gave. A joint whose
/// error is far beyond a free model's is as bad as `misfit`.
fn consider_joints(
    verdict: &mut Verdict,
    scores: &Scores,
    log: &LogEvidence,
    names: &[String],
    misfit: Level,
) {
    let limits = verdict.limits.clone();
    let mut rough = 0;
    for (j, (name, joint)) in names.iter().zip(&scores.joints).enumerate() {
        let error = joint.relative;
        let noise = log.noise.get(j).copied().unwrap_or(0.0);
        let text = format!("error {error:.1} %, noise of its efforts {noise:.1} %");
        if let Some(limit) = limits.joints.get(name) {
            let within = error <= *limit;
            let word = if within { "within" } else { "above" };
            let status = if within { Level::Pass } else { Level::Fail };
            verdict.joint(name, status, format!("{text}, {word} the given limit of {limit} %"));
            continue;
        }
        let is_noise = log.is_noise(j, error);
        let is_far = |free: f64| {
            !is_noise && error > TIMES_FREE * free + BEYOND_FREE.joint && error.is_finite()
        };
        let far = log.free_joint(j).filter(|free| is_far(*free));
        let (status, why) = match far {
            _ if is_noise && error > UNMODELLED => {
                (Level::Limited, ": mostly noise, which tells nothing about the model".into())
            }
            _ if is_noise => (Level::Pass, String::new()),
            _ if log.stands_still(j) => {
                let why = ": it stands still, and friction may hold any part of its effort";
                (Level::Limited, why.into())
            }
            _ if !(error <= UNMODELLED) => (Level::Fail, ": not modelled".into()),
            Some(free) => {
                (misfit, format!(", and a free model fitted to this log has {free:.1} %"))
            }
            None if is_far(joint.scaled) => {
                let JointScore { gain, scaled, .. } = joint;
                let why = format!(
                    ", and {scaled:.1} % if predicted efforts are multiplied by {gain:.3}: a drive \
                     gain or unit is wrong"
                );
                (misfit, why)
            }
            None if error > ROUGH => match log.unrepeated(j, error) {
                Some(part) => {
                    let why = format!(", of which {part:.1} % differ between periods");
                    (Level::Pass, why + " of the motion, which no model predicts")
                }
                None => {
                    rough += usize::from(log.is_related(j));
                    (Level::Limited, ": roughly modelled".into())
                }
            },
            None => (Level::Pass, String::new()),
        };
        verdict.joint(name, status, text + &why);
    }
    if 2 * rough > scores.joints.len() {
        verdict.object("most joints are modelled roughly only");
    }
    if let Some(limit) = limits.overall {
        let error = scores.relative;
        if error <= limit {
            verdict.remark(format!("the prediction error is within the given limit of {limit} %"));
        } else {
            verdict.object(format_args!(
                "the prediction error of {error:.2} % is above the given limit of {limit} %"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::JointScore;

    fn scores(relative: f64) -> Scores {
        Scores {
            joints: vec![JointScore { rms: 1.0, relative, gain: 1.0, scaled: relative }],
            relative,
        }
    }

    fn log(noise: f64, free: f64, related: f64) -> LogEvidence {
        LogEvidence {
            noise: vec![noise],
            unrepeated: Vec::new(),
            free: Some(scores(free)),
            related: vec![related],
            still: Vec::new(),
        }
    }

    #[test]
    fn what_differs_between_periods_is_no_fault_of_the_model() {
        let joint = |unrepeated: &[f64]| {
            let log = LogEvidence { unrepeated: unrepeated.to_vec(), ..log(1.0, 31.0, 0.5) };
            identified(32.0, 32.0, 90.0, &log).joints.remove(0)
        };
        assert_eq!(joint(&[]).status, Level::Limited);
        assert_eq!(joint(&[5.0]).status, Level::Limited);
        let repeated = joint(&[28.0]);
        assert_eq!(repeated.status, Level::Pass);
        assert!(repeated.reason.contains("28.0 % differ between periods"), "{}", repeated.reason);
    }

    fn identified(own: f64, unseen: f64, described: f64, log: &LogEvidence) -> Verdict {
        limited(own, unseen, described, log, &[])
    }

    fn limited(own: f64, unseen: f64, described: f64, log: &LogEvidence, to: &[&str]) -> Verdict {
        let mut limits = ErrorLimits::default();
        to.iter().for_each(|limit| limits.add(limit.parse().unwrap()));
        judge(&Evidence {
            own: &scores(own),
            unseen: Some(&scores(unseen)),
            baselines: &Baselines { mean: 60.0, described: Some(described) },
            log,
            consistent: true,
            not_excited: 0,
            joints: &["a".to_string()],
            limits: &limits,
        })
    }

    #[test]
    fn a_model_must_beat_mean_and_description_and_hold_on_unseen_data() {
        let usual = log(0.1, 5.0, 0.5);
        assert!(identified(5.0, 6.0, 20.0, &usual).pass);
        assert!(identified(5.0, 31.0, 50.0, &usual).fails(), "half the mean's error");
        assert!(identified(5.0, 11.0, 20.0, &usual).fails(), "a free model has 5 % there");
        assert!(identified(5.0, 11.0, 20.0, &log(0.1, 9.0, 0.5)).pass, "no model has less there");
        assert!(identified(9.0, 9.0, 5.0, &usual).fails(), "the description was better");
        assert!(identified(0.9, 0.9, 0.0, &usual).pass, "an exact description is not beaten");
        let shuffled = log(60.0, 60.0, 0.0);
        assert!(identified(59.0, 59.0, 80.0, &shuffled).fails(), "no better than a constant");
        assert!(!identified(49.0, 49.0, 80.0, &shuffled).fails(), "noisy, but predicted");
        let rough = log(0.1, 34.0, 0.5);
        assert!(identified(29.0, 29.0, 90.0, &rough).pass);
        // One of one joint; with a mean's error of 80 % nothing else fails it.
        let mean = Baselines { mean: 80.0, described: None };
        let (own, names) = (scores(35.0), ["a".to_string()]);
        let evidence = Evidence {
            own: &own,
            unseen: None,
            baselines: &mean,
            log: &rough,
            consistent: true,
            not_excited: 0,
            joints: &names,
            limits: &ErrorLimits::default(),
        };
        assert!(judge(&evidence).fails(), "most joints roughly");
        let weak = log(0.1, 34.0, 0.02);
        assert_eq!(identified(30.0, 35.0, 90.0, &weak).status, Level::Limited, "noise alone");
    }

    #[test]
    fn limits_that_are_given_decide_and_take_the_place_of_the_joints_own() {
        let usual = log(0.1, 30.0, 0.5);
        let status = |error: f64, to: &[&str]| limited(5.0, error, 90.0, &usual, to).status;
        assert_eq!(status(6.0, &["7"]), Level::Pass);
        assert_eq!(status(6.0, &["5"]), Level::Fail);
        assert_eq!(status(6.0, &["7", "a=5"]), Level::Fail);
        assert_eq!(status(29.0, &["a=40"]), Level::Pass);
        let verdict = limited(5.0, 6.0, 90.0, &usual, &["a=5"]);
        assert_eq!(verdict.joints[0].status, Level::Fail);
        assert_eq!(verdict.limits.joints["a"], 5.0);
    }

    #[test]
    fn a_joint_that_stands_still_is_limited_whatever_holds_it() {
        let moving = log(1.0, 2.0, 0.9);
        assert_eq!(identified(300.0, 300.0, 400.0, &moving).joints[0].status, Level::Fail);
        let still = LogEvidence { still: vec![true], ..moving };
        assert_eq!(identified(300.0, 300.0, 400.0, &still).joints[0].status, Level::Limited);
    }

    #[test]
    fn a_description_must_beat_the_mean_and_be_of_possible_bodies() {
        let judged = |relative: f64, free: f64, consistent: bool| {
            let scores = scores(relative);
            judge_described(&DescribedEvidence {
                scores: &scores,
                mean: 60.0,
                with_friction: None,
                log: &log(1.0, free, 0.5),
                consistent,
                joints: &["a".to_string()],
                limits: &ErrorLimits::default(),
            })
        };
        assert!(judged(10.0, 8.0, true).pass);
        assert!(judged(40.0, 30.0, true).fails());
        assert!(judged(25.0, 4.0, true).fails(), "a free model is far better");
        assert!(judged(1.2, 0.1, true).pass, "no more than noise");
        assert!(judged(f64::NAN, 1.0, true).fails());
        let impossible = judged(10.0, 8.0, false);
        let told = impossible.reasons.iter().any(|r| r.contains("not physically consistent"));
        assert!(impossible.fails() && told);
    }
}
