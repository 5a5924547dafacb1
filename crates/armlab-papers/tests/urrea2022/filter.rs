//! Equations of the filters as printed, and what their settings do.

use crate::support::*;
use armlab::identify::online::kalman::{
    FilterKind, Guess, Integration, KalmanSettings, Tuning, Unscented,
};
use armlab_papers::scara::{
    GUESS, PrintedQ, TRUTH, Window, error_percent, feasibility_margin, filter, printed_filter,
    recommended_filter,
};
use armlab_papers::urrea2022::{printed, with_equation_37};

#[test]
fn weights_as_printed_do_not_sum_to_one() {
    let states = 10;
    for (alpha, kappa, sum, digits) in
        [(1.0, 0.0, 0.0, 1e-15), (0.1, 0.0, -1089.0, 1e-9), (1.0, 3.0, 2.54, 5e-3)]
    {
        let w = printed::weights(states, alpha, 2.0, kappa);
        let got = w.mean_middle + 2.0 * states as f64 * w.other;
        assert_near("sum of the printed weights", &[got], &[sum], digits);
        let l = states as f64;
        let formula = w.gamma * (1.0 + l) / (l + w.gamma);
        assert_near("γ(1 + L)/(L + γ)", &[got], &[formula], 1e-9);
        let right = Unscented { alpha, beta: 2.0, kappa }.weights(states);
        let one = right.mean_middle + 2.0 * l * right.other;
        assert_near("sum of the right weights", &[one], &[1.0], 1e-12);
    }
}

#[test]
fn weights_of_means_and_covariances_differ() {
    let (alpha, beta) = (0.1, 2.0);
    let w = printed::weights(10, alpha, beta, 0.0);
    let difference = w.covariance_middle - w.mean_middle;
    assert_near("1 − α² + β", &[difference], &[2.99], 1e-12);
}

#[test]
fn rows_of_a_lower_root_stand_for_another_covariance() {
    // The lower root of [[4, 1.8], [1.8, 1]].
    let root = [[2.0, 0.0], [0.9, 0.19_f64.sqrt()]];
    let columns: [[f64; 2]; 2] = std::array::from_fn(|i| {
        std::array::from_fn(|j| (0..2).map(|k| root[i][k] * root[j][k]).sum())
    });
    assert_near("columns", &columns.concat(), &[4.0, 1.8, 1.8, 1.0], 1e-15);
    let rows = printed::covariance_of_rows(root).concat();
    assert_near("rows", &rows, &[4.81, 0.39, 0.39, 0.19], 5e-3);
}

#[test]
fn a_gain_must_be_transposed_to_make_a_covariance() {
    let fits = |shapes: &[(usize, usize)]| shapes.windows(2).all(|w| w[0].1 == w[1].0);
    let (gain, innovation) = ((10, 6), (6, 6));
    assert!(!fits(&[gain, innovation, gain]));
    assert!(fits(&[gain, innovation, (gain.1, gain.0)]));
}

#[test]
fn the_printed_process_noise_keeps_the_filter_from_settling() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    let printed = filter(&bench, &log, printed_filter(FilterKind::Ekf, PrintedQ::All)).unwrap();
    assert_eq!(printed.settled(0.01), None);
    assert!(error_percent(printed.mean(Window::LATE)[1], TRUTH[1]) > 30.0);
    let right = filter(&bench, &log, recommended_filter(FilterKind::Ekf, GUESS)).unwrap();
    assert!(right.settled(0.01).unwrap() < 300);
}

#[test]
fn the_printed_filter_s_mean_over_time_is_that_of_the_reference() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    let path = filter(&bench, &log, printed_filter(FilterKind::Ekf, PrintedQ::All)).unwrap();
    let want: [f64; 4] = numbers(&vectors()["ekf_as_printed_noisy"]["mean_params"]);
    assert_near("mean", &path.mean(Window::WHOLE), &want, 1e-9);
    // The published deviations are about the truth, and never below the error of a mean.
    let (mean, deviation) = (path.mean(Window::WHOLE), path.deviation_from_truth(Window::WHOLE));
    assert!((0..4).all(|k| deviation[k] >= (mean[k] - TRUTH[k]).abs()));
}

/// With all else as printed, the end of an extended filter with a smaller Q.
#[test]
fn a_smaller_process_noise_alone_brings_the_extended_filter_near() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    for (q, want) in [
        (1e-4, [5.2663, 0.7281, 1.2435, 2.0109]),
        (1e-6, [5.0019, 0.6561, 1.2055, 2.0031]),
        (1e-8, [4.9754, 0.6505, 1.2033, 2.0010]),
    ] {
        let settings = printed_filter(FilterKind::Ekf, PrintedQ::WithQ(q));
        let path = filter(&bench, &log, settings).unwrap();
        assert_near(&format!("Q = {q:e} I"), &path.last(), &want, 5.1e-5);
        if q == 1e-8 {
            assert_eq!(path.settled(0.01), Some(1026));
        }
    }
}

fn with_alpha(settings: KalmanSettings, alpha: f64) -> KalmanSettings {
    let unscented = Unscented { alpha, ..Unscented::default() };
    KalmanSettings { tuning: Tuning { unscented, ..Tuning::default() }, ..settings }
}

