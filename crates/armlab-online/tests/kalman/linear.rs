//! On a linear system every filter is the Kalman filter.

use crate::support::*;
use armlab_online::kalman::{FILTERS, FilterKind, Tracker, Tuning};

type Square = [[f64; 3]; 3];

/// The filter of the books, in matrices of three.
fn by_the_book(spring: &Spring, inputs: &[f64], measured: &[f64]) -> ([f64; 3], Square) {
    let mut x = [measured[0], 0.0, 0.0];
    let r = spring.measured * spring.measured;
    let mut p = [[r, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 4.0]];
    for k in 0..measured.len() {
        if k > 0 {
            let f = Spring::transition(STEP);
            let old = x;
            (0..3).for_each(|i| x[i] = (0..3).map(|j| f[i][j] * old[j]).sum());
            x[1] += STEP * inputs[k - 1];
            let mut next = [[0.0; 3]; 3];
            for i in 0..3 {
                for j in 0..3 {
                    for a in 0..3 {
                        for b in 0..3 {
                            next[i][j] += f[i][a] * p[a][b] * f[j][b];
                        }
                    }
                }
            }
            let noise = spring.noise(STEP);
            (0..2).for_each(|i| next[i][i] += noise[i]);
            p = next;
        }
        let s = p[0][0] + r;
        let gain = [p[0][0] / s, p[1][0] / s, p[2][0] / s];
        let nu = measured[k] - x[0];
        (0..3).for_each(|i| x[i] += gain[i] * nu);
        let row = p[0];
        for i in 0..3 {
            (0..3).for_each(|j| p[i][j] -= gain[i] * row[j]);
        }
    }
    (x, p)
}

#[test]
fn all_but_particles_and_adaptive_ones_give_the_numbers_of_the_book() {
    let spring = Spring::default();
    let (_, inputs, measured) = spring.simulate(300, 1);
    let (x, p) = by_the_book(&spring, &inputs, &measured);
    for kind in [
        FilterKind::Ekf,
        FilterKind::Ukf,
        FilterKind::SquareRootEkf,
        FilterKind::SquareRootUkf,
        FilterKind::CentralDifference,
    ] {
        let filter = kind.build(spring_sizes(), &Tuning::default());
        let mut tracker = Tracker::new(spring.clone(), filter, 1);
        for k in 0..measured.len() {
            tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
        }
        let mut covariance = [0.0; 9];
        tracker.covariance(&mut covariance);
        for i in 0..3 {
            let (got, want) = (tracker.state()[i], x[i]);
            assert!((got - want).abs() < 1e-11, "{}: {got} {want}", kind.name());
            for j in 0..3 {
                let (got, want) = (covariance[3 * i + j], p[i][j]);
                assert!((got - want).abs() < 1e-12, "{} P{i}{j}: {got} {want}", kind.name());
            }
        }
    }
}

#[test]
fn particles_come_near_the_kalman_filter() {
    let spring = Spring::default();
    let (_, inputs, measured) = spring.simulate(300, 1);
    let (x, p) = by_the_book(&spring, &inputs, &measured);
    let filter = FilterKind::Particle.build(spring_sizes(), &Tuning::default());
    let mut tracker = Tracker::new(spring, filter, 1);
    for k in 0..measured.len() {
        tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
    }
    for i in 0..3 {
        let deviation = p[i][i].sqrt();
        let away = (tracker.state()[i] - x[i]) / deviation;
        let width = tracker.variances()[i].sqrt() / deviation;
        println!("{i}: {away:.2} deviations away, {width:.2} of the width");
        assert!(away.abs() < 0.5 && (0.7..1.3).contains(&width), "{i}: {away} {width}");
    }
}

#[test]
fn innovations_and_errors_are_as_large_as_filters_say() {
    let mut all = 0.0;
    let runs = 50;
    for seed in 0..runs {
        let spring = Spring::default();
        let (truth, inputs, measured) = spring.simulate(200, 100 + seed);
        let filter = FilterKind::Ekf.build(spring_sizes(), &Tuning::default());
        let mut tracker = Tracker::new(spring, filter, 1);
        for k in 0..measured.len() {
            tracker.take(STEP * k as f64, &inputs[k..k + 1], &measured[k..k + 1]).unwrap();
        }
        // One degree of freedom, 200 samples: two deviations of the share are 3 %.
        assert!((tracker.consistency().inside() - 0.95).abs() < 0.05, "seed {seed}");
        let mut covariance = [0.0; 9];
        tracker.covariance(&mut covariance);
        let state = tracker.state();
        let nees = armlab_online::kalman::estimation_error(state, &covariance, &truth[199]);
        all += nees.unwrap();
    }
    // The mean of 50 chi-square numbers of 3 degrees: 3 ± 0.35.
    let mean = all / runs as f64;
    println!("mean normalised estimation error {mean:.2}");
    assert!((mean - 3.0).abs() < 1.0, "{mean}");
}

#[test]
fn names_and_summaries_are_there_and_names_are_unique() {
    for kind in FILTERS {
        assert_eq!(FilterKind::named(kind.name()), Some(*kind));
        let filter = kind.build::<Spring>(spring_sizes(), &Tuning::default());
        assert_eq!(filter.name(), kind.name());
    }
    assert_eq!(FilterKind::named("kalman"), None);
}

fn spring_sizes() -> armlab_online::kalman::Dimensions {
    armlab_online::kalman::System::dimensions(&Spring::default())
}
