//! Bases that are at rest at both ends, whatever the coefficients.

use crate::support::{Random, assert_near, largest, sample};
use armlab_simulate::motion::{
    BSplineBasis, Basis, Boundary, BoundaryCondition, ChebyshevBasis, FourierBasis, FourierForm,
    LinearTrajectory, QuinticTrajectory, Rest, RestToRest, SplineEnd, Trajectory, fit_polynomial,
};

/// Velocity and acceleration at both ends relative to their natural sizes.
#[track_caller]
fn assert_rests(what: &str, trajectory: &dyn Trajectory, tolerance: f64) {
    let duration = trajectory.duration();
    let mut sizes = [0.0_f64; 2];
    for k in 0..=100 {
        let at = sample(trajectory, duration * k as f64 / 100.0);
        sizes[0] = sizes[0].max(largest(&at[1]));
        sizes[1] = sizes[1].max(largest(&at[2]));
    }
    assert!(sizes[0] > 0.0, "{what} moves");
    for t in [0.0, duration] {
        let at = sample(trajectory, t);
        for d in 0..2 {
            let left = largest(&at[d + 1]) / sizes[d];
            assert!(left <= tolerance, "{what} at {t}, order {}: {left:.1e}", d + 1);
        }
    }
}

fn random<B: Basis>(basis: B, dofs: usize, seed: u64) -> LinearTrajectory<B> {
    let mut r = Random::new(seed);
    let (offset, coefficients) = (r.list(dofs), r.list(dofs * basis.len()));
    LinearTrajectory::new(basis, &offset, &coefficients).unwrap()
}

