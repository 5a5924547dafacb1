//! The published tables against themselves.

use crate::support::*;
use armlab_papers::reproduce::values;
use armlab_papers::scara::{TRUTH, Task, error_percent, feasibility_margin, responses};
use armlab_papers::urrea2016::published::{ERRORS, INDICATORS, RANGES, estimates};
use armlab_papers::urrea2016::sensitivities;

#[test]
fn printed_errors_are_those_of_the_printed_estimates_but_for_the_filter() {
    let mut differ = Vec::new();
    for m in 0..5 {
        for k in 0..4 {
            let error = error_percent(estimates()[m][k], TRUTH[k]).abs();
            // Estimates have four decimals: known to half of the last.
            let digits = 100.0 * 5.1e-5 / TRUTH[k];
            if (error - ERRORS[m][k].value()).abs() > digits.max(6e-4) {
                differ.push((m, k));
            }
        }
    }
    assert_eq!(differ, [(3, 0), (3, 1), (3, 2)]);
    let right: Vec<f64> =
        (0..3).map(|k| error_percent(estimates()[3][k], TRUTH[k]).abs()).collect();
    assert_near("of the filter", &right, &[5.8132, 243.287, 8.625], 5e-4);
}

#[test]
fn table_8_is_the_estimates_times_four_fifths_and_six_fifths() {
    for m in 0..2 {
        for k in 0..4 {
            let want = [0.8 * estimates()[m][k], 1.2 * estimates()[m][k]];
            assert_near("range", &values(&RANGES[m][k]), &want, 1.1e-4);
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
            assert!(respond(&bench(), &base).broken.is_none());
        }
    }
}

#[test]
fn not_applicable_are_those_that_no_robot_has() {
    let bench = bench();
    for (m, estimates) in estimates().iter().enumerate() {
        let applicable = m < 2;
        assert_eq!(feasibility_margin(estimates) > 0.0, applicable, "{m}");
        assert_eq!(respond(&bench, estimates).broken.is_none(), applicable, "{m}");
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

#[test]
fn a_set_point_gives_the_row_of_least_squares_and_no_motion_that_of_adaline() {
    let bench = bench();
    let task = Task::set_point([1.355, -2.191, 0.05], [1.688, -1.751, 0.15], 15.0).unwrap();
    let found = responses(&bench, &task, &estimates()[..2]).unwrap();
    for j in 0..2 {
        let m = found[0].agreement[j];
        let ours = [m.rms, m.rsd];
        for (i, ours) in ours.into_iter().enumerate() {
            let theirs = INDICATORS[0][i][j];
            assert!((ours - theirs.value()).abs() <= theirs.rounding(), "{i} {j}: {ours}");
        }
    }
    // Adaline's errors are those of least squares times 1.27 to 1.36, so its response cannot be nearer.
    let error = |m: usize, k: usize| error_percent(estimates()[m][k], TRUTH[k]);
    for k in 0..3 {
        let ratio = error(1, k) / error(0, k);
        assert!((1.26..1.37).contains(&ratio), "{k}: {ratio}");
    }
    let ratio = found[1].agreement[1].rms / found[0].agreement[1].rms;
    assert!((1.0..1.4).contains(&ratio), "{ratio}");
    let most = (INDICATORS[1][0][1].value() + INDICATORS[1][0][1].rounding())
        / (INDICATORS[0][0][1].value() - INDICATORS[0][0][1].rounding());
    assert!(most < 0.7, "Table 6 says at most {most}");
}

#[test]
fn samples_of_15_seconds_are_not_averaged_until_30() {
    use armlab_papers::scara::{DURATION, RATE};
    use armlab_papers::urrea2016::published::ITERATIONS;
    let seconds = (ITERATIONS[3].unwrap().value() - 1.0) / RATE;
    assert_eq!(seconds, 15.0);
    assert_eq!(seconds, DURATION);
    assert!(seconds < 30.0, "section 4.3 averages between 5 and 30 s");
}

#[test]
fn deviations_of_the_printed_r_take_turns_as_the_state_does() {
    use armlab_papers::scara::NOISE;
    let degree = std::f64::consts::PI / 180.0;
    let printed = [5.0 * degree, degree, 5.0 * degree, degree, 0.02, 0.01];
    let state: Vec<f64> = (0..3).flat_map(|j| [NOISE[0][j], NOISE[1][j]]).collect();
    assert_near("θ₁, θ₁′, θ₂, θ₂′, d₃, d₃′", &state, &printed, 1e-15);
}

#[test]
fn the_robot_turns_turns_and_slides() {
    let kinds: Vec<bool> = bench().robot.driven_joints().map(|j| j.kind.turns()).collect();
    assert_eq!(kinds, [true, true, false], "RRP, as the caption of Fig. 4 has it");
}
