//! Motions of an earlier study, with their stored coefficients, and designs of ours.

use crate::support::*;
use armlab::motion::{AnyTrajectory, ChebyshevBasis, FourierForm, LinearTrajectory, fourier};
use armlab_papers::reproduce::Settings;
use armlab_papers::scara::rotary_beside_slide;
use armlab_papers::urrea2016::{Designed, design_all, executed};

/// A stored motion of the rotary joints beside the slide's sine.
fn stored_motion(name: &str) -> AnyTrajectory {
    let file = vectors();
    let entry = &file["excitation"][name]["coeffs"];
    let rotary: AnyTrajectory = if name.starts_with("quintic") {
        let c: [f64; 12] = numbers(entry);
        let basis = ChebyshevBasis::new(5, 15.0).unwrap();
        let coefficients = [&c[1..6], &c[7..12]].concat();
        LinearTrajectory::new(basis, &[c[0], c[6]], &coefficients).unwrap().into()
    } else {
        let c: [f64; 22] = numbers(entry);
        let every_second = |from: usize| (0..5).map(|i| c[from + 2 * i]).collect::<Vec<f64>>();
        let (a, b) = ([every_second(1), every_second(12)], [every_second(2), every_second(13)]);
        let offset = [c[0], c[11]];
        fourier(FourierForm::Swevers, 1.0 / 15.0, 15.0, &offset, &a, &b).unwrap().into()
    };
    rotary_beside_slide(rotary).unwrap()
}

/// What the earlier study says of a motion.
struct Case {
    name: &'static str,
    /// Condition and sigma_min.
    planned: [f64; 2],
    /// Condition of three and of four columns.
    done: [f64; 2],
    /// Mean errors of least squares over 30 draws, %.
    bias: [f64; 3],
}

const CASES: [Case; 6] = [
    Case {
        name: "quintic_free_cond",
        planned: [1.012, 12.9],
        done: [1.35, 29.3],
        bias: [-25.0, -22.0, -29.0],
    },
    Case {
        name: "quintic_free_smin",
        planned: [1.602, 37.4],
        done: [1.72, 9.60],
        bias: [-3.7, -2.6, -6.4],
    },
    Case {
        name: "quintic_rest_smin",
        planned: [1.656, 23.2],
        done: [1.82, 16.1],
        bias: [-8.9, -8.8, -1.4],
    },
    Case {
        name: "fourier_cond",
        planned: [1.044, 40.6],
        done: [1.27, 8.33],
        bias: [-2.0, -1.2, -3.6],
    },
    Case {
        name: "fourier_smin",
        planned: [1.275, 81.1],
        done: [1.44, 3.96],
        bias: [-0.5, 0.2, -2.4],
    },
    Case {
        name: "fourier_rest_smin",
        planned: [1.360, 70.9],
        done: [1.39, 4.49],
        bias: [-0.7, -0.7, -2.7],
    },
];

#[test]
fn motions_of_the_notes_tell_what_the_notes_say() {
    let bench = bench();
    for Case { name, planned, done, bias } in CASES {
        let found = executed(&bench, 500, 30, name, &stored_motion(name)).unwrap();
        println!("{found:?}");
        assert_near(
            &format!("{name}: planned condition"),
            &found.planned[..1],
            &planned[..1],
            6e-4,
        );
        assert_near(&format!("{name}: sigma_min"), &found.planned[1..], &planned[1..], 0.06);
        for (got, want) in found.executed.iter().zip(done) {
            assert!((got / want - 1.0).abs() < 0.01, "{name}: {got} {want}");
        }
        // Other random numbers; scatter of a mean of 30 grows as the motion weakens.
        for (k, want) in bias.iter().enumerate() {
            let tolerance = 0.1 * want.abs() + 40.0 / planned[1];
            let got = found.bias[k];
            assert!((got - want).abs() < tolerance, "{name} {k}: {got} {want}");
        }
    }
}

#[test]
fn the_least_condition_number_gives_the_worst_estimates() {
    let found = design_all(&bench(), &Settings::quiet(0)).unwrap();
    let of = |name: &str| found.iter().find(|d| d.name.starts_with(name)).unwrap();
    let (balanced, strong) = (of("quintic, least"), of("quintic, most"));
    let (series, rest) = (of("Fourier, most"), of("Fourier at rest"));
    let worst = |d: &Designed| d.bias[..3].iter().fold(0.0_f64, |m, b| m.max(b.abs()));
    assert!(balanced.planned[0] < 1.05 && balanced.planned[1] < 0.6 * strong.planned[1]);
    assert!(worst(balanced) > 4.0 * worst(strong), "{balanced:?} {strong:?}");
    assert!(worst(series) < 4.0 && worst(rest) < 4.0, "{series:?} {rest:?}");
    assert!(series.planned[1] > 81.0 && rest.planned[1] > 70.0);
}
