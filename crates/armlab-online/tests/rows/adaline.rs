//! The delta rule against an independent implementation, and its limits.

use crate::scara::{assert_near, numbers, rows, vectors};
use armlab_online::{Adaline, AdalineSettings, Networks, Rates, RowLearner};

fn run(log: &str, settings: AdalineSettings, epochs: usize) -> Adaline {
    let rows = rows(log);
    let mut adaline = Adaline::new(4, settings).unwrap();
    for _ in 0..epochs {
        for (row, target) in rows.regressors.iter().zip(&rows.targets) {
            adaline.learn(row, target).unwrap();
        }
    }
    adaline
}

fn same(rate: f64) -> AdalineSettings {
    AdalineSettings { rates: Rates::Same(rate), ..Default::default() }
}

#[test]
fn the_delta_rule_reproduces_the_reference_weights() {
    let vectors = vectors();
    let cases = vectors["adaline_noisy"].as_array().unwrap();
    assert_eq!(cases.len(), 3);
    for case in cases {
        let rate = case["rate"].as_f64().unwrap();
        let epochs = case["epochs"].as_u64().unwrap() as usize;
        let adaline = run("scara_noisy.csv", same(rate), epochs);
        assert_near(adaline.estimate(), &numbers(&case["weights"]), 1e-12);
    }
}

#[test]
fn two_epochs_at_a_good_rate_find_the_truth_in_clean_data() {
    let fast = run("scara_clean.csv", same(0.01), 2);
    assert_near(fast.estimate(), &[4.968, 0.648, 1.2, 2.0], 1e-4);
    let slow = run("scara_clean.csv", same(0.001), 2);
    assert!((slow.estimate()[0] - 4.70).abs() < 0.01, "not yet there: {:?}", slow.estimate());
}

#[test]
fn rates_per_output_leave_the_weight_of_the_slide_out_of_the_limit() {
    // γ g² must stay below 2, so a common rate may not exceed 0.0208.
    let log = rows("scara_noisy.csv");
    let mut wild = Adaline::new(4, same(0.0225)).unwrap();
    let samples = log.regressors.iter().zip(&log.targets);
    let end = samples.map(|(r, t)| wild.learn(r, t)).find_map(Result::err).unwrap();
    assert_eq!((end.method, end.sample), ("adaline", wild_sample(0.0225)));
    assert!(end.reason.contains("above 2 errors grow"), "{end}");
    let rates = Rates::PerOutput(vec![0.0225, 0.0225, 0.01]);
    let own = run("scara_noisy.csv", AdalineSettings { rates, ..Default::default() }, 2);
    assert!(own.estimate().iter().all(|p| p.abs() < 20.0), "{:?}", own.estimate());
    assert!((own.estimate()[3] - 2.0).abs() < 0.01);
}

/// The sample at which the slide's error, which each sample multiplies by
/// `1 − γ a²` (`a` the slide's acceleration less gravity), has made the mass
/// exceed 1e12.
fn wild_sample(rate: f64) -> u64 {
    let log = rows("scara_noisy.csv");
    let mut mass = 0.0_f64;
    for (k, (row, target)) in log.regressors.iter().zip(&log.targets).enumerate() {
        mass += rate * (target[2] - row[11] * mass) * row[11];
        if mass.abs() >= 1e12 {
            return k as u64;
        }
    }
    panic!("the mass stays finite");
}

#[test]
fn normalised_rows_are_stable_at_any_rate_below_two() {
    // Near 2 every error only changes its sign, so that little is learnt.
    for (rate, tolerance) in [(0.1, 1e-7), (0.5, 1e-5), (1.0, 1e-8), (1.9, 0.05)] {
        let settings = AdalineSettings {
            rates: Rates::Same(rate),
            normalised: Some(1e-9),
            ..Default::default()
        };
        let clean = run("scara_clean.csv", settings, 3);
        assert_near(clean.estimate(), &[4.968, 0.648, 1.2, 2.0], tolerance);
        assert!(clean.largest_gain() < 2.0);
    }
}

#[test]
fn normalised_rows_of_zeros_teach_nothing() {
    let settings =
        AdalineSettings { rates: Rates::Same(1.0), normalised: Some(0.0), ..Default::default() };
    let mut adaline = Adaline::new(2, settings).unwrap();
    adaline.learn(&[0.0, 0.0], &[3.0]).unwrap();
    assert_eq!(adaline.estimate(), [0.0, 0.0]);
}

#[test]
fn one_network_per_output_takes_each_unknown_from_where_it_shows_most() {
    // Another program, two epochs at 0.01: network of τ₁ (4.66564519, …), of τ₂ (0.60217257, 1.15604995), of F₃ (2.00901811).
    let settings = AdalineSettings { networks: Networks::PerOutput, ..same(0.01) };
    let own = run("scara_noisy.csv", settings.clone(), 2);
    assert_near(own.estimate(), &[4.66564519, 0.60217257, 1.15604995, 2.00901811], 1e-8);
    // What was learnt can be put aside and taken up again.
    let (log, saved) = (rows("scara_noisy.csv"), own.save());
    let mut again = Adaline::new(4, settings).unwrap();
    again.resume(&saved).unwrap();
    let mut on = own.clone();
    for (row, target) in log.regressors.iter().zip(&log.targets) {
        on.learn(row, target).unwrap();
        again.learn(row, target).unwrap();
    }
    assert_eq!(on.estimate(), again.estimate());
    let shared = run("scara_noisy.csv", same(0.01), 1).save();
    assert!(again.resume(&shared).is_err(), "another kind of progress");
}
