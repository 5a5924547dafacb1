//! Filters that learn the noise.

use crate::support::*;
use armlab_online::kalman::{FilterKind, Learns, Memory, System, Tracker, Tuning};

const PAIRS: [(FilterKind, FilterKind); 2] =
    [(FilterKind::AdaptiveEkf, FilterKind::Ekf), (FilterKind::AdaptiveUkf, FilterKind::Ukf)];

/// Mean square of the normalised innovations after the filter has had time to
/// learn, and the deviation of the measurements that it has learnt.
fn after_learning(kind: FilterKind, told: &Spring, learns: Learns) -> (f64, f64) {
    let (_, inputs, measured) = Spring::default().simulate(8000, 5);
    let memory = Memory { learns, kept: 0.995, warm_up: 100 };
    let filter = kind.build(told.dimensions(), &Tuning { memory, ..Tuning::default() });
    let mut tracker = Tracker::new(told.clone(), filter, 1);
    let mut sum = 0.0;
    for k in 0..measured.len() {
        tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
        if k >= 6000 {
            sum += tracker.innovation().nis;
        }
    }
    let saved = tracker.save();
    let learnt = saved.numbers.get("learnt R").map_or(f64::NAN, |r| r[0].sqrt());
    (sum / 2000.0, learnt)
}

#[test]
fn measurement_noise_that_is_told_wrong_is_learnt() {
    let truth = Spring::default();
    for factor in [0.1, 10.0] {
        let told = Spring { measured: factor * truth.measured, ..truth.clone() };
        for (adaptive, plain) in PAIRS {
            let (right, learnt) = after_learning(adaptive, &told, Learns::Measurement);
            let (wrong, _) = after_learning(plain, &told, Learns::Measurement);
            println!("{factor}: {} {right:.2} instead of {wrong:.2}, {learnt:.4}", adaptive.name());
            assert!((right - 1.0).abs() < 0.15, "{right}");
            assert!(!(0.5..2.0).contains(&wrong), "{wrong}");
            assert!((learnt / truth.measured - 1.0).abs() < 0.15, "{learnt}");
        }
    }
}

#[test]
fn process_noise_that_is_told_wrong_is_learnt_well_enough_to_be_consistent() {
    let truth = Spring::default();
    let told = Spring { process: 0.01 * truth.process, ..truth };
    for (adaptive, plain) in PAIRS {
        let (right, _) = after_learning(adaptive, &told, Learns::Process);
        let (wrong, _) = after_learning(plain, &told, Learns::Process);
        println!("{}: {right:.2} instead of {wrong:.2}", adaptive.name());
        assert!((right - 1.0).abs() < 0.25 && wrong > 1.5, "{right} {wrong}");
    }
}

#[test]
fn both_at_once_make_the_filter_consistent_though_one_may_stand_in_for_the_other() {
    let truth = Spring::default();
    let told = Spring { measured: 0.1 * truth.measured, ..truth };
    for (adaptive, plain) in PAIRS {
        let (right, learnt) = after_learning(adaptive, &told, Learns::Both);
        let (wrong, _) = after_learning(plain, &told, Learns::Both);
        println!("{}: {right:.2} instead of {wrong:.2}, {learnt:.4}", adaptive.name());
        assert!((right - 1.0).abs() < 0.25 && wrong > 3.0, "{right} {wrong}");
    }
}
