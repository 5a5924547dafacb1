//! Thinning out.

use crate::support::{noise, sine, times, worst};
use armlab_signal::{Filter, LowPassFir, ParallelDecimator, decimate, decimate_columns};

#[test]
fn what_would_alias_is_taken_out_and_the_rest_stays() {
    let dt = 0.001;
    let t = times(20000, dt);
    let slow = sine(&t, 3.0);
    // 99 Hz at 100 samples per second would look like 1 Hz.
    let both: Vec<f64> = slow.iter().zip(sine(&t, 99.0)).map(|(a, b)| a + b).collect();
    let filter = Filter::against_aliasing(dt, 10).unwrap();
    let out = decimate(&both, dt, 10, &filter).unwrap();
    let wanted: Vec<f64> = slow.iter().step_by(10).copied().collect();
    assert!(worst(&out, &wanted, 100) < 1e-4);
    let careless = decimate(&both, dt, 10, &Filter::None).unwrap();
    assert!(worst(&careless, &wanted, 100) > 0.9);
}

#[test]
fn the_finite_filter_passes_and_stops_by_eighty_decibels() {
    for factor in [2, 5, 10, 33] {
        let filter = LowPassFir::for_decimation(factor).unwrap();
        for k in 0..=100 {
            let pass = 0.4 / factor as f64 * k as f64 / 100.0;
            assert!((filter.gain(pass) - 1.0).abs() < 1.2e-4, "{factor} {pass}");
            let (from, to) = (0.5 / factor as f64, 0.5);
            let stop = from + (to - from) * k as f64 / 100.0;
            assert!(filter.gain(stop).abs() < 1.2e-4, "{factor} {stop}: {}", filter.gain(stop));
        }
        assert!((filter.gain(0.0) - 1.0).abs() < 1e-14);
    }
}

#[test]
fn blocks_of_any_size_give_the_same_rows_bit_for_bit() {
    let n = 3000;
    let columns: Vec<Vec<f64>> = (0..4).map(|seed| noise(n, seed)).collect();
    let run = |sizes: &[usize]| {
        let mut decimator = ParallelDecimator::new(4, 5).unwrap();
        let mut out = vec![Vec::new(); 4];
        let (mut at, mut turn) = (0, 0);
        while at < n {
            let end = (at + sizes[turn % sizes.len()]).min(n);
            let blocks: Vec<&[f64]> = columns.iter().map(|c| &c[at..end]).collect();
            decimator.push_all(&blocks, &mut out).unwrap();
            (at, turn) = (end, turn + 1);
        }
        decimator.check_in_step().unwrap();
        assert_eq!(out[0].len(), decimator.rows(n));
        out
    };
    let whole = run(&[n]);
    assert!(whole[0].len() > 500);
    for sizes in [&[1][..], &[7, 1, 400], &[256]] {
        assert_eq!(run(sizes), whole, "{sizes:?}");
    }
}

#[test]
fn parallel_decimation_shifts_nothing_in_time() {
    let dt = 0.001;
    let t = times(5000, dt);
    let x = sine(&t, 4.0);
    let mut decimator = ParallelDecimator::new(1, 10).unwrap();
    let mut out = Vec::new();
    decimator.push(0, &x, &mut out).unwrap();
    for (row, y) in out.iter().enumerate() {
        assert!((y - x[decimator.input_index(row)]).abs() < 2e-4);
    }
}

#[test]
fn a_linear_relation_between_columns_survives_parallel_decimation() {
    let n = 2000;
    let (a, b) = (noise(n, 11), noise(n, 12));
    let effort: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 1.5 * a - 0.2 * b).collect();
    let mut decimator = ParallelDecimator::new(3, 4).unwrap();
    let mut out = vec![Vec::new(); 3];
    decimator.push_all(&[&a, &b, &effort], &mut out).unwrap();
    for row in 0..out[0].len() {
        assert!((1.5 * out[0][row] - 0.2 * out[1][row] - out[2][row]).abs() < 1e-14);
    }
    let filter = Filter::against_aliasing(0.01, 4).unwrap();
    let whole = decimate_columns(&[&a, &b, &effort], 0.01, 4, &filter).unwrap();
    for row in 0..whole[0].len() {
        assert!((1.5 * whole[0][row] - 0.2 * whole[1][row] - whole[2][row]).abs() < 1e-13);
    }
}

#[test]
fn columns_that_fall_behind_are_noticed() {
    let mut decimator = ParallelDecimator::new(2, 4).unwrap();
    let mut out = Vec::new();
    decimator.push(0, &[1.0; 10], &mut out).unwrap();
    assert!(decimator.check_in_step().is_err());
    assert!(decimator.push(2, &[1.0], &mut out).is_err());
    let lists = decimator.push_all(&[&[1.0], &[]], &mut [Vec::new(), Vec::new()]);
    assert!(lists.is_err());
}
