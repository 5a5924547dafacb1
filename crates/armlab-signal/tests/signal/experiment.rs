//! The simulated log of the 3PRR experiment, rebuilt because the paper gives no data:
//! encoders of ±0.5 µm at 250 Hz. Reference figures were computed by another program.

use crate::support::rms;
use armlab_signal::{CutoffRule, Filter, Reversals, choose_cutoff, mask_slow};

/// Columns of a CSV file of `tests/vectors`.
fn columns(name: &str) -> Vec<Vec<f64>> {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut columns = Vec::new();
    for line in text.lines().skip(1) {
        for (i, field) in line.split(',').enumerate() {
            if columns.len() <= i {
                columns.push(Vec::new());
            }
            columns[i].push(field.parse().expect("a number"));
        }
    }
    columns
}

#[test]
fn savitzky_golay_leaves_the_errors_of_the_reference_in_velocity_and_acceleration() {
    let (noisy, clean) = (columns("3prr_noisy.csv"), columns("3prr_clean.csv"));
    let filter: Filter = "sg:21:5".parse().unwrap();
    let (mut velocity, mut acceleration) = (Vec::new(), Vec::new());
    for i in 0..3 {
        let got = filter.derivatives(&noisy[1 + i], 0.004).unwrap();
        velocity.extend((0..1001).map(|k| got.first[k] - clean[7 + i][k]));
        acceleration.extend((0..1001).map(|k| got.second[k] - clean[10 + i][k]));
    }
    // Reference: 1.2e-5 m/s and 9e-4 m/s².
    assert!((1.15e-5..1.25e-5).contains(&rms(&velocity)), "{:e}", rms(&velocity));
    assert!((8.5e-4..9.5e-4).contains(&rms(&acceleration)), "{:e}", rms(&acceleration));
}

#[test]
fn the_mask_of_slow_samples_keeps_as_many_rows_as_the_reference() {
    // 2790 residuals with |v| > 0.01 m/s after sg:21:5.
    let noisy = columns("3prr_noisy.csv");
    let filter: Filter = "sg:21:5".parse().unwrap();
    let kept = |i: usize| {
        let velocity = filter.derivatives(&noisy[1 + i], 0.004).unwrap().first;
        let keep = mask_slow(&velocity, Reversals { dead_band: 0.01, margin: 0 }).unwrap();
        keep.into_iter().filter(|k| *k).count()
    };
    assert_eq!((0..3).map(kept).sum::<usize>(), 2790);
}

#[test]
fn the_cut_off_sees_the_band_of_the_slider_that_needs_most() {
    let noisy = columns("3prr_noisy.csv");
    let positions: Vec<&[f64]> = noisy[1..4].iter().map(Vec::as_slice).collect();
    let cutoff = choose_cutoff(&positions, 0.004, CutoffRule::default()).unwrap();
    // The platform moves up to 1.25 Hz, but the legs' geometry makes 2.5 Hz of it at slider 2
    // (99.82 % of the energy below 2.25 Hz, 99.96 % below 2.5); four seconds blur that by 0.5 Hz.
    assert_eq!(cutoff.column, 1);
    assert!((2.25..3.0).contains(&cutoff.band), "{}", cutoff.reason);
    // Uniform noise of ±0.5 µm.
    assert!((cutoff.noise / (0.5e-6 / 3_f64.sqrt()) - 1.0).abs() < 0.2, "{:e}", cutoff.noise);
}
