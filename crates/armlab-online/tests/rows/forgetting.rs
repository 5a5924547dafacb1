//! Forgetting: what it is, what winds up, and what keeps it from doing so.

use armlab_dense::{Matrix, least_squares};
use armlab_online::{
    InitialCovariance, Rls, RlsSettings, RowLearner, SquareRootRls, SquareRootSettings, WindUp,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const TRUTH: [f64; 3] = [2.0, -1.0, 0.5];

fn sample(random: &mut ChaCha8Rng, truth: [f64; 3], seen: [bool; 3]) -> ([f64; 3], f64) {
    let row = seen.map(|seen| {
        let x = random.random_range(-1.0..1.0);
        if seen { x } else { 0.0 }
    });
    let noise = 0.02 * random.random_range(-1.0..1.0);
    (row, row.iter().zip(truth).map(|(x, p)| x * p).sum::<f64>() + noise)
}

fn rls(forgetting: f64, wind_up: WindUp) -> Rls {
    let covariance = InitialCovariance::Scalar(100.0);
    Rls::new(3, RlsSettings { forgetting, wind_up, covariance, ..Default::default() }).unwrap()
}

fn trace(rls: &Rls) -> f64 {
    rls.unscaled_covariance().iter().step_by(4).sum()
}

#[test]
fn forgetting_is_least_squares_with_weights_that_fade() {
    let (mut random, samples, factor) = (ChaCha8Rng::seed_from_u64(1), 200, 0.97_f64);
    let rows: Vec<_> = (0..samples).map(|_| sample(&mut random, TRUTH, [true; 3])).collect();
    let settings = SquareRootSettings { forgetting: factor, ..Default::default() };
    let mut root = SquareRootRls::new(3, settings).unwrap();
    let mut textbook = rls(factor, WindUp::Off);
    for (row, target) in &rows {
        root.learn(row, &[*target]).unwrap();
        textbook.learn(row, &[*target]).unwrap();
    }
    let weight = |i: usize| factor.powi((samples - 1 - i) as i32).sqrt();
    let matrix = Matrix::from_fn(samples, 3, |i, j| weight(i) * rows[i].0[j]);
    let targets: Vec<f64> = (0..samples).map(|i| weight(i) * rows[i].1).collect();
    let want = least_squares(&matrix, &targets).unwrap();
    for k in 0..3 {
        assert!((root.estimate()[k] - want.x[k]).abs() < 1e-13);
        // P₀ has faded by 0.97²⁰⁰ = 0.002.
        assert!((textbook.estimate()[k] - want.x[k]).abs() < 1e-4);
    }
}

#[test]
fn a_change_is_followed_only_by_those_who_forget() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let (mut faithful, mut forgetful) = (rls(1.0, WindUp::Off), rls(0.95, WindUp::Off));
    let changed = [4.0, -1.0, 0.5];
    for k in 0..600 {
        let truth = if k < 400 { TRUTH } else { changed };
        let (row, target) = sample(&mut random, truth, [true; 3]);
        faithful.learn(&row, &[target]).unwrap();
        forgetful.learn(&row, &[target]).unwrap();
    }
    assert!((forgetful.estimate()[0] - 4.0).abs() < 0.02);
    assert!((faithful.estimate()[0] - 4.0).abs() > 1.0);
}

/// Learns all unknowns, then for long only the first, then one row of the third:
/// the largest covariance on the way, and the third estimate's jump at the end.
fn after_a_long_rest(mut rls: Rls) -> (f64, f64) {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut largest = 0.0_f64;
    for k in 0..2500 {
        let seen = if k < 200 { [true; 3] } else { [true, false, false] };
        let (row, target) = sample(&mut random, TRUTH, seen);
        rls.learn(&row, &[target]).unwrap();
        largest = largest.max(trace(&rls));
    }
    let before = rls.estimate()[2];
    // A small row with an error of 0.1: an outlier.
    rls.learn(&[0.0, 0.0, 0.05], &[0.05 * TRUTH[2] + 0.1]).unwrap();
    (largest, (rls.estimate()[2] - before).abs())
}

#[test]
fn without_protection_a_covariance_winds_up_and_the_next_row_throws_the_estimate() {
    let (largest, jump) = after_a_long_rest(rls(0.99, WindUp::Off));
    assert!(largest > 1e7, "{largest:e}");
    assert!(jump > 1.9, "the outlier's 0.1/0.05 is believed: {jump}");
}

#[test]
fn each_protection_bounds_the_covariance_and_the_jump() {
    let cases = [
        (WindUp::TraceBound(300.0), 300.0, 0.6),
        (WindUp::ConstantTrace { trace: 30.0, floor: 0.01 }, 30.0, 0.2),
        (WindUp::Directional, 300.0, 0.01),
    ];
    for (wind_up, bound, most) in cases {
        let (largest, jump) = after_a_long_rest(rls(0.99, wind_up));
        assert!(largest <= bound * (1.0 + 1e-12), "{wind_up:?}: {largest}");
        assert!(jump < most, "{wind_up:?}: {jump}");
    }
}

