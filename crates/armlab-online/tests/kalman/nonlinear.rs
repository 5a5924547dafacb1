//! A measurement that is not linear, seen through points.

use crate::support::*;
use armlab_online::kalman::{FilterKind, System, Tracker, Tuning};

fn follow(kind: FilterKind, seed: u64) -> (Vec<f64>, Vec<f64>, f64) {
    let (truth, measured) = Radar::simulate(200, seed);
    let filter = kind.build(Radar.dimensions(), &Tuning::default());
    let mut tracker = Tracker::new(Radar, filter, 0);
    let mut square = 0.0;
    for (k, z) in measured.iter().enumerate() {
        tracker.take(STEP * k as f64, &[], z).unwrap();
        let state = tracker.state();
        square += (state[0] - truth[k][0]).powi(2) + (state[1] - truth[k][1]).powi(2);
    }
    let mut covariance = vec![0.0; 16];
    tracker.covariance(&mut covariance);
    (tracker.state().to_vec(), covariance, (square / 200.0).sqrt())
}

#[test]
fn the_square_root_form_is_the_plain_one() {
    for seed in 0..5 {
        let pairs = [
            (FilterKind::Ekf, FilterKind::SquareRootEkf),
            (FilterKind::Ukf, FilterKind::SquareRootUkf),
        ];
        for (plain, root) in pairs {
            let (x, p, _) = follow(plain, seed);
            let (y, q, _) = follow(root, seed);
            let worst = |a: &[f64], b: &[f64]| {
                a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
            };
            assert!(worst(&x, &y) < 1e-11, "{} {:.1e}", root.name(), worst(&x, &y));
            assert!(worst(&p, &q) < 1e-12, "{} {:.1e}", root.name(), worst(&p, &q));
        }
    }
}

#[test]
fn every_filter_sees_better_than_the_sensor() {
    // At a distance of about 2 the sensor is off by 2 cm along and 2 cm across.
    for &kind in armlab_online::kalman::FILTERS {
        let (_, _, error) = follow(kind, 7);
        println!("{}: {error:.4} m", kind.name());
        assert!(error < 0.02, "{}: {error}", kind.name());
    }
}
