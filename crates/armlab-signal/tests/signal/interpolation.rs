//! Piecewise cubics.

use crate::support::{jittered, noise};
use armlab_signal::interpolate::{End, Ends, PiecewiseCubic, pchip_slopes};

#[test]
fn every_interpolation_passes_through_its_points() {
    let (t, y) = (jittered(40, 0.3, 1), noise(40, 2));
    for curve in [
        PiecewiseCubic::linear(&t, &y).unwrap(),
        PiecewiseCubic::pchip(&t, &y).unwrap(),
        PiecewiseCubic::spline(&t, &y, Ends::NATURAL).unwrap(),
        PiecewiseCubic::spline(&t, &y, Ends::NOT_A_KNOT).unwrap(),
        PiecewiseCubic::spline(&t, &y, Ends::REST).unwrap(),
    ] {
        for (t, y) in t.iter().zip(&y) {
            assert!((curve.value(*t) - y).abs() < 1e-14);
        }
    }
}

#[test]
fn pchip_never_overshoots() {
    let (t, y) = (jittered(60, 0.3, 3), noise(60, 4));
    let curve = PiecewiseCubic::pchip(&t, &y).unwrap();
    for (t, y) in t.windows(2).zip(y.windows(2)) {
        for k in 0..=20 {
            let value = curve.value(t[0] + (t[1] - t[0]) * k as f64 / 20.0);
            assert!(value <= y[0].max(y[1]) + 1e-15 && value >= y[0].min(y[1]) - 1e-15);
        }
    }
}

#[test]
fn a_spline_has_continuous_second_derivatives_and_the_ends_that_were_asked_for() {
    let (t, y) = (jittered(30, 0.3, 5), noise(30, 6));
    let ends = [
        Ends::NATURAL,
        Ends::NOT_A_KNOT,
        Ends::REST,
        Ends { first: End::Clamped(2.5), last: End::Natural },
    ];
    for ends in ends {
        let curve = PiecewiseCubic::spline(&t, &y, ends).unwrap();
        for knot in &t[1..29] {
            let (before, after) = (curve.at(knot.next_down()), curve.at(*knot));
            for d in 0..3 {
                assert!((before[d] - after[d]).abs() < 1e-11, "{ends:?} {d}");
            }
        }
        for (end, at) in [(ends.first, t[0]), (ends.last, t[29])] {
            match end {
                End::Natural => assert!(curve.at(at)[2].abs() < 1e-11),
                End::Clamped(slope) => assert!((curve.at(at)[1] - slope).abs() < 1e-12),
                End::NotAKnot => {}
            }
        }
    }
}

#[test]
fn a_not_a_knot_spline_reproduces_a_cubic() {
    let t = jittered(9, 0.5, 7);
    let f = |t: f64| 1.0 - t + 2.0 * t * t - 0.5 * t * t * t;
    for n in [2, 3, 4, 5, 9] {
        // Two points hold a line, three a parabola, four and more a cubic.
        let of = |t: f64| match n {
            2 => 1.0 - t,
            3 => 1.0 - t + 2.0 * t * t,
            _ => f(t),
        };
        let y: Vec<f64> = t[..n].iter().map(|t| of(*t)).collect();
        let curve = PiecewiseCubic::spline(&t[..n], &y, Ends::NOT_A_KNOT).unwrap();
        for k in 0..100 {
            let x = t[0] + (t[n - 1] - t[0]) * k as f64 / 99.0;
            assert!((curve.value(x) - of(x)).abs() < 1e-12, "{n} points");
        }
    }
}

#[test]
fn pchip_slopes_on_uneven_knots_are_those_of_the_vectors() {
    // `pchip_generic` of tests/vectors/planar6.json.
    let x = [0.0, 0.5, 1.1, 2.0, 2.2, 3.0, 4.5, 5.0];
    let y = [0.0, 12.0, 15.0, 15.0, 9.0, -3.0, -4.0, 10.0];
    let wanted = [
        32.63636363636364,
        8.443496801705756,
        0.0,
        0.0,
        -21.42857142857142,
        -1.4072059823249492,
        0.0,
        35.166666666666664,
    ];
    for (got, wanted) in pchip_slopes(&x, &y).iter().zip(wanted) {
        assert!((got - wanted).abs() < 1e-13, "{got} is not {wanted}");
    }
}
