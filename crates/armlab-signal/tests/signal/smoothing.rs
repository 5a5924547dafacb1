//! Savitzky–Golay and differences.

use crate::support::{jittered, noise, rms, times, worst};
use armlab_signal::{
    Edge, SavitzkyGolay, first_difference, first_difference_at, second_difference,
    second_difference_at,
};

fn quartic(t: f64) -> [f64; 3] {
    [
        1.0 + t * (-2.0 + t * (0.5 + t * (1.0 - 0.3 * t))),
        -2.0 + t * (1.0 + t * (3.0 - 1.2 * t)),
        1.0 + t * (6.0 - 3.6 * t),
    ]
}

#[test]
fn a_polynomial_of_the_order_passes_unchanged_with_its_derivatives_up_to_the_very_ends() {
    let t = times(60, 0.05);
    let y: Vec<f64> = t.iter().map(|t| quartic(*t)[0]).collect();
    for (window, order) in [(5, 4), (9, 4), (21, 5), (59, 4)] {
        let filter = SavitzkyGolay::new(window, order).unwrap();
        for derivative in 0..3 {
            let got = filter.derivative(&y, 0.05, derivative).unwrap();
            let wanted: Vec<f64> = t.iter().map(|t| quartic(*t)[derivative]).collect();
            // Rounding of y divided by the step to the power of the derivative.
            let tolerance = 1e-14 * 30_f64.powi(derivative as i32) * 20.0;
            assert!(worst(&got, &wanted, 0) < tolerance, "{window} {order} {derivative}");
        }
    }
}

#[test]
fn on_jittered_stamps_a_polynomial_passes_unchanged_too() {
    let t = jittered(80, 0.05, 1);
    let y: Vec<f64> = t.iter().map(|t| quartic(*t)[0]).collect();
    let filter = SavitzkyGolay::new(15, 4).unwrap();
    let got = filter.derivatives_at(&t, &[&y], &[0, 1, 2]).unwrap();
    for (derivative, got) in got.iter().enumerate() {
        let wanted: Vec<f64> = t.iter().map(|t| quartic(*t)[derivative]).collect();
        let tolerance = 3e-13 * 20_f64.powi(derivative as i32);
        assert!(worst(got, &wanted, 0) < tolerance, "{derivative}: {}", worst(got, &wanted, 0));
    }
}

#[test]
fn on_even_stamps_the_fit_in_time_is_the_convolution() {
    let (t, y) = (times(200, 0.004), noise(200, 2));
    let filter = SavitzkyGolay::new(21, 5).unwrap();
    for derivative in 0..3 {
        let even = filter.derivative(&y, 0.004, derivative).unwrap();
        let stamped = filter.derivative_at(&t, &y, derivative).unwrap();
        assert!(worst(&even, &stamped, 0) < 1e-11 * rms(&even), "{derivative}");
    }
}

#[test]
fn ignoring_jitter_costs_accuracy_that_the_stamped_fit_keeps() {
    let t = jittered(400, 0.01, 3);
    let y: Vec<f64> = t.iter().map(|t| (3.0 * t).sin()).collect();
    let wanted: Vec<f64> = t.iter().map(|t| 3.0 * (3.0 * t).cos()).collect();
    let filter = SavitzkyGolay::new(21, 5).unwrap();
    let stamped = filter.derivative_at(&t, &y, 1).unwrap();
    let even = filter.derivative(&y, t.last().unwrap() / 399.0, 1).unwrap();
    assert!(worst(&stamped, &wanted, 0) < 1e-5);
    assert!(worst(&even, &wanted, 0) > 1e-2);
}

#[test]
fn a_periodic_signal_is_smoothed_as_if_it_went_on() {
    let n = 50;
    let y = noise(n, 4);
    let thrice: Vec<f64> = y.iter().cycle().take(3 * n).copied().collect();
    let filter = SavitzkyGolay::new(13, 3).unwrap();
    let once = filter.edge(Edge::Periodic).smooth(&y).unwrap();
    let all = filter.smooth(&thrice).unwrap();
    assert!(worst(&once, &all[n..2 * n], 0) < 1e-15);
}

#[test]
fn differences_are_exact_for_parabolas_everywhere_and_cubics_in_the_second() {
    let uneven = jittered(30, 0.1, 5);
    let even = times(30, 0.1);
    let parabola = |t: f64| 2.0 - 3.0 * t + 0.7 * t * t;
    let cubic = |t: f64| parabola(t) - 0.4 * t * t * t;
    for t in [&even, &uneven] {
        let y: Vec<f64> = t.iter().map(|t| parabola(*t)).collect();
        let slope: Vec<f64> = t.iter().map(|t| -3.0 + 1.4 * t).collect();
        assert!(worst(&first_difference_at(t, &y).unwrap(), &slope, 0) < 1e-12);
        let bend = vec![1.4; 30];
        assert!(worst(&second_difference_at(t, &y).unwrap(), &bend, 0) < 1e-10);
    }
    let y: Vec<f64> = even.iter().map(|t| parabola(*t)).collect();
    let slope: Vec<f64> = even.iter().map(|t| -3.0 + 1.4 * t).collect();
    assert!(worst(&first_difference(&y, 0.1).unwrap(), &slope, 0) < 1e-13);
    let y: Vec<f64> = even.iter().map(|t| cubic(*t)).collect();
    let bend: Vec<f64> = even.iter().map(|t| 1.4 - 2.4 * t).collect();
    assert!(worst(&second_difference(&y, 0.1).unwrap(), &bend, 0) < 1e-11);
    assert!(worst(&second_difference_at(&even, &y).unwrap(), &bend, 0) < 1e-11);
}
