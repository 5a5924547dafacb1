//! Point-to-point motions: limits kept, points met.

use crate::support::{Random, assert_near, sample};
use armlab_simulate::motion::{QuinticTrajectory, Trajectory, TrapezoidTrajectory, Via, extremes};

#[test]
fn a_quintic_meets_the_positions_velocities_and_accelerations_of_its_points() {
    let mut r = Random::new(1);
    let times = r.times(6);
    let vias: Vec<Via> = times
        .iter()
        .map(|time| Via { time: *time, q: r.list(3), qd: Some(r.list(3)), qdd: Some(r.list(3)) })
        .collect();
    let motion = QuinticTrajectory::new(vias.clone()).unwrap();
    for via in &vias {
        for t in [via.time, via.time.next_down()] {
            if t < 0.0 {
                continue;
            }
            let at = sample(&motion, t);
            assert_near("q", &at[0], &via.q, 1e-13);
            assert_near("qd", &at[1], via.qd.as_ref().unwrap(), 1e-12);
            assert_near("qdd", &at[2], via.qdd.as_ref().unwrap(), 1e-11);
        }
    }
}

#[test]
fn a_trapezoid_takes_the_time_of_its_limits_and_keeps_them() {
    // 2 rad at 1 rad/s and 2 rad/s²: 2/1 + 1/2 s.
    let long = TrapezoidTrajectory::new(vec![vec![0.0, 2.0]], vec![1.0], vec![2.0], true, 0.0);
    let long = long.unwrap();
    assert!((long.duration() - 2.5).abs() < 1e-15);
    let found = extremes(&long, 2501).unwrap().joints[0];
    assert!((found.qd.max - 1.0).abs() < 1e-15 && found.qd.min >= 0.0);
    assert_eq!((found.qdd.max, found.qdd.min), (2.0, -2.0));
    // 0.1 rad never reaches 1 rad/s: a triangle of 2√(0.1/2).
    let short = TrapezoidTrajectory::new(vec![vec![0.0, -0.1]], vec![1.0], vec![2.0], true, 0.0);
    let short = short.unwrap();
    assert!((short.duration() - 2.0 * 0.05_f64.sqrt()).abs() < 1e-15);
    let found = extremes(&short, 1001).unwrap().joints[0];
    assert!((found.qd.min + 2.0 * 0.05_f64.sqrt()).abs() < 1e-12 && found.qd.max <= 0.0);
    assert!((sample(&short, short.duration())[0][0] + 0.1).abs() < 1e-16);
}

#[test]
fn synchronised_joints_move_on_a_straight_line_and_arrive_together() {
    let (speed, acceleration) = (vec![1.0, 0.5, 3.0], vec![2.0, 4.0, 1.0]);
    let q = vec![vec![0.0, 1.0, 0.5], vec![0.0, -2.0, 0.0], vec![1.0, 1.0, 4.0]];
    let make = |synchronised| {
        let (q, v, a) = (q.clone(), speed.clone(), acceleration.clone());
        TrapezoidTrajectory::new(q, v, a, synchronised, 0.5).unwrap()
    };
    let together = make(true);
    let end = together.starts()[1] - 0.5;
    for k in 0..=100 {
        let [at, ..] = sample(&together, end * k as f64 / 100.0);
        assert!((at[0] * -2.0 - at[1]).abs() < 1e-14 && at[2] == 1.0, "{at:?}");
    }
    // Joint 1 alone needs 1.5 s for its way; on its own it does not wait.
    let apart = make(false);
    assert_eq!(sample(&apart, 1.5)[0][0], 1.0);
    assert!(sample(&together, 1.5)[0][0] < 0.5);
    for motion in [together, apart] {
        for (i, start) in motion.starts().iter().enumerate() {
            let [at, v, _] = sample(&motion, *start);
            let wanted: Vec<f64> = q.iter().map(|column| column[i]).collect();
            assert_near("point", &at, &wanted, 1e-15);
            assert_eq!(v, [0.0; 3]);
        }
        for (j, joint) in extremes(&motion, 10_001).unwrap().joints.iter().enumerate() {
            assert!(joint.qd.magnitude().0 <= speed[j] * (1.0 + 1e-14));
            assert!(joint.qdd.magnitude().0 <= acceleration[j] * (1.0 + 1e-14));
        }
    }
}

#[test]
fn a_trapezoid_that_goes_nowhere_takes_no_time() {
    let still = TrapezoidTrajectory::new(vec![vec![1.0, 1.0]], vec![1.0], vec![1.0], true, 0.0);
    let still = still.unwrap();
    assert_eq!(still.duration(), 0.0);
    assert_eq!(sample(&still, 0.0), [vec![1.0], vec![0.0], vec![0.0]]);
}
