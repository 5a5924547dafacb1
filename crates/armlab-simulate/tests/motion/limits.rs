//! Extremes and what is allowed.

use armlab_engine::robot::Limits;
use armlab_simulate::motion::{Allowed, FourierForm, extremes, fourier};
use std::f64::consts::TAU;

#[test]
fn extremes_are_found_with_their_times() {
    let wave = fourier(FourierForm::Series, 0.5, 2.0, &[1.0], &[vec![3.0]], &[vec![0.0]]).unwrap();
    let found = extremes(&wave, 2001).unwrap();
    let joint = found.joints[0];
    let w = TAU * 0.5;
    assert!((joint.q.max - 4.0).abs() < 1e-12 && (joint.q.max_at - 0.5).abs() < 1e-12);
    assert!((joint.q.min + 2.0).abs() < 1e-12 && (joint.q.min_at - 1.5).abs() < 1e-12);
    assert!((joint.qd.min + 3.0 * w).abs() < 1e-12 && (joint.qd.min_at - 1.0).abs() < 1e-12);
    assert!((joint.qdd.max - 3.0 * w * w).abs() < 1e-11 && (joint.qdd.max_at - 1.5).abs() < 1e-12);
    assert!((joint.end_velocity[0] - 3.0 * w).abs() < 1e-12, "it begins with a jump");
    assert_eq!(found.step, 1e-3);
}

#[test]
fn exceeded_limits_are_named_and_kept_ones_are_not() {
    let wave = fourier(FourierForm::Series, 0.5, 2.0, &[1.0], &[vec![3.0]], &[vec![0.0]]).unwrap();
    let found = extremes(&wave, 2001).unwrap();
    let free: Allowed = Limits::default().into();
    assert!(found.violations(&[free]).is_empty());
    let tight = Allowed { upper: 3.5, velocity: 9.0, ..free };
    let names: Vec<(&str, usize)> =
        found.violations(&[tight]).iter().map(|v| (v.what, v.joint)).collect();
    assert_eq!(names, [("position", 0), ("velocity", 0)]);
    assert_eq!(
        found.violations(&[tight])[0].to_string(),
        "joint 1: position 4.000000 at 0.5000 s, allowed 3.500000"
    );
    assert!(extremes(&wave, 1).is_err());
}
