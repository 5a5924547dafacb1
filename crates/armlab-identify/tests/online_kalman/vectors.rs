//! The filters against numbers that other code computed.

use crate::support::*;
use armlab_identify::online::kalman::{
    AugmentedArm, FilterKind, Guess, Integration, KalmanEstimator, KalmanSettings, ProcessNoise,
    Unscented,
};
use armlab_identify::online::{OnlineEstimator, Sample};
use armlab_online::kalman::System;

/// States of a filter after some samples of the noisy log.
fn states_at(settings: KalmanSettings, wanted: &[usize]) -> Vec<Vec<f64>> {
    let robot = built_in("scara");
    let model = scara_model(&robot);
    let mut estimator = KalmanEstimator::new(&model, settings).unwrap();
    let log = scara("scara_noisy.csv");
    let mut states = Vec::new();
    for k in 0..log.samples() {
        let at = |c: &[Vec<f64>]| [c[0][k], c[1][k], c[2][k]];
        let (q, qd, qdd, effort) = (at(&log.q), at(&log.qd), at(&log.qdd), at(&log.effort));
        let sample = Sample { t: log.time[k], q: &q, qd: &qd, qdd: &qdd, effort: &effort };
        estimator.update(&sample).unwrap();
        if wanted.contains(&k) {
            states.push(estimator.state().to_vec());
        }
    }
    states
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn recommended_filters_pass_through_the_reference_states() {
    let vectors = vectors();
    // The reference's unscented filter has weights near −100, which cost it two digits.
    for (name, kind, integration, tolerance) in [
        ("ekf_euler", FilterKind::Ekf, Integration::Euler, 1e-12),
        ("ekf_rk4", FilterKind::Ekf, Integration::RungeKutta, 1e-12),
        ("ukf_euler", FilterKind::Ukf, Integration::Euler, 1e-10),
        ("ukf_rk4", FilterKind::Ukf, Integration::RungeKutta, 1e-10),
    ] {
        let expected = &vectors["kalman_recommended_noisy"][name];
        let guess = floored(PAPER);
        let states = states_at(recommended(kind, integration, guess), &[100, 500, 1500]);
        for (state, key) in states.iter().zip(["at_100", "at_500", "end"]) {
            let difference = largest_difference(state, &numbers(&expected[key]));
            println!("{name} {key}: {difference:.1e}");
            assert!(difference < tolerance, "{name} {key}: {difference:.1e}");
        }
    }
}

#[test]
fn the_filter_as_printed_passes_through_the_reference_states() {
    let vectors = vectors();
    let settings = KalmanSettings::as_printed(FilterKind::Ekf, scara_noise(), PAPER.to_vec());
    let states = states_at(settings.clone(), &[100, 1500]);
    let expected = &vectors["ekf_as_printed_noisy"];
    for (state, key) in states.iter().zip(["at_100", "end"]) {
        let difference = largest_difference(state, &numbers(&expected[key]));
        println!("as printed {key}: {difference:.1e}");
        assert!(difference < 1e-12, "{key}: {difference:.1e}");
    }
    let quiet = KalmanSettings { process: ProcessNoise::Constant(1e-8), ..settings };
    let states = states_at(quiet, &[1500]);
    let expected = numbers(&vectors["ekf_printed_but_Q_1e-8_noisy"]["end"]);
    let difference = largest_difference(&states[0], &expected);
    println!("printed but Q = 1e-8: {difference:.1e}");
    assert!(difference < 1e-12, "{difference:.1e}");
}

#[test]
fn weights_of_the_unscented_transform_are_the_tabled_ones() {
    for entry in vectors()["ut_weights"].as_array().unwrap() {
        let of = |key: &str| entry[key].as_f64().unwrap();
        let unscented = Unscented { alpha: of("alpha"), beta: of("beta"), kappa: of("kappa") };
        let states = of("L") as usize;
        let weights = unscented.weights(states);
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-13 * b.abs().max(1.0);
        assert!(close(weights.lambda, of("lam")), "{weights:?}");
        assert!(close(weights.mean_middle, of("wm0")), "{weights:?}");
        assert!(close(weights.covariance_middle, of("wc0")), "{weights:?}");
        assert!(close(weights.other, of("wi")), "{weights:?}");
        assert!(close(weights.mean_middle + 2.0 * of("L") * weights.other, 1.0));
        // The form that the filter computes with has the same weights.
        let rule = unscented.rule(states);
        assert!(close(2.0 * rule.curvature, of("wi")));
        assert!(close(rule.shift, of("wc0") - of("wm0") - 1.0));
        assert!(close(rule.distance * rule.distance, of("L") + of("lam")));
    }
}

#[test]
fn slopes_are_those_of_the_reference() {
    let robot = built_in("scara");
    let model = scara_model(&robot);
    for entry in vectors()["xdot_jacobian"].as_array().unwrap() {
        let (x, u) = (numbers(&entry["x"]), numbers(&entry["u"]));
        let expected: Vec<f64> =
            entry["J"].as_array().unwrap().iter().take(6).flat_map(numbers).collect();
        let guess = Guess::independent(x[6..].to_vec(), &[1.0; 4]);
        let settings = recommended(FilterKind::Ekf, Integration::Euler, guess);
        let mut arm = AugmentedArm::new(&model, settings).unwrap();
        // Euler's slopes are 1 + Δt J.
        let (dt, mut slopes) = (1.0, vec![0.0; 60]);
        let mut next = x.clone();
        arm.linearise(&mut next, &u, dt, 10, &mut slopes).unwrap();
        let rates = numbers(&entry["xdot"]);
        for i in 0..6 {
            assert!((next[i] - x[i] - dt * rates[i]).abs() < 1e-12, "{i}");
            for k in 0..10 {
                let own = if i == k { 1.0 } else { 0.0 };
                let got = (slopes[i * 10 + k] - own) / dt;
                assert!((got - expected[i * 10 + k]).abs() < 1e-12, "{i} {k}: {got}");
            }
        }
    }
}

#[test]
fn settings_by_name_make_the_filter_as_printed() {
    use armlab_identify::online::{OnlineInput, online_methods};
    let mut registry = online_methods();
    for (setting, value) in [
        ("ekf.integration", "euler"),
        ("ekf.process_noise", "10"),
        ("ekf.first_guess", "5,0.5,1,1.5"),
        ("ekf.initial_variance", "10"),
        ("ekf.initial_state", "1"),
        ("ekf.keep_feasible", "false"),
    ] {
        registry.set(setting, value).unwrap_or_else(|e| panic!("{setting}: {e}"));
    }
    let method = registry.get("ekf").unwrap();
    let OnlineInput::Samples(filter) = method.input() else { panic!("a filter takes samples") };
    let own = filter.kalman_settings(scara_noise(), floored([1.0; 4]));
    assert_eq!(own, KalmanSettings::as_printed(FilterKind::Ekf, scara_noise(), PAPER.to_vec()));
}
