//! One defect at a time, put into a good log.

use crate::{Good, codes, expectation, good};
use armlab_log::preflight::{Finding, Severity, check_log};
use armlab_log::{Expectation, Log, Quantity};
use std::f64::consts::PI;

/// The only finding of a spoilt log.
#[track_caller]
fn only(spoil: impl Fn(&mut Good), code: &str, severity: Severity) -> Finding {
    let mut log = good();
    spoil(&mut log);
    let report = log.check();
    assert_eq!(codes(&report), [code], "{:#?}", report.findings);
    let finding = report.findings[0].clone();
    assert_eq!(finding.severity, severity, "{finding:?}");
    assert!(!finding.action.is_empty());
    finding
}

#[test]
fn repeated_and_backward_stamps_are_dropped_where_they_are_few() {
    for (code, row, stamp) in [
        ("stamps-repeated", 100, 0.495),
        ("stamps-backwards", 500, 1.0),
        ("stamps-missing", 7, f64::NAN),
    ] {
        let mut log = good();
        log.time[row] = stamp;
        let report = log.check();
        // A row without a stamp of its own leaves a gap.
        assert_eq!(codes(&report), [code, "gaps"], "{:#?}", report.findings);
        let finding = &report.findings[0];
        assert_eq!((finding.severity, finding.rows.count), (Severity::Warning, 1));
        assert_eq!(finding.rows.first, [row as u64 + 1]);
    }
    let mut log = good();
    (0..2000).step_by(4).for_each(|i| log.time[i] = 0.0);
    let report = log.check();
    assert!(report.of("stamps-backwards").any(|f| f.severity == Severity::Error));
}

#[test]
fn jitter_and_gaps_are_told_apart() {
    let jitter = |l: &mut Good| {
        let mut t = 0.0;
        for i in 0..2000 {
            l.time[i] = t;
            t += 0.005 + 0.001 * (i as f64 * 1.7).sin();
        }
        // The motion follows its stamps.
        let fresh = |f: &dyn Fn(f64) -> f64| l.time.iter().map(|&t| f(t)).collect::<Vec<f64>>();
        l.q = [fresh(&|t| 0.8 * (2.0 * t).sin()), fresh(&|t| 1.2 * (3.0 * t).cos() - 0.3)];
        l.qd = [fresh(&|t| 1.6 * (2.0 * t).cos()), fresh(&|t| -3.6 * (3.0 * t).sin())];
    };
    only(jitter, "jitter", Severity::Warning);
    let log = good().log();
    let joined = log.slice_rows(0..700).followed_by(&log.slice_rows(710..2000)).unwrap();
    let report = check_log(&joined, &expectation());
    assert_eq!(codes(&report), ["gaps"]);
    let gaps = &report.findings[0];
    assert_eq!((gaps.rows.count, gaps.rows.first.clone()), (1, vec![701]));
    assert!(gaps.message.contains("about 10 samples lost"), "{}", gaps.message);
}

#[test]
fn milliseconds_for_seconds_are_noticed() {
    let mut log = good();
    log.time.iter_mut().for_each(|t| *t *= 1e3);
    assert!(log.check().of("time-unit").count() == 1);
}

#[test]
fn values_that_are_not_finite_are_counted_by_row() {
    let spoil = |l: &mut Good| {
        l.q[0][3] = f64::NAN;
        l.tau[1][3] = f64::INFINITY;
        l.tau[1][9] = f64::NAN;
    };
    let finding = only(spoil, "not-finite", Severity::Warning);
    assert_eq!((finding.rows.count, finding.rows.first), (2, vec![4, 10]));
    assert_eq!(finding.columns, ["q1", "tau2"]);
    let finding = only(|l| l.tau[1].fill(f64::NAN), "empty-column", Severity::Error);
    assert_eq!(finding.columns, ["tau2"]);
}

#[test]
fn glitches_are_errors() {
    let mut log = good();
    log.qd[1][55] = 1e111;
    let report = log.check();
    let absurd = report.of("absurd").next().unwrap();
    assert_eq!((absurd.severity, absurd.rows.first.clone()), (Severity::Error, vec![56]));
    assert_eq!(absurd.columns, ["qd2"]);
}