#[test]
fn the_unscented_filter_fails_with_the_printed_covariances() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    let end = |q: f64, alpha: f64| {
        let settings = with_alpha(printed_filter(FilterKind::Ukf, PrintedQ::WithQ(q)), alpha);
        filter(&bench, &log, settings).unwrap()
    };
    // Q = 10 I: whatever α, some parameter is more than 30 % off, or it is no robot at all.
    for alpha in [1.0, 0.3, 0.1, 0.01, 0.001] {
        let path = end(10.0, alpha);
        let off = |k: usize| !(error_percent(path.last()[k], TRUTH[k]).abs() < 30.0);
        println!("Q = 10 I, α = {alpha}: {:?} {:?}", path.last(), path.broken);
        assert!(path.broken.is_some() || (0..4).any(off), "α = {alpha}: {:?}", path.last());
    }
    // Q = 10⁻⁶ I: points of a wide α leave the robots that could exist, those of a narrow one do not.
    let wide = end(1e-6, 0.1);
    assert!(wide.broken.is_some() || !(feasibility_margin(&wide.last()) > 0.0));
    // Weights of α = 0.001 are near −10⁶ and cost the reference six digits.
    for (alpha, digits) in [(0.01, 5.1e-5), (0.001, 2e-3)] {
        let want = [5.0004, 0.6555, 1.2054, 2.0031];
        assert_near(&format!("α = {alpha}"), &end(1e-6, alpha).last(), &want, digits);
    }
}

#[test]
fn recommended_filters_settle_at_the_samples_of_the_reference() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    for (name, kind, integration) in [
        ("ekf_euler", FilterKind::Ekf, Integration::Euler),
        ("ekf_rk4", FilterKind::Ekf, Integration::RungeKutta),
        ("ukf_euler", FilterKind::Ukf, Integration::Euler),
        ("ukf_rk4", FilterKind::Ukf, Integration::RungeKutta),
    ] {
        let settings = KalmanSettings { integration, ..recommended_filter(kind, GUESS) };
        let path = filter(&bench, &log, settings).unwrap();
        let want = vectors()["kalman_recommended_noisy"][name]["conv_sample_1pct"].as_u64();
        assert_eq!(path.settled(0.01).map(|k| k as u64), want, "{name}");
    }
}

#[test]
fn sigma_points_that_leave_the_possible_robots_cost_accuracy() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    let mut settings = with_alpha(recommended_filter(FilterKind::Ukf, GUESS), 1.0);
    settings.guess = Guess::independent(GUESS.to_vec(), &GUESS.map(|g| 0.5 * g));
    settings.integration = Integration::Euler;
    let end = filter(&bench, &log, settings).unwrap().last();
    let off = error_percent(end[1], TRUTH[1]);
    println!("α = 1: IZZ2 {off:.2} %");
    assert!((-2.5..-0.8).contains(&off), "{off}");
}

#[test]
fn a_wide_prior_works_if_steps_are_kept_feasible() {
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    for (kind, worst) in [(FilterKind::Ekf, 0.9), (FilterKind::Ukf, 0.4)] {
        let mut settings = recommended_filter(kind, GUESS);
        settings.guess = Guess::independent(GUESS.to_vec(), &[10.0_f64.sqrt(); 4]);
        let end = filter(&bench, &log, settings).unwrap().last();
        let off = (0..4).map(|k| error_percent(end[k], TRUTH[k]).abs()).fold(0.0, f64::max);
        println!("{}: {off:.2} %", kind.name());
        assert!(off < worst, "{}: {off}", kind.name());
    }
}

#[test]
fn equation_37_as_printed_makes_the_second_inertia_negative() {
    // Another program, the same log: 82.2 % of the samples, means 3.589, −0.567, 2.111, 1.9926.
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    let printed = with_equation_37(&log).unwrap();
    let below = printed.values.iter().filter(|p| p[1] < 0.0).count();
    assert_eq!((below, printed.values.len()), (1234, 1501));
    let mean = printed.mean(Window::WHOLE);
    assert_near("mean", &mean, &[3.58856, -0.56700, 2.11139, 1.99265], 2e-3);
    let right = filter(&bench, &log, printed_filter(FilterKind::Ekf, PrintedQ::All)).unwrap();
    assert!(right.values.iter().all(|p| p[1] > 0.0), "with the right model it never is");
}

#[test]
fn without_the_middle_point_weights_do_not_sum_to_one() {
    // Eq 7 runs over i = 1, …, 2L.
    let states = 10;
    let w = Unscented { alpha: 0.5, beta: 2.0, kappa: 0.0 }.weights(states);
    let without = 2.0 * states as f64 * w.other;
    assert_near("with it", &[without + w.mean_middle], &[1.0], 1e-12);
    assert!((without - 1.0).abs() > 1.0, "{without}");
}

#[test]
fn the_printed_prediction_has_no_place_for_the_printed_process_noise() {
    // Eq 12 lacks + Q: what it would give is the filter with Q = 0, and that is another one.
    let (bench, log) = (bench(), stored("scara_noisy.csv"));
    let end = |q| {
        let settings = printed_filter(FilterKind::Ekf, q);
        filter(&bench, &log, settings).unwrap().last()
    };
    let (without, with) = (end(PrintedQ::WithQ(0.0)), end(PrintedQ::All));
    assert!((without[1] - with[1]).abs() > 0.5, "{without:?} {with:?}");
}

#[test]
fn the_printed_start_is_a_list_with_decimal_commas() {
    let list = [1.0; 6].iter().chain(&GUESS).map(|x| x.to_string().replace('.', ","));
    assert_eq!(list.collect::<String>(), "11111150,511,5");
}

#[test]
fn the_printed_covariance_has_not_one_entry_per_state() {
    // Eq 61: three positions, three speeds, four parameters; eq 65 has eight ones.
    let log = stored("scara_noisy.csv");
    let states = log.q.len() + log.qd.len() + GUESS.len();
    assert_eq!(states, 10);
    assert_ne!(states, "1 1 1 1 1 1 1 1".split(' ').count());
}
