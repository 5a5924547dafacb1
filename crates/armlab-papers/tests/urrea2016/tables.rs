//! The published tables against themselves.

use crate::support::*;
use armlab_papers::scara::{TRUTH, error_percent, feasibility_margin, respond};
use armlab_papers::urrea2016::published::{ERRORS, ESTIMATES, RANGES};
use armlab_papers::urrea2016::sensitivities;

#[test]
fn printed_errors_are_those_of_the_printed_estimates_but_for_the_filter() {
    let mut differ = Vec::new();
    for m in 0..5 {
        for k in 0..4 {
            let error = error_percent(ESTIMATES[m][k], TRUTH[k]).abs();
            // Estimates have four decimals: known to half of the last.
            let digits = 100.0 * 5.1e-5 / TRUTH[k];
            if (error - ERRORS[m][k]).abs() > digits.max(6e-4) {
                differ.push((m, k));
            }
        }
    }
    assert_eq!(differ, [(3, 0), (3, 1), (3, 2)]);
    let right: Vec<f64> = (0..3).map(|k| error_percent(ESTIMATES[3][k], TRUTH[k]).abs()).collect();
    assert_near("of the filter", &right, &[5.8132, 243.287, 8.625], 5e-4);
}

#[test]
fn table_8_is_the_estimates_times_four_fifths_and_six_fifths() {
    for m in 0..2 {
        for k in 0..4 {
            let want = [0.8 * ESTIMATES[m][k], 1.2 * ESTIMATES[m][k]];
            assert_near("range", &RANGES[m][k], &want, 1.1e-4);
        }
    }
    // Each alone is a robot; one corner of all together is not.
    let corner = [0.8 * TRUTH[0], 0.8 * TRUTH[1], 1.2 * TRUTH[2], TRUTH[3]];
    assert!(feasibility_margin(&corner) < 0.0);
    for k in 0..4 {
        for factor in [0.8, 1.2] {
            let mut base = TRUTH;
            base[k] *= factor;
            assert!(feasibility_margin(&base) > 0.0);
            assert!(respond(&bench(), &base).unwrap().broken.is_none());
        }
    }
}

#[test]
fn not_applicable_are_those_that_no_robot_has() {
    let bench = bench();
    for (m, estimates) in ESTIMATES.iter().enumerate() {
        let applicable = m < 2;
        assert_eq!(feasibility_margin(estimates) > 0.0, applicable, "{m}");
        assert_eq!(respond(&bench, estimates).unwrap().broken.is_none(), applicable, "{m}");
    }
}

#[test]
fn sensitivities_are_those_of_the_reference() {
    let vectors = vectors();
    let entries = vectors["sensitivity"].as_array().unwrap();
    let bench = bench();
    let found = sensitivities(&bench).unwrap();
    for (k, s) in found.iter().enumerate() {
        // Entries come in pairs: 0.8 and 1.2 times.
        let (less, more) = (&entries[2 * k], &entries[2 * k + 1]);
        assert_eq!((less["factor"].as_f64(), more["factor"].as_f64()), (Some(0.8), Some(1.2)));
        let mean = |key: &str| -> [f64; 3] {
            let (a, b): ([f64; 3], [f64; 3]) = (numbers(&less[key]), numbers(&more[key]));
            std::array::from_fn(|j| 0.5 * (a[j] + b[j]))
        };
        assert_near("positions", &s.positions, &mean("RMS"), 1e-10);
        assert_near("efforts", &s.efforts, &mean("torque_RMS"), 1e-10);
        let ai: [f64; 3] = numbers(&more["AI"]);
        assert_near("AI", &s.agreement, &ai, 1e-10);
    }
    // As the notes round them.
    assert_near("IZZ2 in τ₁ and τ₂", &found[1].efforts[..2], &[0.021, 0.108], 6e-4);
    assert_near("m3 in d₃", &found[3].positions[2..], &[0.111], 6e-4);
}
