//! Sabotage: good logs and descriptions are spoilt in many ways, and every one must come to
//! the right end: refused for the right cause, or used, and then with the right diagnosis
//! first. The table is in `cases/` (simulated robots) and `recorded.rs` (real ones).

mod arm;
mod cases;
mod recorded;

use arm::Arm;
use armlab::diagnosis::{DiagnosisReport, FaultKind};
use armlab::friction::FrictionModel;
use armlab::log_check::RefusedLog;
use armlab::prelude::*;
use std::error::Error as _;
use std::fmt::Write;
use std::sync::OnceLock;

/// One spoilt log and what must come of it.
pub struct Case {
    /// What was done.
    pub name: &'static str,
    /// Kind of sabotage, for counting.
    pub kind: &'static str,
    /// The description and the spoilt log.
    pub arm: Arm,
    /// The one cause for which the log is refused; `None` if it is used.
    pub refused: Option<&'static str>,
    /// The first explanation, by any of these kinds; empty if there is no fault to find.
    pub diagnosis: Vec<FaultKind>,
    /// Joints that the explanation names, from 0; `None` if they do not matter.
    pub joints: Option<Vec<usize>>,
    /// A log that the identification is validated on.
    pub other: Option<Arm>,
    /// The verdict of an identification: `pass`, `limited`, `fail` or `refused`.
    pub verdict: &'static str,
    /// The verdict of a validation of the description: the same, or `none` without masses.
    pub validated: &'static str,
}

/// The table, made once.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(cases::all)
}

/// Causes for which the gate refuses a log.
fn causes(arm: &Arm) -> Vec<String> {
    let run = Identification::new(&arm.robot).log(arm.log()).unwrap();
    let token = CancelToken::new();
    token.cancel();
    // Cancelled right behind the gate.
    let Some(error) = run.run_with_observer(&|_: &Event| {}, token).err() else {
        return Vec::new();
    };
    let refused = error.source().and_then(|s| s.downcast_ref::<RefusedLog>());
    assert!(refused.is_some() || error.is_cancelled(), "{error}");
    refused.map_or_else(Vec::new, |r| r.errors.iter().map(|e| e.code.to_string()).collect())
}

fn diagnosed(arm: &Arm) -> DiagnosisReport {
    Diagnosis::new(&arm.robot).log(arm.log()).unwrap().run().unwrap().report().clone()
}

fn gate_is_right(case: &Case) -> Result<(), String> {
    let found = causes(&case.arm);
    let expected: Vec<String> = case.refused.iter().map(|c| c.to_string()).collect();
    if found == expected { Ok(()) } else { Err(format!("refused for {found:?}, not {expected:?}")) }
}

fn diagnosis_is_right(case: &Case) -> Result<(), String> {
    let report = diagnosed(&case.arm);
    let told = || report.summary();
    let Some(best) = report.best() else {
        return if case.diagnosis.is_empty() { Ok(()) } else { Err(told()) };
    };
    let names: Vec<String> = case.arm.robot.driven_joints().map(|j| j.name.clone()).collect();
    let joints = case.joints.as_ref().map(|all| all.iter().map(|&j| names[j].clone()));
    let right = case.diagnosis.contains(&best.kind)
        && joints.is_none_or(|expected| expected.eq(best.joints.iter().cloned()))
        && !best.fix.is_empty();
    if right { Ok(()) } else { Err(told()) }
}