#[test]
fn angles_that_wrap_and_positions_that_jump_are_errors() {
    let wrapped = |l: &mut Good| {
        l.q[1].iter_mut().for_each(|q| *q = (*q + 2.5 + PI).rem_euclid(2.0 * PI) - PI);
    };
    let mut log = good();
    wrapped(&mut log);
    let report = check_log(&log.log(), &Expectation::default());
    let jumps = report.of("position-jumps").next().unwrap();
    assert!(jumps.message.contains("full turn"), "{}", jumps.message);
    assert_eq!((jumps.severity, jumps.columns.clone()), (Severity::Error, vec!["q2".to_string()]));
    let finding = only(|l| l.q[0][700] += 1.0, "position-jumps", Severity::Error);
    assert_eq!((finding.rows.count, finding.rows.first), (2, vec![701, 702]));
    let parts = |l: &mut Good| l.q[0][1200..].iter_mut().for_each(|q| *q += 0.7);
    assert_eq!(only(parts, "position-jumps", Severity::Error).rows.first, [1201]);
}

#[test]
fn a_stuck_position_is_found_by_its_velocity() {
    let finding = only(|l| l.q[0][400..480].fill(0.1), "frozen", Severity::Warning);
    assert_eq!((finding.rows.count, finding.rows.first), (80, vec![401]));
    assert_eq!(finding.columns, ["q1"]);
}

#[test]
fn a_stuck_velocity_is_found_by_its_position() {
    let finding = only(|l| l.qd[1][400..480].fill(0.1), "frozen", Severity::Warning);
    assert_eq!((finding.rows.count, finding.columns), (80, vec!["qd2".to_string()]));
}

#[test]
fn a_stuck_effort_is_found_by_the_motion() {
    let finding = only(|l| l.tau[0][1920..].fill(1.0), "frozen", Severity::Warning);
    assert_eq!((finding.rows.count, finding.rows.first), (80, vec![1921]));
    assert_eq!(finding.columns, ["tau1"]);
}

#[test]
fn a_position_that_is_stuck_until_the_joint_is_back_is_found() {
    // A whole period of joint 1: π s at 200 Hz.
    let finding = only(|l| l.q[0][400..1028].fill(-0.605), "frozen", Severity::Error);
    assert_eq!((finding.rows.first, finding.columns), (vec![401], vec!["q1".to_string()]));
}

#[test]
fn a_robot_at_rest_is_not_frozen() {
    let mut log = good();
    for j in 0..2 {
        let (q, tau) = (log.q[j][1000], log.tau[j][1000]);
        log.q[j][1000..1400].fill(q);
        log.qd[j][1000..1400].fill(0.0);
        log.tau[j][1000..1400].fill(tau);
    }
    let report = log.check();
    assert_eq!(report.of("frozen").count(), 0, "{:?}", report.findings);
}

#[test]
fn effort_that_is_cut_off_is_saturated() {
    let clip = |l: &mut Good| l.tau[0].iter_mut().for_each(|x| *x = x.clamp(-30.0, 30.0));
    let mut log = good();
    clip(&mut log);
    let report = log.check();
    assert_eq!(codes(&report), ["saturated"], "{:?}", report.findings);
    let saturated = &report.findings[0];
    assert_eq!(
        (saturated.severity, saturated.columns.clone()),
        (Severity::Error, vec!["tau1".into()])
    );
    assert!(saturated.rows.count > 600 && saturated.message.ends_with("(and 1 more alike)"));
    let mut log = good();
    log.tau[1][50] = 100.0;
    assert_eq!(codes(&log.check()), ["at-effort-limit"]);
}

#[test]
fn degrees_are_found_with_and_without_velocities_and_limits() {
    let degrees = |l: &mut Good| l.q[0].iter_mut().for_each(|q| *q *= 180.0 / PI);
    let mut log = good();
    degrees(&mut log);
    let report = log.check();
    assert!(report.of("degrees").all(|f| f.severity == Severity::Error));
    assert_eq!(report.of("degrees").count(), 1, "{:?}", report.findings);
    let without = check_log(&log.log(), &Expectation::default());
    assert!(without.of("degrees").any(|f| f.severity == Severity::Error), "{:?}", without.findings);
    let mut log = good();
    log.qd[0].iter_mut().for_each(|v| *v *= 180.0 / PI);
    assert_eq!(check_log(&log.log(), &Expectation::default()).of("degrees").count(), 1);
}

