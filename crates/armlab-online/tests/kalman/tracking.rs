//! What is skipped, halved, begun anew and given up.

use crate::support::*;
use armlab_online::SampleOutcome;
use armlab_online::kalman::{FILTERS, FilterKind, System, Tracker, Tuning};

fn tracker(spring: Spring, kind: FilterKind) -> Tracker<Spring> {
    let filter = kind.build(spring.dimensions(), &Tuning::default());
    Tracker::new(spring, filter, 1)
}

#[test]
fn samples_that_are_no_numbers_change_nothing_and_are_counted() {
    let spring = Spring::default();
    let (_, inputs, measured) = spring.simulate(60, 2);
    for &kind in FILTERS {
        let (mut clean, mut spoilt) =
            (tracker(spring.clone(), kind), tracker(spring.clone(), kind));
        for k in 0..60 {
            let t = STEP * k as f64;
            let (u, z) = (&inputs[k..k + 1], &measured[k..k + 1]);
            if k == 30 {
                // The clean log does not have this sample at all.
                for (u, z) in [([f64::NAN], [1.0]), ([0.0], [f64::INFINITY])] {
                    assert_eq!(spoilt.take(t, &u, &z), Ok(SampleOutcome::Skipped));
                }
                assert_eq!(spoilt.take(f64::NAN, u, z), Ok(SampleOutcome::Skipped));
                // Time that stands still, too.
                assert_eq!(spoilt.take(t - STEP, u, z), Ok(SampleOutcome::Skipped));
                continue;
            }
            assert_eq!(clean.take(t, u, z), Ok(SampleOutcome::Used));
            assert_eq!(spoilt.take(t, u, z), Ok(SampleOutcome::Used));
        }
        assert_eq!(clean.state(), spoilt.state(), "{}", kind.name());
        assert_eq!((clean.skipped(), spoilt.skipped()), (0, 4));
        assert_eq!(spoilt.samples(), 63);
    }
}

#[test]
fn steps_to_what_cannot_be_are_halved_and_counted() {
    // The force is 0.7; nothing beyond 0.6 is allowed.
    let spring = Spring { largest_force: 0.6, ..Spring::default() };
    let (_, inputs, measured) = spring.simulate(200, 4);
    for &kind in FILTERS {
        let mut tracker = tracker(spring.clone(), kind);
        for k in 0..200 {
            tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
            assert!(tracker.state()[2].abs() < 0.6, "{}", kind.name());
        }
        println!(
            "{}: force {:.3}, {} halvings",
            kind.name(),
            tracker.state()[2],
            tracker.halvings()
        );
        assert!(tracker.halvings() > 0, "{}", kind.name());
        assert!(tracker.state()[2] > 0.4, "{}", kind.name());
    }
}

#[test]
fn after_a_gap_motion_begins_anew_and_constants_stay() {
    let spring = Spring::default();
    let (_, inputs, measured) = spring.simulate(200, 6);
    for &kind in FILTERS {
        let mut tracker = tracker(spring.clone(), kind);
        for k in 0..200 {
            tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
        }
        let (force, variance) = (tracker.state()[2], tracker.variances()[2]);
        tracker.take(1000.0, &[0.0], &[5.0]).unwrap();
        assert_eq!(tracker.gaps(), 1);
        assert!((tracker.state()[0] - 5.0).abs() < 0.2, "{}", kind.name());
        let moved = (tracker.state()[2] - force).abs() / variance.sqrt();
        // Exactly, but for particles, which are weighted anew, and rounding.
        let bound = if kind == FilterKind::Particle { 0.3 } else { 1e-9 };
        assert!(moved < bound, "{}: {moved:.1e}", kind.name());
        let width = (tracker.variances()[2] / variance).sqrt();
        assert!((width - 1.0).abs() < bound, "{}: {width}", kind.name());
        // Another log whose time starts again, announced.
        tracker.interrupt();
        assert_eq!(tracker.take(0.0, &[0.0], &[1.0]), Ok(SampleOutcome::Used));
        assert_eq!(tracker.gaps(), 1);
    }
}

#[test]
fn a_filter_that_cannot_go_on_says_when_and_why_and_stays_as_it_was() {
    let spring = Spring { predictions_left: 20, ..Spring::default() };
    let (_, inputs, measured) = spring.simulate(60, 2);
    let mut tracker = tracker(spring, FilterKind::Ekf);
    let mut last = Vec::new();
    for k in 0..60 {
        let taken = tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]);
        if k <= 20 {
            taken.unwrap();
            last = tracker.state().to_vec();
            continue;
        }
        let divergence = taken.unwrap_err();
        assert_eq!((divergence.method, divergence.sample), ("ekf", 21));
        assert!(divergence.reason.contains("2.100000 s"), "{}", divergence.reason);
        assert!(divergence.reason.contains("the spring broke"), "{}", divergence.reason);
        assert_eq!(tracker.state(), last);
    }
}

#[test]
fn a_measurement_from_another_world_is_a_divergence() {
    let spring = Spring::default();
    let (_, inputs, measured) = spring.simulate(30, 2);
    for &kind in FILTERS {
        let mut tracker = tracker(spring.clone(), kind);
        for k in 0..30 {
            tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
        }
        let divergence = tracker.take(3.0, &[0.0], &[1e9]).unwrap_err();
        println!("{divergence}");
        assert_eq!(divergence.sample, 30);
        assert!(divergence.reason.contains("standard deviations"), "{}", divergence.reason);
    }
}

#[test]
fn a_saved_filter_goes_on_to_the_last_bit() {
    let spring = Spring::default();
    let (_, inputs, measured) = spring.simulate(500, 8);
    for &kind in FILTERS {
        let mut whole = tracker(spring.clone(), kind);
        let mut first = tracker(spring.clone(), kind);
        let step = |tracker: &mut Tracker<Spring>, k: usize| {
            tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
        };
        (0..500).for_each(|k| step(&mut whole, k));
        (0..260).for_each(|k| step(&mut first, k));
        let text = serde_json::to_string(&first.save()).unwrap();
        let mut second = tracker(spring.clone(), kind);
        second.resume(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(second.variances(), first.variances());
        (260..500).for_each(|k| step(&mut second, k));
        assert_eq!(second.state(), whole.state(), "{}", kind.name());
        assert_eq!(second.variances(), whole.variances(), "{}", kind.name());
        assert_eq!(second.save(), whole.save(), "{}", kind.name());
    }
}

#[test]
fn what_was_saved_by_another_filter_is_refused() {
    let spring = Spring::default();
    let saved = tracker(spring.clone(), FilterKind::Ekf).save();
    let refused = tracker(spring.clone(), FilterKind::Ukf).resume(&saved).unwrap_err();
    assert!(refused.to_string().contains("ekf"), "{refused}");
    let mut short = saved.clone();
    short.numbers.get_mut("covariance").unwrap().pop();
    let refused = tracker(spring.clone(), FilterKind::Ekf).resume(&short).unwrap_err();
    assert!(refused.to_string().contains("covariance"), "{refused}");
    let mut spoilt = saved;
    spoilt.numbers.get_mut("state").unwrap()[0] = f64::NAN;
    assert!(tracker(spring, FilterKind::Ekf).resume(&spoilt).is_err());
}
