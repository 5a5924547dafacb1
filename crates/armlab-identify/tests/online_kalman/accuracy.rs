//! How near the filters come, and from where they still find the way.

use crate::support::*;
use armlab_identify::online::kalman::{
    FILTERS, FilterKind, Guess, Integration, KalmanError, KalmanEstimator, KalmanSettings,
    NoiseLevels, RunEnd,
};

#[test]
fn recommended_filters_end_within_three_tenths_of_a_percent() {
    let (robot, log) = (built_in("scara"), scara("scara_noisy.csv"));
    let model = scara_model(&robot);
    for kind in [FilterKind::Ekf, FilterKind::Ukf] {
        for integration in [Integration::Euler, Integration::RungeKutta] {
            let run = follow(&model, recommended(kind, integration, floored(PAPER)), &log);
            let errors = errors(&run.values);
            println!("{} {integration:?}: {errors:?}", kind.name());
            assert_eq!(run.end, RunEnd::Finished);
            assert!(worst(&errors) < 0.003, "{errors:?}");
            // The truth is within three of the standard deviations it gives.
            for k in 0..4 {
                let away = (run.values[k] - TRUTH[k]).abs() / run.deviations[k];
                assert!(away < 3.0, "{k}: {away}");
            }
        }
    }
}

#[test]
fn every_filter_ends_near_the_truth_and_knows_how_near() {
    let (robot, log) = (built_in("scara"), scara("scara_noisy.csv"));
    let model = scara_model(&robot);
    for &kind in FILTERS {
        let run = follow(&model, recommended(kind, Integration::RungeKutta, floored(PAPER)), &log);
        let errors = errors(&run.values);
        println!("{}: {errors:.5?}", kind.name());
        run.notes().iter().for_each(|note| println!("  {note}"));
        assert_eq!((run.end, run.skipped, run.gaps), (RunEnd::Finished, 0, 0));
        let bound = if kind == FilterKind::Particle { 0.01 } else { 0.004 };
        assert!(worst(&errors) < bound, "{}: {errors:?}", kind.name());
        // 1501 innovations: two standard deviations of the share are 1.1 %.
        let inside = run.consistency.inside();
        assert!((inside - 0.95).abs() < 0.02, "{}: {inside}", kind.name());
        let settled = run.history.settled(0.01).unwrap();
        assert!((150..400).contains(&settled), "{}: {settled}", kind.name());
    }
}

#[test]
fn other_noise_changes_the_results_by_less_than_a_percent() {
    let robot = built_in("scara");
    let model = scara_model(&robot);
    for (kind, least) in [(FilterKind::Ekf, 19), (FilterKind::Ukf, 20)] {
        let mut within = 0;
        for seed in 300..320 {
            let settings = recommended(kind, Integration::Euler, floored(PAPER));
            let run = follow(&model, settings, &noisy(seed));
            let errors = errors(&run.values);
            within += usize::from(worst(&errors) < 0.01);
            println!("{} seed {seed}: worst {:.2} %", kind.name(), 100.0 * worst(&errors));
        }
        println!("{}: {within} of 20", kind.name());
        assert!(within >= least, "{}: {within} of 20", kind.name());
    }
}

/// Guesses, and the worst error at the end that other code found for the extended
/// and the unscented filter.
const BASIN: [([f64; 4], f64, f64); 8] = [
    ([5.0, 0.5, 1.0, 1.5], 0.0007, 0.0014),
    ([2.5, 0.3, 0.5, 1.0], 0.0032, 0.0015),
    ([10.0, 1.3, 2.4, 4.0], 0.0016, 0.0011),
    ([5.0, 0.9, 0.3, 0.5], 0.0032, 0.0029),
    ([10.0, 2.0, 1.0, 5.0], 0.020, 0.0022),
    ([20.0, 3.0, 1.0, 10.0], 0.037, 0.0029),
    ([1.0, 0.4, 0.2, 0.3], 0.43, 0.0021),
    ([5.0, 0.5, 0.01, 2.0], 0.155, 0.156),
];

#[test]
fn the_unscented_filter_finds_the_way_from_farther_off() {
    let (robot, log) = (built_in("scara"), scara("scara_noisy.csv"));
    let model = scara_model(&robot);
    let mut arrived = [0; 2];
    for (guess, extended, unscented) in BASIN {
        let kinds = [(FilterKind::Ekf, extended), (FilterKind::Ukf, unscented)];
        for (k, (kind, expected)) in kinds.into_iter().enumerate() {
            let run = follow(&model, recommended(kind, Integration::RungeKutta, half(guess)), &log);
            let got = worst(&errors(&run.values));
            println!("{} {guess:?}: {:.2} %, {} halvings", kind.name(), 100.0 * got, run.halvings);
            // Which steps are halved depends on the poses that are looked at.
            assert!((0.8..1.25).contains(&(got / expected)), "{guess:?}: {got} {expected}");
            arrived[k] += usize::from(got < 0.005);
        }
    }
    assert_eq!(arrived, [4, 7]);
}

#[test]
fn a_floor_under_the_deviations_saves_a_guess_near_zero() {
    let (robot, log) = (built_in("scara"), scara("scara_noisy.csv"));
    let model = scara_model(&robot);
    for kind in [FilterKind::Ekf, FilterKind::Ukf] {
        let guess = floored([5.0, 0.5, 0.01, 2.0]);
        let run = follow(&model, recommended(kind, Integration::Euler, guess), &log);
        let got = worst(&errors(&run.values));
        println!("{}: {:.2} %", kind.name(), 100.0 * got);
        assert!(got < 0.007, "{got}");
    }
}

#[test]
fn guesses_that_no_robot_has_are_refused() {
    let robot = built_in("scara");
    let model = scara_model(&robot);
    for guess in [[5.0, 0.1, 1.0, 1.5], [1.0, 1.0, 1.0, 1.0], [5.0, 0.5, 1.0, -1.5]] {
        let settings = recommended(FilterKind::Ekf, Integration::Euler, floored(guess));
        let refused = KalmanEstimator::new(&model, settings).err();
        println!("{}", refused.as_ref().map(ToString::to_string).unwrap_or_default());
        assert!(matches!(refused, Some(KalmanError::Infeasible { .. })), "{guess:?}");
    }
}

#[test]
fn noise_and_guess_can_be_left_to_the_log() {
    let (robot, log) = (built_in("scara"), scara("scara_noisy.csv"));
    let model = scara_model(&robot);
    let recordings = std::slice::from_ref(&log);
    let noise = NoiseLevels::estimate(&model, recordings).unwrap();
    let known = scara_noise();
    println!("{noise:?}\n{known:?}");
    for (got, known, range) in [
        (&noise.position, &known.position, 0.9..1.1),
        (&noise.speed, &known.speed, 0.9..1.1),
        // Efforts count what least squares leave unexplained as well.
        (&noise.effort, &known.effort, 0.9..2.0),
    ] {
        for (got, known) in got.iter().zip(known) {
            assert!(range.contains(&(got / known)), "{got} {known}");
        }
    }
    let guess = Guess::with_values(&model, recordings, PAPER.to_vec()).unwrap();
    println!("{guess:?}");
    for kind in [FilterKind::Ekf, FilterKind::Ukf] {
        let settings = KalmanSettings::recommended(kind, noise.clone(), guess.clone());
        let errors = errors(&follow(&model, settings, &log).values);
        println!("{}: {errors:?}", kind.name());
        assert!(worst(&errors) < 0.005, "{errors:?}");
    }
}
