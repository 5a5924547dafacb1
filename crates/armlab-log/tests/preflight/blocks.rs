//! Checks look at many rows together where nothing happens in them; what they find is what they
//! find row by row.

use crate::expectation;
use armlab_log::preflight::{Preflight, Report};
use armlab_log::{Block, Log, Quantity};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What is found in a log that is seen so many rows at a time.
fn found(log: &Log, rows: usize) -> Report {
    let mut preflight = Preflight::of_log(log, &expectation());
    let mut block = Block::new();
    for first in (0..log.rows()).step_by(rows) {
        let end = log.rows().min(first + rows);
        block.start(log.channels().len() + 1, first as u64);
        let (time, channels) = (log.time(), log.channels().iter().map(|c| c.values.as_slice()));
        let columns = std::iter::once(time).chain(channels);
        for (to, from) in block.columns_mut().iter_mut().zip(columns) {
            to.extend_from_slice(&from[first..end]);
        }
        preflight.see(&block);
    }
    preflight.finish()
}

/// A column that moves, freezes, is rounded, is cut off, and has values that are none.
fn column(rows: usize, size: f64, random: &mut ChaCha8Rng) -> Vec<f64> {
    let rate = random.random_range(0.005..0.05);
    let top = size * random.random_range(0.8..1.2);
    let step = if random.random_range(0..3) == 0 { 0.02 * size } else { 0.0 };
    let often = random.random_range(100..1000);
    let mut values: Vec<f64> = (0..rows)
        .map(|k| {
            let x = size * (rate * k as f64).sin() + 0.01 * size * random.random_range(-1.0..1.0);
            let x = x.clamp(-top, top);
            if step > 0.0 { (x / step).round() * step } else { x }
        })
        .collect();
    let mut k = 0;
    while k < rows {
        match random.random_range(0..8) {
            0 => values[k] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][k % 3],
            1 => {
                let (frozen, end) = (values[k], (k + random.random_range(2..120)).min(rows));
                values[k..end].fill(frozen);
            }
            2 => {
                let end = (k + random.random_range(1..6)).min(rows);
                values[k..end].fill(1.3 * size);
            }
            _ => {}
        }
        k += random.random_range(1..often);
    }
    values
}

#[test]
fn what_is_found_does_not_depend_on_how_many_rows_are_seen_together() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut codes = std::collections::BTreeSet::new();
    for case in 0..60 {
        let rows = random.random_range(30..6000);
        let mut log = Log::new((0..rows).map(|k| 0.005 * k as f64).collect());
        for joint in 0..2 {
            log.push_channel(Quantity::Position, joint, column(rows, 1.0, &mut random));
            if case % 3 > 0 {
                log.push_channel(Quantity::Velocity, joint, column(rows, 2.0, &mut random));
            }
            log.push_channel(Quantity::Effort, joint, column(rows, 85.0, &mut random));
        }
        let single = found(&log, 1);
        codes.extend(single.findings.iter().map(|f| f.code));
        for rows in [3, 64, 100, 4096] {
            assert_eq!(found(&log, rows).findings, single.findings, "case {case}, {rows} rows");
        }
    }
    for code in ["frozen", "saturated", "at-effort-limit"] {
        assert!(codes.contains(code), "{code} is not among {codes:?}");
    }
}