#[test]
fn protected_learners_still_follow_a_change() {
    let protections = [
        WindUp::TraceBound(300.0),
        WindUp::ConstantTrace { trace: 30.0, floor: 0.01 },
        WindUp::Directional,
    ];
    for wind_up in protections {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let mut learner = rls(0.95, wind_up);
        for k in 0..600 {
            let truth = if k < 300 { TRUTH } else { [4.0, 1.0, -0.5] };
            let (row, target) = sample(&mut random, truth, [true; 3]);
            learner.learn(&row, &[target]).unwrap();
        }
        for (got, want) in learner.estimate().iter().zip([4.0, 1.0, -0.5]) {
            assert!((got - want).abs() < 0.05, "{wind_up:?}: {got} {want}");
        }
    }
}

#[test]
fn directional_forgetting_without_forgetting_is_the_textbook() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut a, mut b) = (rls(1.0, WindUp::Off), rls(1.0, WindUp::Directional));
    for _ in 0..300 {
        let (row, target) = sample(&mut random, TRUTH, [true; 3]);
        a.learn(&row, &[target]).unwrap();
        b.learn(&row, &[target]).unwrap();
    }
    for (a, b) in a.unscaled_covariance().iter().zip(b.unscaled_covariance()) {
        assert!((a - b).abs() < 1e-15, "{a} {b}");
    }
    for (a, b) in a.estimate().iter().zip(b.estimate()) {
        assert!((a - b).abs() < 1e-13, "{a} {b}");
    }
}

#[test]
fn a_covariance_stays_symmetric_to_the_last_bit() {
    for wind_up in [
        WindUp::Off,
        WindUp::TraceBound(50.0),
        WindUp::ConstantTrace { trace: 30.0, floor: 0.01 },
        WindUp::Directional,
    ] {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let mut learner = rls(0.98, wind_up);
        for _ in 0..500 {
            let (row, target) = sample(&mut random, TRUTH, [true; 3]);
            learner.learn(&row, &[target]).unwrap();
        }
        let p = learner.unscaled_covariance();
        assert_eq!([p[1], p[2], p[5]], [p[3], p[6], p[7]], "{wind_up:?}");
    }
}

#[test]
fn a_reset_covariance_learns_anew_and_keeps_the_estimate() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let settings = RlsSettings {
        covariance: InitialCovariance::Scalar(100.0),
        reset_every: Some(100),
        ..Default::default()
    };
    let mut learner = Rls::new(3, settings).unwrap();
    for k in 0..250 {
        let truth = if k < 100 { TRUTH } else { [4.0, 1.0, -0.5] };
        let (row, target) = sample(&mut random, truth, [true; 3]);
        learner.learn(&row, &[target]).unwrap();
        if k == 99 {
            assert_eq!(trace(&learner), 300.0);
            assert!((learner.estimate()[0] - TRUTH[0]).abs() < 0.02);
        }
    }
    assert!((learner.estimate()[0] - 4.0).abs() < 0.02, "{:?}", learner.estimate());
}

#[test]
fn a_refreshed_square_root_returns_to_its_start_where_nothing_is_shown() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let learn = |refresh: bool, random: &mut ChaCha8Rng| {
        let settings = SquareRootSettings {
            forgetting: 0.97,
            covariance: Some(InitialCovariance::Scalar(1.0)),
            start: Some(vec![1.0, 1.0, 1.0]),
            refresh,
            noise: Some(1.0),
        };
        let mut root = SquareRootRls::new(3, settings).unwrap();
        for k in 0..3000 {
            let seen = if k < 100 { [true; 3] } else { [true, true, false] };
            let (row, target) = sample(random, TRUTH, seen);
            root.learn(&row, &[target]).unwrap();
        }
        let mut variances = [0.0; 3];
        assert!(root.variances(&mut variances));
        (root.estimate()[2], variances[2])
    };
    let (kept, wound_up) = learn(false, &mut random);
    assert!((kept - TRUTH[2]).abs() < 0.05 && wound_up > 1e20, "{kept} {wound_up:e}");
    let (returned, bounded) = learn(true, &mut random);
    // Between two refreshes 0.97³ of the prior information is left.
    assert!((returned - 1.0).abs() < 1e-12, "{returned}");
    assert!(bounded <= 0.97_f64.powi(-3) && bounded >= 1.0, "{bounded}");
}

#[test]
fn endless_forgetting_ends_in_words_about_wind_up() {
    let mut learner = rls(0.5, WindUp::Off);
    let end = (0..5000).find_map(|_| learner.learn(&[1.0, 0.0, 0.0], &[1.0]).err());
    // Nothing shows the other two, and nothing is thrown while they stay zero.
    assert!(end.is_none());
    let end = learner.learn(&[1.0, 1.0, 0.0], &[1.0]).unwrap_err();
    assert_eq!((end.method, end.sample), ("rls", 5000));
    assert!(end.reason.contains("wind-up"), "{end}");
}
