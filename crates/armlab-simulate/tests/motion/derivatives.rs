//! Derivatives against finite differences, and rest outside the duration.

use crate::support::{largest, one_of_each, sample};
use armlab_simulate::motion::Trajectory;

/// Fourth-order central difference of a column of a trajectory's samples.
fn slope(trajectory: &dyn Trajectory, t: f64, h: f64, which: usize) -> Vec<f64> {
    let at = |k: f64| sample(trajectory, t + k * h)[which].clone();
    let (a, b, c, d) = (at(-2.0), at(-1.0), at(1.0), at(2.0));
    (0..a.len()).map(|i| (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * h)).collect()
}

#[test]
fn velocities_and_accelerations_are_the_slopes_of_what_comes_before() {
    let mut compared = 0;
    for seed in 0..5 {
        for (name, trajectory, jumps) in one_of_each(seed) {
            let duration = trajectory.duration();
            let h = 1e-4 * duration;
            let clear = |t: f64| jumps.iter().all(|jump| !((t - jump).abs() < 3.0 * h));
            for k in 0..200 {
                let t = (k as f64 + 0.5) / 200.0 * duration;
                let [_, qd, qdd] = sample(&trajectory, t);
                // Where acceleration jumps anywhere, only velocity is compared.
                if !clear(t) {
                    continue;
                }
                let everywhere = jumps.iter().any(|jump| jump.is_nan());
                let tolerance = if everywhere { 2e-3 } else { 2e-9 };
                let scale = largest(&qd).max(1.0) * tolerance;
                for (got, wanted) in slope(&trajectory, t, h, 0).iter().zip(&qd) {
                    assert!((got - wanted).abs() < scale, "{name} qd at {t}: {got} {wanted}");
                    compared += 1;
                }
                if everywhere {
                    continue;
                }
                let scale = largest(&qdd).max(10.0) * 2e-8;
                for (got, wanted) in slope(&trajectory, t, h, 1).iter().zip(&qdd) {
                    assert!((got - wanted).abs() < scale, "{name} qdd at {t}: {got} {wanted}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 50_000, "{compared}");
}

#[test]
fn positions_and_velocities_are_continuous() {
    for (name, trajectory, _) in one_of_each(9) {
        let duration = trajectory.duration();
        let n = 20_000;
        let mut before = sample(&trajectory, 0.0);
        for k in 1..=n {
            let now = sample(&trajectory, duration * k as f64 / n as f64);
            for d in 0..2 {
                for j in 0..trajectory.dofs() {
                    let jump = (now[d][j] - before[d][j]).abs();
                    // Beside holds parts that end with a velocity before the others do.
                    assert!(jump < 0.02 || (name == "beside" && d == 1), "{name}: {jump}");
                }
            }
            before = now;
        }
    }
}

#[test]
fn before_and_after_a_trajectory_rests_where_it_begins_and_ends() {
    for (name, trajectory, _) in one_of_each(3) {
        let duration = trajectory.duration();
        let (first, last) = (sample(&trajectory, 0.0), sample(&trajectory, duration));
        for (outside, end) in [
            (-1e-9, &first),
            (-7.0, &first),
            (f64::NEG_INFINITY, &first),
            (f64::NAN, &first),
            (duration + 1e-9, &last),
            (duration + 50.0, &last),
            (f64::INFINITY, &last),
        ] {
            let [q, qd, qdd] = sample(&trajectory, outside);
            assert_eq!(q, end[0], "{name} at {outside}");
            assert!(qd.iter().chain(&qdd).all(|x| *x == 0.0), "{name} at {outside}");
        }
    }
}