#[test]
fn fourier_series_of_both_forms_rest_at_both_ends_whatever_their_coefficients() {
    for seed in 0..20 {
        for form in [FourierForm::Series, FourierForm::Swevers] {
            for (harmonics, periods) in [(3, 1.0), (5, 1.0), (5, 2.0), (10, 1.0), (5, 1.3)] {
                let basis = FourierBasis::new(form, harmonics, 0.1, 10.0 * periods).unwrap();
                for rest in [Rest::STILL, Rest::AT_OFFSET] {
                    let Ok(basis) = RestToRest::new(basis, rest) else { continue };
                    let trajectory = random(basis, 3, seed);
                    assert_rests("fourier", &trajectory, 1e-12);
                    if rest.position {
                        for t in [0.0, trajectory.duration()] {
                            let [q, ..] = sample(&trajectory, t);
                            assert_near("offset", &q, trajectory.offset(), 1e-12);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn elimination_takes_exactly_two_conditions_from_a_periodic_series() {
    let basis = FourierBasis::one_period(FourierForm::Swevers, 5, 0.25).unwrap();
    let restricted = RestToRest::new(basis, Rest::STILL).unwrap();
    assert_eq!((basis.len(), restricted.len()), (10, 8), "one condition on a, one on b");
    let trajectory = random(restricted, 1, 4).unrestricted().unwrap();
    let (a, b) = trajectory.coefficients().split_at(5);
    let weighted: f64 = b.iter().enumerate().map(|(k, b)| (k + 1) as f64 * b).sum();
    assert!(a.iter().sum::<f64>().abs() < 1e-15 && weighted.abs() < 1e-14);
}

#[test]
fn polynomials_rest_at_both_ends_whatever_their_coefficients() {
    for seed in 0..20 {
        for degree in [6, 9, 15] {
            let basis = ChebyshevBasis::new(degree, 7.3).unwrap();
            let basis = RestToRest::new(basis, Rest::STILL).unwrap();
            assert_eq!(basis.len(), degree - 4);
            assert_rests("polynomial", &random(basis, 2, seed), 1e-12);
        }
    }
    let too_small = RestToRest::new(ChebyshevBasis::new(4, 1.0).unwrap(), Rest::STILL);
    assert!(too_small.unwrap_err().to_string().contains("more harmonics, spans or degrees"));
}

#[test]
fn b_splines_rest_exactly_at_both_ends_and_may_end_elsewhere() {
    for seed in 0..10 {
        for degree in 3..=9 {
            for spans in [4, 7, 20] {
                let basis = BSplineBasis::new(degree, spans, 2.5, SplineEnd::Open).unwrap();
                let k = basis.len();
                let trajectory = random(basis, 2, seed);
                for t in [0.0, 2.5] {
                    let [q, qd, qdd] = sample(&trajectory, t);
                    assert!(qd.iter().chain(&qdd).all(|x| *x == 0.0), "{degree} {spans} {t}");
                    for j in 0..2 {
                        let way =
                            if t > 0.0 { trajectory.coefficients()[j * k + k - 1] } else { 0.0 };
                        assert_eq!(q[j], trajectory.offset()[j] + way);
                    }
                }
                let closed = BSplineBasis::new(degree, spans, 2.5, SplineEnd::Closed).unwrap();
                let closed = random(closed, 2, seed);
                assert_eq!(sample(&closed, 2.5)[0], closed.offset());
                assert_rests("B-spline", &closed, 0.0);
            }
        }
    }
}

#[test]
fn an_open_b_spline_with_equal_coefficients_arrives_and_stays() {
    // All functions but the first three sum to one where those have ended.
    let basis = BSplineBasis::new(4, 9, 3.0, SplineEnd::Open).unwrap();
    let trajectory = LinearTrajectory::new(basis, &[0.5], &vec![2.0; basis.len()]).unwrap();
    for t in [1.0, 1.7, 2.6, 3.0] {
        let [q, qd, qdd] = sample(&trajectory, t);
        assert!((q[0] - 2.5).abs() < 1e-15 && qd[0].abs() < 1e-14 && qdd[0].abs() < 1e-13, "{t}");
    }
}

#[test]
fn quintics_rest_between_points() {
    for seed in 0..10 {
        let mut r = Random::new(seed);
        let motion = QuinticTrajectory::point_to_point(&r.list(4), &r.list(4), 0.7).unwrap();
        assert_rests("quintic", &motion, 1e-13);
    }
}

#[test]
fn a_fit_meets_its_end_conditions_exactly_and_its_samples_nearly() {
    let times: Vec<f64> = (0..200).map(|i| 0.02 * i as f64).collect();
    let wave = |t: &f64| (1.3 * t).sin();
    let column: Vec<f64> = times.iter().map(wave).collect();
    let condition = |at, order, value: f64| BoundaryCondition { at, order, value: vec![value; 2] };
    let conditions = [
        condition(Boundary::Start, 0, 0.01),
        condition(Boundary::Start, 1, 0.0),
        condition(Boundary::End, 1, -2.5),
        condition(Boundary::End, 2, 0.0),
    ];
    let doubled: Vec<f64> = column.iter().map(|q| 2.0 * q).collect();
    let fit = fit_polynomial(14, 4.0, &times, &[&column, &doubled], &conditions).unwrap();
    let (start, end) = (sample(&fit, 0.0), sample(&fit, 4.0));
    for j in 0..2 {
        assert!((start[0][j] - 0.01).abs() < 1e-14);
        assert!(start[1][j].abs() < 1e-13);
        assert!((end[1][j] + 2.5).abs() < 1e-13);
        assert!(end[2][j].abs() < 1e-12);
    }
    let off = |t: f64| (sample(&fit, t)[0][0] - wave(&t)).abs();
    assert!((10..120).all(|k| off(0.02 * k as f64) < 0.05));
    let free = fit_polynomial(14, 4.0, &times, &[&column, &doubled], &[]).unwrap();
    for t in &times {
        assert!((sample(&free, *t)[0][0] - wave(t)).abs() < 1e-9);
    }
    let twice = [conditions[0].clone(), conditions[0].clone()];
    assert!(fit_polynomial(14, 4.0, &times, &[&column, &doubled], &twice).is_err());
    assert!(fit_polynomial(300, 4.0, &times, &[&column], &[]).is_err());
}

#[test]
fn the_gradient_of_a_sample_is_the_value_of_the_basis() {
    let inner = FourierBasis::one_period(FourierForm::Swevers, 4, 0.2).unwrap();
    let basis = RestToRest::new(inner, Rest::STILL).unwrap();
    let k = basis.len();
    let mut trajectory = random(basis.clone(), 2, 1);
    let (offset, coefficients) = (trajectory.offset().to_vec(), trajectory.coefficients().to_vec());
    let before = sample(&trajectory, 1.234);
    for i in 0..k {
        let mut moved = coefficients.clone();
        moved[k + i] += 1.0;
        trajectory.set(&offset, &moved);
        let after = sample(&trajectory, 1.234);
        for order in 0..3 {
            let mut values = vec![f64::NAN; k];
            basis.values(1.234, order, &mut values);
            let change = after[order][1] - before[order][1];
            assert!((change - values[i]).abs() < 1e-13, "{order} {i}");
            assert_eq!(after[order][0], before[order][0]);
        }
    }
}