/// Runs a check over cases and fails with a table of those that are wrong.
fn all_right<'a>(
    cases: impl IntoIterator<Item = &'a Case>,
    check: fn(&Case) -> Result<(), String>,
) {
    let cases: Vec<&Case> = cases.into_iter().collect();
    let mut wrong = String::new();
    for case in &cases {
        if let Err(why) = check(case) {
            let _ = writeln!(wrong, "{} [{}]: {why}", case.name, case.kind);
        }
    }
    let kinds: std::collections::BTreeSet<&str> = cases.iter().map(|c| c.kind).collect();
    println!("{} cases of {} kinds", cases.len(), kinds.len());
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn spoilt_logs_are_refused_for_one_cause_and_good_ones_are_used() {
    all_right(cases(), gate_is_right);
}

#[test]
fn the_right_diagnosis_comes_first() {
    let told = |c: &&Case| c.refused.is_none() || !c.diagnosis.is_empty();
    all_right(cases().iter().filter(told), diagnosis_is_right);
}

#[test]
fn the_battery_has_all_that_it_should() {
    let cases = cases();
    assert!(cases.len() >= 100, "{}", cases.len());
    let names: std::collections::BTreeSet<&str> = cases.iter().map(|c| c.name).collect();
    assert_eq!(names.len(), cases.len(), "every case has a name of its own");
}

/// The verdict of an identification from the log of a case.
fn identified(case: &Case) -> (&'static str, String) {
    let mut run = Identification::new(&case.arm.robot).bootstrap(0).method("wls");
    run = run.log(case.arm.log()).unwrap();
    if let Some(other) = &case.other {
        run = run.validate(other.log()).unwrap();
    }
    match run.run() {
        Err(error) => ("refused", error.to_string()),
        Ok(found) => (found.verdict().status.name(), found.verdict().reasons.join("; ")),
    }
}

/// The verdict on the description of a case.
fn validated(case: &Case) -> (&'static str, String) {
    if case.validated == "none" {
        return ("none", String::new());
    }
    match Validation::new(&case.arm.robot).log(case.arm.log()).unwrap().run() {
        Err(error) => ("refused", error.to_string()),
        Ok(found) => {
            let verdict = &found.report().verdict;
            (verdict.status.name(), verdict.reasons.join("; "))
        }
    }
}

/// A log as it is, and what comes of it with more logs.
fn with_more(arm: &Arm, learnt: &[Log], validated: &[Log]) -> (Vec<[f64; 2]>, String, bool) {
    let mut run = Identification::new(&arm.robot)
        .bootstrap(0)
        .method("wls")
        .friction(FrictionModel::standard());
    for log in [&[arm.log()], learnt].concat() {
        run = run.log(log).unwrap();
    }
    for log in validated {
        run = run.validate(log.clone()).unwrap();
    }
    let found = run.run().unwrap();
    let best = found.best();
    let estimate = &best.result().estimate;
    let values = estimate.unknowns.iter().map(|u| [u.value, u.deviation.unwrap()]).collect();
    (values, best.result().verdict.reasons.join("\n"), best.result().validation.is_some())
}

#[test]
fn a_log_given_twice_counts_once() {
    let arm = arm::good("scara");
    // A part of it on another clock, and the same motion with other noise.
    let mut part = arm.clone().change(|a| {
        a.q.iter_mut().chain(&mut a.qd).chain(&mut a.tau).for_each(|c| *c = c[700..2900].to_vec());
        a.time = a.time[700..2900].iter().map(|t| t + 1000.0).collect();
    });
    let again = arm::of(&arm.robot, arm::Making { noise_seed: 8, ..arm::USUAL });
    let (once, reasons, _) = with_more(&arm, &[], &[]);
    assert!(!reasons.contains("same rows"), "{reasons}");
    for copy in [arm.log(), part.log()] {
        let (twice, reasons, _) = with_more(&arm, &[copy], &[]);
        assert!(reasons.contains("has the same rows as"), "{reasons}");
        assert_eq!(once, twice);
    }
    // Measured twice is no copy.
    let (twice, reasons, _) = with_more(&arm, &[again.log()], &[]);
    assert!(!reasons.contains("same rows") && once != twice, "{reasons}");
    part.tau.iter_mut().flatten().for_each(|x| *x *= 1.0001);
    for seen in [arm.log(), part.log(), again.log()] {
        let (_, reasons, validated) = with_more(&arm, &[], &[seen]);
        assert!(reasons.contains("has the same motion as") && !validated, "{reasons}");
    }
    let other = arm::of(&arm.robot, arm::Making { seed: 9, ..arm::USUAL });
    let (_, reasons, validated) = with_more(&arm, &[], &[other.log()]);
    assert!(!reasons.contains("same motion") && validated, "{reasons}");
}

/// Each fifth case; all of them with `BATTERY=all`, as `make battery` does.
#[test]
fn verdicts_are_right() {
    let mut wrong = String::new();
    let every = if std::env::var("BATTERY").is_ok_and(|b| b == "all") { 1 } else { 5 };
    for case in cases().iter().step_by(every) {
        for (what, (found, why), right) in [
            ("identify", identified(case), case.verdict),
            ("validate", validated(case), case.validated),
        ] {
            if found != right {
                let _ = writeln!(wrong, "{} ({what}): {found}, not {right}: {why}", case.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{wrong}", wrong.lines().count());
}
