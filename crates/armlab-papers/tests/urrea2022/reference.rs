//! Numbers that other code computed for the same experiment.

use crate::support::*;
use armlab::dynamics::Dynamics;
use armlab_papers::reproduce::Settings;
use armlab_papers::scara::{
    Found, Scatter, TRUTH, Window, error_percent, feasibility_margin, hopfield, least_squares,
    named, with_base,
};
use armlab_papers::urrea2016::published::estimates;
use armlab_papers::urrea2022::published::{HOPFIELD, UKF};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

#[test]
fn margins_of_all_published_estimates_are_those_of_the_notes() {
    let [ls, adaline, hopfield, ekf, genetic] = estimates();
    let cases = [
        (TRUTH, 1.359),
        (ls, 1.354),
        (adaline, 1.341),
        (UKF.values(), 0.663),
        (HOPFIELD.values(), 0.361),
        (hopfield, -0.733),
        (genetic, -2.015),
        (ekf, -6.409),
    ];
    for (base, want) in cases {
        assert_near(&format!("{base:?}"), &[feasibility_margin(&base)], &[want], 5.1e-4);
    }
}

#[test]
fn the_margin_is_positive_exactly_where_the_mass_matrix_is() {
    let robot = bench().robot;
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut seen = [0; 2];
    for _ in 0..200 {
        let mut draw = |low: f64, high: f64| random.random_range(low..high);
        let base = [draw(0.5, 6.0), draw(-0.5, 2.0), draw(-2.0, 2.0), draw(0.1, 3.0)];
        if feasibility_margin(&base).abs() < 1e-3 {
            continue;
        }
        let other = with_base(&robot, &base).unwrap();
        let mut dynamics = Dynamics::new(&other);
        // The margin is the least determinant, at θ₂ = 0 and π.
        let positive = (0..=64).all(|k| {
            let mut mass = [0.0; 9];
            let theta2 = std::f64::consts::PI * f64::from(k) / 64.0;
            dynamics.mass_matrix(&[0.0, theta2, 0.0], &mut mass);
            mass[4] > 0.0 && mass[0] * mass[4] - mass[1] * mass[3] > 0.0 && mass[8] > 0.0
        });
        assert_eq!(positive, feasibility_margin(&base) > 0.0, "{base:?}");
        seen[usize::from(positive)] += 1;
    }
    assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
}

#[test]
fn indexes_of_every_parameter_set_are_those_of_the_reference() {
    let bench = bench();
    let vectors = vectors();
    let mut checked = 0;
    for (name, entry) in vectors["indexes"].as_object().unwrap() {
        if entry["feasible"] != true {
            continue;
        }
        let response = respond(&bench, &numbers(&entry["params"]));
        let tracking =
            |of: fn(&armlab::validation::Metrics) -> f64| response.tracking.map(|m| of(&m));
        let agreement =
            |of: fn(&armlab::validation::Metrics) -> f64| response.agreement.map(|m| of(&m));
        for (key, got) in [
            ("RMSE", tracking(|m| m.rmse)),
            ("IAE", tracking(|m| m.iae)),
            ("ISE", tracking(|m| m.ise)),
            ("RMS", agreement(|m| m.rms)),
            ("RSD", agreement(|m| m.rsd)),
            ("AI", agreement(|m| m.ai)),
        ] {
            let want: [f64; 3] = numbers(&entry[key]);
            assert_near(&format!("{name} {key}"), &got, &want, 1e-11);
        }
        checked += 1;
    }
    assert!(checked >= 9, "{checked}");
}

#[test]
fn least_squares_over_draws_have_the_mean_and_scatter_of_the_notes() {
    let bench = bench();
    let logs = bench.draws(&Settings { redraws: 60, ..Settings::quiet(1) }).unwrap();
    let found: Vec<Found> =
        logs.par_iter().map(|log| Found::of(least_squares(&bench, log).unwrap())).collect();
    let spread = Scatter::of(&found);
    // 200 seeds of other random numbers: means and standard deviations, %.
    let (mean, sd) = ([-3.83, -2.98, -6.73, -0.0009], [0.46, 1.62, 0.98, 0.006]);
    for k in 0..4 {
        let got = error_percent(spread.mean[k], TRUTH[k]);
        let deviation = 100.0 * spread.deviation[k] / TRUTH[k];
        println!("{k}: {got:.4} ± {deviation:.4} %, notes {} ± {}", mean[k], sd[k]);
        // Means of 60 and of 200 draws differ by 0.147 deviations; three of these.
        assert!((got - mean[k]).abs() < 3.0 * 0.147 * sd[k], "{k}: {got}");
        // A deviation of 60 draws is known to 9 %.
        assert!((deviation / sd[k] - 1.0).abs() < 0.35, "{k}: {deviation}");
    }
}

#[test]
fn weighted_least_squares_are_those_of_the_notes() {
    let found = named(&bench(), &stored("scara_noisy.csv"), "wls").unwrap();
    println!("{found:?}");
    // The notes weigh once by the residuals of ordinary least squares; armlab's weights are repeated.
    assert_near("weighted", &found, &[4.7875, 0.6273, 1.1805, 1.9999], 1e-3);
}

#[test]
fn hopfield_means_are_those_of_the_notes() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    for (beta, want) in [
        (0.01, [4.9645, -0.4136, -0.1104, 1.9999]),
        (1.0, [4.0410, 0.0871, 1.2055, 1.9999]),
        (3.0, [4.2995, 0.3713, 1.1656, 1.9999]),
        (10.0, [4.5159, 0.5255, 1.1725, 1.9999]),
    ] {
        let mean = hopfield(&bench, &log, beta).unwrap().mean(Window::LATE);
        assert_near(&format!("β = {beta}"), &mean, &want, 5.1e-5);
    }
    // Without noise the printed β is biased all the same.
    let clean = hopfield(&bench, &stored("scara_clean.csv"), 0.01).unwrap().mean(Window::WHOLE);
    assert_near("clean", &clean[..3], &[4.64, 0.61, 1.43], 6e-3);
}

#[test]
fn the_experiment_is_as_strong_as_the_notes_say() {
    let clean = stored("scara_clean.csv");
    let rms = |x: &[f64]| (x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64).sqrt();
    let found: Vec<f64> = clean.qdd.iter().map(|c| rms(c)).collect();
    assert_near("rms of accelerations", &found, &[1.02, 0.84, 0.38], 6e-3);
    let bench = bench();
    let motion =
        armlab_papers::urrea2016::executed(&bench, 0, 2, "reference", &bench.reference).unwrap();
    let want = &vectors()["ls_clean"];
    let of = |key: &str| want[key].as_f64().unwrap();
    assert_near("condition", &motion.executed, &[of("cond_rotary_3col"), of("cond")], 1e-7);
}
