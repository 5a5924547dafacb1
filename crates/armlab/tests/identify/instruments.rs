//! The SCARA's noisy log, whose accelerations are so noisy that least squares
//! are drawn towards zero (notes on the papers, sections 5 and 6).

use crate::logs::{built_in, scara};
use armlab::identify::estimators::{Data, method};
use armlab::identify::{FrictionShape, Model};

/// IZZ1, IZZ2, m_r, m3.
const TRUTH: [f64; 4] = [4.968, 0.648, 1.2, 2.0];

/// Estimates and relative errors of a method on a log.
fn errors(log: &str, name: &str) -> [f64; 4] {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionShape::NONE, &[]).unwrap();
    let recordings = [scara(log)];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method(name).unwrap().estimate(&data).unwrap();
    let mut errors = [0.0; 4];
    for (k, parameter) in estimate.unknowns.iter().enumerate() {
        errors[k] = parameter.value / TRUTH[k] - 1.0;
        println!(
            "{log} {name}: {} {:.5} ± {:.5} ({:+.3} %)",
            parameter.name,
            parameter.value,
            parameter.deviation.unwrap_or(f64::NAN),
            100.0 * errors[k]
        );
    }
    estimate.notes.iter().for_each(|n| println!("  {n}"));
    errors
}

#[test]
fn instruments_bring_all_four_parameters_within_one_and_a_half_percent() {
    let errors = errors("scara_noisy.csv", "iv");
    assert!(errors.iter().all(|e| e.abs() <= 0.015), "{errors:?}");
}

#[test]
fn least_squares_miss_by_what_the_notes_say() {
    let errors = errors("scara_noisy.csv", "ls");
    let expected = [4.787399879436207, 0.6280963086766602, 1.1252000397976847, 1.9998593725498648];
    for k in 0..4 {
        let got = TRUTH[k] * (1.0 + errors[k]);
        assert!((got - expected[k]).abs() < 1e-9, "{got} {}", expected[k]);
    }
}

#[test]
fn without_noise_instruments_and_likelihood_give_the_truth() {
    for name in ["iv", "ml"] {
        let errors = errors("scara_clean.csv", name);
        assert!(errors.iter().all(|e| e.abs() < 1e-8), "{name}: {errors:?}");
    }
}

#[test]
fn likelihood_comes_nearer_than_least_squares_but_keeps_a_bias() {
    // Noise of accelerations enters the rows of both rotary joints, and weighing
    // it as one helps; but it stays within the regressor.
    let (likely, least) = (errors("scara_noisy.csv", "ml"), errors("scara_noisy.csv", "ls"));
    for k in 0..3 {
        assert!(likely[k].abs() < 0.7 * least[k].abs(), "{likely:?} {least:?}");
    }
    assert!(likely[0] < -0.015, "{likely:?}");
}
