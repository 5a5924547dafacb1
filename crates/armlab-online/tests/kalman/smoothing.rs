//! Looking back.

use crate::support::*;
use armlab_online::kalman::{FilterKind, System, Tracker, Tuning};

const SAMPLES: usize = 40;

/// Solves `A x = b` for a symmetric positive definite matrix, row after row.
fn solve(mut a: Vec<f64>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for r in i + 1..n {
            let factor = a[r * n + i] / a[i * n + i];
            (i..n).for_each(|c| a[r * n + c] -= factor * a[i * n + c]);
            b[r] -= factor * b[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|c| a[i * n + c] * b[c]).sum();
        b[i] = (b[i] - known) / a[i * n + i];
    }
    b
}

/// All states at once, the most likely ones: weighted least squares over what is
/// known at the start, every step and every measurement. Positions and speeds of
/// all samples, then the force.
fn most_likely(spring: &Spring, inputs: &[f64], measured: &[f64]) -> Vec<f64> {
    let unknowns = 2 * SAMPLES + 1;
    let (mut a, mut b) = (vec![0.0; unknowns * unknowns], vec![0.0; unknowns]);
    let mut add = |terms: &[(usize, f64)], value: f64, variance: f64| {
        for &(i, f) in terms {
            for &(j, g) in terms {
                a[i * unknowns + j] += f * g / variance;
            }
            b[i] += f * value / variance;
        }
    };
    let (force, r) = (2 * SAMPLES, spring.measured * spring.measured);
    add(&[(0, 1.0)], measured[0], r);
    add(&[(1, 1.0)], 0.0, 1.0);
    add(&[(force, 1.0)], 0.0, 4.0);
    let (f, noise) = (Spring::transition(STEP), spring.noise(STEP));
    for k in 0..SAMPLES {
        add(&[(2 * k, 1.0)], measured[k], r);
        if k + 1 < SAMPLES {
            for i in 0..2 {
                let from = [(2 * k, f[i][0]), (2 * k + 1, f[i][1]), (force, f[i][2])];
                let mut terms = from.map(|(u, f)| (u, -f)).to_vec();
                terms.push((2 * k + 2 + i, 1.0));
                let pushed = if i == 1 { STEP * inputs[k] } else { 0.0 };
                add(&terms, pushed, noise[i]);
            }
        }
    }
    solve(a, b)
}

#[test]
fn smoothed_states_are_the_most_likely_ones() {
    let spring = Spring::default();
    let (_, inputs, measured) = spring.simulate(SAMPLES, 3);
    let expected = most_likely(&spring, &inputs, &measured);
    for kind in [
        FilterKind::Ekf,
        FilterKind::Ukf,
        FilterKind::SquareRootEkf,
        FilterKind::SquareRootUkf,
        FilterKind::CentralDifference,
    ] {
        let filter = kind.build(spring.dimensions(), &Tuning::default());
        let mut tracker = Tracker::new(spring.clone(), filter, 1).for_smoothing();
        for k in 0..SAMPLES {
            tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
        }
        let smoothed = tracker.smooth().unwrap().unwrap();
        assert_eq!(smoothed.samples(), SAMPLES);
        for k in 0..SAMPLES {
            let state = smoothed.state(k);
            let want = [expected[2 * k], expected[2 * k + 1], expected[2 * SAMPLES]];
            for i in 0..3 {
                let difference = (state[i] - want[i]).abs();
                assert!(difference < 1e-9, "{} {k} {i}: {difference:.1e}", kind.name());
            }
            // The past is better known with hindsight, and as well as the present.
            assert!(smoothed.covariance(k)[8] < tracker.variances()[2] * (1.0 + 1e-9));
        }
    }
}

#[test]
fn particles_cannot_be_smoothed_and_say_nothing_wrong() {
    let spring = Spring::default();
    let filter = FilterKind::Particle.build(spring.dimensions(), &Tuning::default());
    let mut tracker = Tracker::new(spring, filter, 1).for_smoothing();
    tracker.take(0.0, &[0.0], &[0.1]).unwrap();
    assert!(tracker.smooth().is_none());
}