#[test]
fn signs_and_scales_of_velocity_are_compared_with_positions() {
    let finding =
        only(|l| l.qd[0].iter_mut().for_each(|v| *v = -*v), "velocity-sign", Severity::Error);
    assert_eq!(finding.columns, ["q1", "qd1"]);
    only(|l| l.qd[0].iter_mut().for_each(|v| *v *= 0.5), "velocity-scale", Severity::Error);
    only(|l| l.qd.swap(0, 1), "velocity-disagrees", Severity::Error);
}

#[test]
fn joints_that_never_move_are_named() {
    let spoil = |l: &mut Good| {
        l.q[1].fill(0.4);
        l.qd[1].fill(0.0);
    };
    let finding = only(spoil, "motionless", Severity::Warning);
    assert_eq!(finding.columns, ["q2"]);
}

#[test]
fn standstill_at_the_ends_is_told() {
    let spoil = |l: &mut Good| {
        for j in 0..2 {
            let q = l.q[j][1500];
            l.q[j][1500..].fill(q);
            l.qd[j][1500..].fill(0.0);
        }
    };
    let finding = only(spoil, "standstill", Severity::Info);
    assert!(finding.message.contains("the last 2.50 s"), "{}", finding.message);
}

#[test]
fn effort_that_says_nothing_is_found() {
    only(|l| l.tau[0].fill(0.0), "constant-effort", Severity::Error);
    only(|l| l.tau.iter_mut().for_each(|t| t.fill(7.0)), "constant-effort", Severity::Error);
    let scale = |by: f64| move |l: &mut Good| l.tau.iter_mut().flatten().for_each(|x| *x *= by);
    only(scale(1e-5), "tiny-effort", Severity::Warning);
    only(scale(0.05), "effort-like-current", Severity::Warning);
}

/// A log with some quantities only.
fn with(quantities: &[Quantity]) -> Log {
    let (good, mut log) = (good(), Log::new(good().time));
    for &quantity in quantities {
        for j in 0..2 {
            let values = match quantity {
                Quantity::Position => &good.q[j],
                Quantity::Velocity => &good.qd[j],
                _ => &good.tau[j],
            };
            log.push_channel(quantity, j, values.clone());
        }
    }
    log
}

#[test]
fn what_is_not_logged_is_told() {
    use Quantity::{Current, Effort, Position, Velocity};
    for (quantities, expected) in [
        (&[Position, Effort][..], vec!["no-velocity"]),
        (&[Position, Velocity], vec!["no-effort"]),
        (&[Position, Velocity, Current], vec!["current-only"]),
    ] {
        assert_eq!(codes(&check_log(&with(quantities), &expectation())), expected);
    }
    let some = with(&[Position, Velocity]).with_channel(Effort, 0, good().tau[0].clone());
    assert_eq!(codes(&check_log(&some, &expectation())), ["effort-missing"]);
}

#[test]
fn efforts_beside_the_wrong_samples_are_found() {
    let mixed = |tau: &mut Vec<f64>| {
        let mut state = 7_u64;
        for k in (1..tau.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            tau.swap(k, (state >> 33) as usize % (k + 1));
        }
    };
    let found = only(|l| l.tau.iter_mut().for_each(mixed), "unrelated-efforts", Severity::Error);
    assert_eq!(found.columns, ["tau1", "tau2"]);
    // One channel of noise is no reason to refuse the others.
    let mut one = good();
    mixed(&mut one.tau[1]);
    assert_eq!(codes(&check_log(&one.log(), &expectation())), [""; 0]);
}

#[test]
fn a_coarse_resolution_is_told() {
    let coarse = |l: &mut Good| l.q[0].iter_mut().for_each(|q| *q = (*q * 2000.0).round() / 2000.0);
    let finding = only(coarse, "quantised", Severity::Info);
    assert_eq!(finding.columns, ["q1"]);
    assert!(finding.message.contains("5.000e-4"), "{}", finding.message);
}

