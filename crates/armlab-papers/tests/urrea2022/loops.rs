//! The PID loops: in what unit the gains are.

use crate::support::*;
use armlab::motion::{AnyTrajectory, FourierForm, fourier};
use armlab::simulate::controller::{GainUnit, Gravity, Pid};
use armlab_papers::scara::{DURATION, TRUTH, pid, rotary_beside_slide};
use armlab_papers::urrea2022::published::{GAINS, INDEXES};
use std::f64::consts::{PI, TAU};

type Complex = (f64, f64);

fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

fn minus(a: Complex, b: Complex) -> Complex {
    (a.0 - b.0, a.1 - b.1)
}

/// `det(λ²M + λD + P)` of the rotary joints at θ₂ = 0.
fn characteristic(lambda: Complex, factor: f64) -> Complex {
    let [izz1, izz2, m_r, _] = TRUTH;
    let square = times(lambda, lambda);
    let entry = |m: f64, joint: Option<usize>| {
        let [p, _, d] = joint.map_or([0.0; 3], |j| GAINS[j]);
        (m * square.0 + factor * (d * lambda.0 + p), m * square.1 + factor * d * lambda.1)
    };
    let (a, b, c) =
        (entry(izz1 + 2.0 * m_r, Some(0)), entry(izz2 + m_r, None), entry(izz2, Some(1)));
    minus(times(a, c), times(b, b))
}

/// Newton's method from a rounded root: how far the true one is.
fn distance_to_root(start: Complex, factor: f64) -> f64 {
    let mut root = start;
    for _ in 0..20 {
        let h = 1e-6;
        let value = characteristic(root, factor);
        let (up, down) = (
            characteristic((root.0 + h, root.1), factor),
            characteristic((root.0 - h, root.1), factor),
        );
        let slope = ((up.0 - down.0) / (2.0 * h), (up.1 - down.1) / (2.0 * h));
        let size = slope.0 * slope.0 + slope.1 * slope.1;
        let step = times(value, (slope.0 / size, -slope.1 / size));
        root = minus(root, step);
    }
    (root.0 - start.0).hypot(root.1 - start.1)
}

#[test]
fn poles_of_both_readings_are_those_of_the_notes() {
    for root in [(-0.024, 0.255), (-0.173, 2.357)] {
        assert!(distance_to_root(root, 1.0) < 1e-3, "{root:?}");
    }
    for (root, digits) in [((-1.44, 1.40), 0.01), ((-9.8, 14.2), 0.08)] {
        assert!(distance_to_root(root, 180.0 / PI) < digits, "{root:?}");
    }
}

#[test]
fn gains_track_per_degree_and_not_per_radian() {
    let bench = bench();
    let errors = |unit| {
        let run = bench.quiet_on(&bench.reference, &pid(unit)).unwrap();
        let of = |j: usize| run.summary.joints[j].rms_error;
        [of(0), of(1)]
    };
    let (degree, radian) = (errors(GainUnit::Degree), errors(GainUnit::Radian));
    println!("per degree {degree:?}, per radian {radian:?}");
    assert_near("per degree", &degree, &[0.127, 0.0285], 6e-4);
    // Per radian joint 1 misses by radians, joint 2 by half a radian.
    assert!((2.0..3.7).contains(&radian[0]) && (0.49..0.75).contains(&radian[1]), "{radian:?}");
    let published = INDEXES[0][0][0].value();
    assert!((degree[0] / published - 1.0).abs() < 0.05);
}

#[test]
fn the_slide_needs_its_weight_fed_forward() {
    let bench = bench();
    // d₃ = 0.1 sin t beside the quintics; the reference begins at rest there by the sine's own start.
    let sine =
        fourier(FourierForm::Series, 1.0 / TAU, DURATION, &[0.0], &[vec![0.1]], &[vec![0.0]]);
    let rotary: AnyTrajectory = armlab::motion::polynomial_from_powers(
        &armlab_papers::scara::QUINTICS.map(Vec::from),
        DURATION,
    )
    .unwrap()
    .into();
    let both = armlab::motion::Beside::new(vec![rotary.clone(), sine.unwrap().into()]).unwrap();
    let iae = |gravity| {
        let law = Pid { gravity, ..pid(GainUnit::Degree) };
        let run = bench.quiet_on(&both, &law).unwrap();
        let channel = |q| run.log.channel(q, 2).unwrap();
        let (r, q) = (
            channel(armlab::log::Quantity::PositionReference),
            channel(armlab::log::Quantity::Position),
        );
        let stretch =
            armlab::validation::Stretch { time: run.log.time(), measured: r, predicted: q };
        armlab::validation::metrics(&[stretch]).iae
    };
    let (without, with) = (iae(Gravity::None), iae(Gravity::Reference));
    println!("IAE of the slide: {without:.4} without its weight, {with:.4} with");
    assert!(without > 5.0 * with, "{without} {with}");
    // And the experiment's own reference is these quintics beside another sine.
    assert!(rotary_beside_slide(rotary).is_ok());
}

#[test]
fn table_2_holds_the_gains_of_the_controllers() {
    use armlab::simulate::controller::Gains;
    let Gains::Given { kp, ki, kd, .. } = pid(GainUnit::Degree).gains else { panic!("gains") };
    let column = |k: usize| GAINS.map(|g| g[k]).to_vec();
    assert_eq!([kp, ki, kd], [0, 1, 2].map(|k| column(k).into()));
}
