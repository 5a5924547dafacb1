//! Uneven stamps to an even grid, and masks.

use crate::support::{jittered, worst};
use armlab_signal::{Method, Resampler, Reversals, mask_slow, uniform_step};

#[test]
fn a_smooth_signal_survives_resampling() {
    let t = jittered(2000, 0.005, 1);
    let y: Vec<f64> = t.iter().map(|t| (2.0 * t).sin()).collect();
    for (method, tolerance) in
        [(Method::Linear, 1e-4), (Method::Pchip, 1e-4), (Method::Spline, 2e-9)]
    {
        let out = Resampler::new(0.004).method(method).apply(&t, &[&y]).unwrap();
        let wanted: Vec<f64> = out.stamps.iter().map(|t| (2.0 * t).sin()).collect();
        assert!(worst(&out.columns[0], &wanted, 0) < tolerance, "{method:?}");
        assert!(out.valid.iter().all(|v| *v) && out.gaps.is_empty());
        assert_eq!(
            uniform_step(&out.stamps, 1e-9).unwrap().map(|s| (s * 1e6).round()),
            Some(4000.0)
        );
    }
    assert_eq!(uniform_step(&t, 1e-3), Ok(None));
}

#[test]
fn a_pause_is_masked_and_reported_and_not_bridged() {
    let mut t: Vec<f64> = (0..100).map(|i| 0.01 * i as f64).collect();
    t.extend((0..100).map(|i| 3.0 + 0.01 * i as f64));
    // A jump across the pause: a spline that bridged it would ring.
    let y: Vec<f64> = t.iter().map(|t| if *t < 2.0 { 1.0 } else { 5.0 }).collect();
    let out = Resampler::new(0.01).longest_gap(0.1).apply(&t, &[&y, &t]).unwrap();
    let [gap] = &out.gaps[..] else { panic!("{:?}", out.gaps) };
    assert_eq!((gap.from, gap.to), (t[99], 3.0));
    for (i, stamp) in out.stamps.iter().enumerate() {
        assert_eq!(out.valid[i], !gap.samples.contains(&i), "{stamp}");
        assert_eq!(out.columns[0][i].is_nan(), !out.valid[i]);
        if out.valid[i] {
            assert_eq!(out.columns[0][i], if *stamp < 2.0 { 1.0 } else { 5.0 });
            assert!((out.columns[1][i] - stamp).abs() < 1e-12);
        }
    }
    let ranges = out.valid_ranges();
    assert_eq!(ranges.len(), 2);
    assert_eq!(ranges[0], 0..gap.samples.start);
    assert_eq!(ranges[1], gap.samples.end..out.stamps.len());
    let bridged = Resampler::new(0.01).longest_gap(9.0).apply(&t, &[&y]).unwrap();
    assert!(bridged.gaps.is_empty() && bridged.valid.iter().all(|v| *v));
}

#[test]
fn a_grid_that_would_fill_the_memory_is_refused() {
    let error = Resampler::new(1e-3).apply(&[0.0, 1e12], &[]).unwrap_err().to_string();
    assert!(error.contains("take a larger step"), "{error}");
}

#[test]
fn slow_samples_and_a_margin_around_reversals_are_left_out() {
    let v = [3.0, 2.0, 0.5, -0.5, -2.0, -3.0, -3.0, 3.0, 3.0, 3.0];
    let keep = |dead_band, margin| -> Vec<usize> {
        let keep = mask_slow(&v, Reversals { dead_band, margin }).unwrap();
        (0..v.len()).filter(|i| keep[*i]).collect()
    };
    assert_eq!(keep(1.0, 0), [0, 1, 4, 5, 6, 7, 8, 9]);
    assert_eq!(keep(1.0, 1), [0, 5, 8, 9], "also where the reversal skips the dead band");
    assert_eq!(keep(0.0, 0), (0..10).collect::<Vec<_>>());
    assert_eq!(keep(0.0, 2), [0, 9]);
    assert_eq!(mask_slow(&[0.0], Reversals::default()).unwrap(), [false], "at rest");
}