#[test]
fn limits_that_are_exceeded_are_told() {
    let mut narrow = expectation();
    narrow.upper[0] = 0.5;
    narrow.velocity[1] = 2.0;
    let report = check_log(&good().log(), &narrow);
    let columns: Vec<&[String]> = report.of("beyond-limits").map(|f| &f.columns[..]).collect();
    assert_eq!(columns, [["q1", "qd2"]]);
}

#[test]
fn positions_far_beyond_the_limits_throughout_are_in_another_unit() {
    let counts = |l: &mut Good| l.q.iter_mut().chain(&mut l.qd).flatten().for_each(|x| *x *= 652.0);
    let finding = only(counts, "position-unit", Severity::Error);
    assert_eq!(finding.columns, ["q1", "q2"]);
    // A zero that is many turns away is none.
    let turns = |l: &mut Good| l.q[0].iter_mut().for_each(|x| *x += 200.0 * PI);
    only(turns, "beyond-limits", Severity::Warning);
}

#[test]
fn the_same_numbers_for_two_joints_are_an_error_of_efforts_and_a_warning_of_positions() {
    let efforts = |l: &mut Good| l.tau[1] = l.tau[0].clone();
    assert_eq!(only(efforts, "same-columns", Severity::Error).columns, ["tau1", "tau2"]);
    let mut log = good();
    log.q[1] = log.q[0].clone();
    log.qd[1] = log.qd[0].clone();
    let report = log.check();
    assert!(report.of("same-columns").all(|f| f.severity == Severity::Warning));
    assert_eq!(report.of("same-columns").count(), 1, "{:#?}", report.findings);
    // Two joints that rest hold the same numbers, too.
    let rest = |l: &mut Good| l.q.iter_mut().chain(&mut l.qd).flatten().for_each(|x| *x = 0.0);
    rest(&mut log);
    assert_eq!(log.check().of("same-columns").count(), 0);
}

#[test]
fn few_samples_are_an_error_where_they_are_too_few() {
    let log = good().log();
    let severity = |rows| check_log(&log.slice_rows(0..rows), &expectation()).findings[0].severity;
    assert_eq!(severity(19), Severity::Error);
    assert_eq!(severity(99), Severity::Warning);
    let one = check_log(&log.slice_rows(0..1), &expectation());
    assert!(!one.ok() && one.rate() == 0.0);
}

#[test]
fn one_cause_is_one_finding() {
    let efforts = |by: f64| move |l: &mut Good| l.tau.iter_mut().flatten().for_each(|x| *x *= by);
    let finding = only(efforts(1000.0), "effort-unit", Severity::Error);
    assert_eq!(finding.columns, ["tau1", "tau2"]);
    assert!(finding.action.contains("N mm"));
    let finding = only(|l| l.time.iter_mut().for_each(|t| *t *= 1e3), "time-unit", Severity::Error);
    assert!(finding.action.contains("[ms]"), "{finding:?}");
    let degrees = |l: &mut Good| {
        let both = l.q.iter_mut().chain(&mut l.qd).flatten();
        both.for_each(|x| *x *= 180.0 / PI);
    };
    only(degrees, "degrees", Severity::Error);
}

#[test]
fn stamps_that_are_rounded_to_seconds_repeat_and_are_no_other_unit() {
    let seconds = |l: &mut Good| l.time.iter_mut().for_each(|t| *t = t.floor());
    only(seconds, "stamps-repeated", Severity::Error);
}

#[test]
fn a_clock_that_was_set_back_and_a_robot_that_hardly_moves_are_errors() {
    only(|l| (1000..2000).for_each(|i| l.time[i] -= 1.0), "stamps-backwards", Severity::Error);
    only(|l| (1000..2000).for_each(|i| l.time[i] -= 0.05), "stamps-backwards", Severity::Error);
    let still = |l: &mut Good| {
        let both = l.q.iter_mut().chain(&mut l.qd).flatten();
        both.for_each(|x| *x *= 1e-3);
    };
    only(still, "hardly-moving", Severity::Error);
    let log = good().log().slice_rows(0..45);
    assert!(check_log(&log, &expectation()).of("too-short").any(|f| f.severity == Severity::Error));
}
