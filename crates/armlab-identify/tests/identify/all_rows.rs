//! Every row of a log with its motion, the ends included.

use armlab_identify::{AllRows, MotionFilter, RawRecording};
use armlab_log::{Log, Quantity};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A motion that is in full swing where the log begins and ends: derivative `d` at `t`.
fn wave(t: f64, d: usize) -> f64 {
    let parts = [(0.8, 1.7, 0.4), (0.4, 3.9, 1.1), (0.2, 6.1, 2.3)];
    let one = |(size, w, phase): (f64, f64, f64)| match d {
        0 => size * f64::sin(w * t + phase),
        1 => size * w * f64::cos(w * t + phase),
        _ => -size * w * w * f64::sin(w * t + phase),
    };
    parts.into_iter().map(one).sum()
}

fn log(stamps: &[f64], speeds: bool, noise: f64) -> Log {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut noisy = |x: f64| x + noise * (0..12).map(|_| rng.random::<f64>() - 0.5).sum::<f64>();
    let mut log = Log::new(stamps.to_vec());
    let q = stamps.iter().map(|t| noisy(wave(*t, 0))).collect();
    log.push_channel(Quantity::Position, 0, q);
    if speeds {
        let qd = stamps.iter().map(|t| noisy(wave(*t, 1))).collect();
        log.push_channel(Quantity::Velocity, 0, qd);
    }
    log.push_channel(Quantity::Effort, 0, stamps.to_vec());
    log
}

fn rows(log: &Log, filter: MotionFilter) -> AllRows {
    RawRecording::of(log, "log", 1, None).unwrap().all_rows(&filter).unwrap()
}

/// Largest error of derivative `d` over some rows, in parts of its size.
fn error(rows: &AllRows, d: usize, delay: f64, which: impl Fn(usize) -> bool) -> f64 {
    let r = &rows.recording;
    let column = [&r.q, &r.qd, &r.qdd][d];
    let size = [1.0, 2.5, 8.0][d];
    let apart = |i: usize| (column[0][i] - wave(r.time[i] - delay, d)).abs() / size;
    (0..r.samples()).filter(|i| which(*i)).map(apart).fold(0.0, f64::max)
}

#[test]
fn the_motion_at_the_ends_of_a_log_is_nearly_as_good_as_within() {
    let even: Vec<f64> = (0..2000).map(|i| 0.005 * f64::from(i)).collect();
    let uneven: Vec<f64> =
        even.iter().enumerate().map(|(i, t)| t + 0.002 * (i as f64 * 1.7).sin()).collect();
    for (stamps, speeds, noise, bounds) in [
        (&even, false, 0.0, [1e-4, 1e-2, 0.1]),
        (&even, true, 0.0, [1e-4, 1e-2, 0.1]),
        (&uneven, false, 0.0, [1e-4, 1e-2, 0.1]),
        (&even, false, 1e-4, [1e-3, 0.01, 0.3]),
        (&even, true, 1e-4, [1e-3, 2e-3, 0.06]),
    ] {
        let rows =
            rows(&log(stamps, speeds, noise), MotionFilter { cutoff: Some(6.0), delay: 0.0 });
        assert_eq!((rows.rows(), rows.skipped.len()), (stamps.len(), 0));
        assert_eq!(&rows.recording.time, stamps, "rows stay where they were logged");
        assert_eq!(&rows.recording.effort[0], stamps);
        let edge = |i: usize| !(40..1960).contains(&i);
        for (d, bound) in bounds.into_iter().enumerate() {
            let (at, within) = (error(&rows, d, 0.0, edge), error(&rows, d, 0.0, |i| !edge(i)));
            assert!(at < bound, "derivative {d}, noise {noise}: {at} at the ends, {within} within");
        }
        let used = rows.used.iter().filter(|u| **u).count();
        assert!(!rows.used[0] && !rows.used[1999] && used > 1900, "{used}");
    }
}

#[test]
fn motion_is_read_where_the_efforts_are() {
    let stamps: Vec<f64> = (0..1000).map(|i| 0.01 * f64::from(i)).collect();
    for delay in [0.013, -0.008] {
        let rows = rows(&log(&stamps, true, 0.0), MotionFilter { cutoff: Some(8.0), delay });
        for (d, bound) in [1e-4, 1e-2, 0.1].into_iter().enumerate() {
            let found = error(&rows, d, delay, |_| true);
            assert!(found < bound, "{delay} {d}: {found}");
        }
    }
}

#[test]
fn rows_that_cannot_be_used_are_predicted_where_there_is_motion_and_listed_where_not() {
    let mut stamps: Vec<f64> = (0..1000).map(|i| 0.01 * f64::from(i)).collect();
    stamps[300] = stamps[299];
    let mut log = log(&stamps, false, 0.0);
    let mut positions = log.channel(Quantity::Position, 0).unwrap().to_vec();
    // A hole that is bridged, and one that is not.
    positions[500] = f64::NAN;
    positions[700..760].fill(f64::NAN);
    let mut efforts = log.channel(Quantity::Effort, 0).unwrap().to_vec();
    efforts[100] = f64::NAN;
    let time = log.time().to_vec();
    log = Log::new(time);
    log.push_channel(Quantity::Position, 0, positions);
    log.push_channel(Quantity::Effort, 0, efforts);
    let rows = rows(&log, MotionFilter { cutoff: Some(6.0), delay: 0.0 });
    assert_eq!(rows.rows(), 1000);
    let skipped: Vec<usize> = rows.skipped.iter().map(|s| s.row).collect();
    assert_eq!(skipped[0], 100);
    assert_eq!(skipped[1..], (701..759).collect::<Vec<_>>());
    let found = error(&rows, 2, 0.0, |_| true);
    assert!(found < 0.15, "{found}");
    let repeated = rows.recording.time.iter().filter(|t| **t == stamps[299]).count();
    assert_eq!(repeated, 2);
}

#[test]
fn logged_accelerations_that_agree_are_taken_as_they_are() {
    let stamps: Vec<f64> = (0..800).map(|i| 0.01 * f64::from(i)).collect();
    let mut log = log(&stamps, true, 0.0);
    log.push_channel(Quantity::Acceleration, 0, stamps.iter().map(|t| wave(*t, 2)).collect());
    let rows = rows(&log, MotionFilter { cutoff: None, delay: 0.0 });
    assert!((0..3).all(|d| error(&rows, d, 0.0, |_| true) < 1e-12));
    let late = RawRecording::of(&log, "log", 1, None).unwrap();
    let late = late.all_rows(&MotionFilter { cutoff: None, delay: 0.004 }).unwrap();
    assert!(error(&late, 2, 0.004, |i| i > 0) < 1e-4);
}
