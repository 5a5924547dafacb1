//! The network against an independent implementation, and why it is implicit.

use crate::scara::{assert_near, numbers, rows, vectors};
use armlab_online::{Hopfield, HopfieldSettings, Reach, RowLearner};

#[test]
fn the_network_reproduces_the_reference_states_and_means() {
    let log = rows("scara_noisy.csv");
    let vectors = vectors();
    let cases = vectors["hopfield_noisy"].as_array().unwrap();
    assert_eq!(cases.len(), 3);
    for case in cases {
        let settings = HopfieldSettings {
            reach: Reach::Same(case["c"].as_f64().unwrap()),
            slowness: case["beta"].as_f64().unwrap(),
            average_after: Some(500),
            ..Default::default()
        };
        let mut network = Hopfield::new(4, 3, settings).unwrap();
        for (k, (row, target)) in log.regressors.iter().zip(&log.targets).enumerate() {
            network.learn(row, target).unwrap();
            if k == 10 {
                assert_near(network.state(), &numbers(&case["at_sample_10"]), 1e-10);
            }
        }
        assert_near(network.state(), &numbers(&case["end"]), 1e-10);
        assert_near(network.estimate(), &numbers(&case["mean_5_15s"]), 1e-10);
    }
}

#[test]
fn an_implicit_step_solves_the_equation_it_says() {
    // (I + hDΦᵀΦ) p' = p + hDΦᵀy, checked by putting p' in.
    let (c, beta, step) = (10.0, 2.0, 0.05);
    let settings = HopfieldSettings {
        reach: Reach::Same(c),
        slowness: beta,
        step,
        substeps: 1,
        start: Some(vec![1.0, -2.0, 3.0]),
        ..Default::default()
    };
    let mut network = Hopfield::new(3, 2, settings).unwrap();
    let before = network.state().to_vec();
    let (rows, targets) = ([0.3, -1.0, 2.0, 0.7, 0.1, -0.4], [4.0, -1.0]);
    network.learn(&rows, &targets).unwrap();
    let after = network.state();
    for k in 0..3 {
        let gain = step * (c * c - before[k] * before[k]) / (c * beta);
        let mut left = after[k];
        let mut right = before[k];
        for (row, y) in rows.chunks_exact(3).zip(targets) {
            let predicted: f64 = row.iter().zip(after).map(|(x, p)| x * p).sum();
            left += gain * row[k] * predicted;
            right += gain * row[k] * y;
        }
        assert!((left - right).abs() < 1e-14, "{left} {right}");
    }
}

#[test]
fn a_step_of_any_number_of_rows_and_unknowns_solves_its_equation() {
    let (c, beta) = (10.0, 2.0);
    for (m, n) in (1..=9).flat_map(|m| [1, 2, 5, 8].map(|n| (m, n))) {
        for step in [0.05, 50.0] {
            let number = |k: usize| (2.7 * k as f64 + 0.3).sin();
            let start: Vec<f64> = (0..n).map(|k| number(3 * k + 1)).collect();
            let settings = HopfieldSettings {
                reach: Reach::Same(c),
                slowness: beta,
                step,
                substeps: 1,
                start: Some(start.clone()),
                ..Default::default()
            };
            let mut network = Hopfield::new(n, m, settings).unwrap();
            let rows: Vec<f64> = (0..m * n).map(number).collect();
            let targets: Vec<f64> = (0..m).map(|i| number(i + 7)).collect();
            network.learn(&rows, &targets).unwrap();
            let after = network.state();
            assert!(after.iter().all(|p| p.abs() < 0.9 * c), "{m} rows, {n} unknowns: {after:?}");
            for k in 0..n {
                let gain = step * (c * c - start[k] * start[k]) / (c * beta);
                let (mut left, mut right, mut size) = (after[k], start[k], 1.0);
                for (row, y) in rows.chunks_exact(n).zip(&targets) {
                    let predicted: f64 = row.iter().zip(after).map(|(x, p)| x * p).sum();
                    left += gain * row[k] * predicted;
                    right += gain * row[k] * y;
                    size += gain;
                }
                let error = (left - right).abs() / size;
                assert!(error < 1e-12, "{m} rows, {n} unknowns: {left} {right}");
            }
        }
    }
}

#[test]
fn neurons_never_leave_their_bounds() {
    let settings = HopfieldSettings {
        reach: Reach::PerUnknown(vec![1.0, 2.0]),
        slowness: 1e-6,
        ..Default::default()
    };
    let mut network = Hopfield::new(2, 1, settings).unwrap();
    for k in 0..200 {
        let row = [1.0, if k % 2 == 0 { 1.0 } else { -0.5 }];
        network.learn(&row, &[50.0]).unwrap();
        assert!(network.state()[0].abs() < 1.0 && network.state()[1].abs() < 2.0);
    }
    assert!(network.state()[0] > 0.99);
}

#[test]
fn a_larger_beta_is_less_disturbed_by_noise() {
    let log = rows("scara_noisy.csv");
    let roughness = |slowness: f64| {
        let mut network =
            Hopfield::new(4, 3, HopfieldSettings { slowness, ..Default::default() }).unwrap();
        let mut last = vec![0.0; 4];
        let mut sum = 0.0;
        for (k, (row, target)) in log.regressors.iter().zip(&log.targets).enumerate() {
            network.learn(row, target).unwrap();
            if k > 500 {
                sum += network.state().iter().zip(&last).map(|(a, b)| (a - b).abs()).sum::<f64>();
            }
            last.copy_from_slice(network.state());
        }
        sum
    };
    assert!(roughness(0.01) > 10.0 * roughness(1.0));
    assert!(roughness(1.0) > 5.0 * roughness(10.0));
}
