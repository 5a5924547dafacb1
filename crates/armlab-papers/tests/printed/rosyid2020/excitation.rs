//! The exciting trajectory, Eq 35–37.

use super::samples::excitation;
use armlab_papers::rosyid2020::Excitation;

#[test]
fn e17_rest_at_both_ends_is_two_sums_per_coordinate() {
    let excitation = excitation();
    for sums in excitation.start_from_rest() {
        assert!(sums.iter().all(|s| s.abs() < 1e-15), "{sums:?}");
    }
    for t in [0.0, 4.0] {
        let [_, velocity, acceleration] = excitation.sample(t);
        assert!(velocity.iter().chain(&acceleration).all(|x| x.abs() < 1e-13), "{t} s");
    }
    // What Eq 37 prints, q̇(0) = 0, is not enough: a motion that starts with a jerk passes it.
    let jerky = Excitation {
        frequency: 0.25,
        centre: [0.0; 3],
        sine: [[0.1, -0.1]; 3],
        cosine: [[0.1, 0.1]; 3],
    };
    let [_, velocity, acceleration] = jerky.sample(0.0);
    assert_eq!(velocity, [0.0; 3]);
    println!("q̈(0) = {:.3}", acceleration[0]);
    assert!(acceleration[0] > 0.4);
}

#[test]
fn e18_five_harmonics_of_three_coordinates_are_33_parameters() {
    assert_eq!(Excitation::<5>::PARAMETERS, 33);
}

#[test]
fn rates_of_the_excitation_are_its_derivatives() {
    let excitation = excitation();
    let h = 1e-4;
    for k in 0..40 {
        let t = 0.1 * k as f64;
        let [before, at, after] = [t - h, t, t + h].map(|t| excitation.sample(t));
        for order in 0..2 {
            for i in 0..3 {
                let slope = (after[order][i] - before[order][i]) / (2.0 * h);
                assert!((slope - at[order + 1][i]).abs() < 5e-7, "{order} {i} at {t}");
            }
        }
    }
}
