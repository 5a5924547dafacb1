//! Times of the streaming reductions, for 84 unknowns, one right-hand side and
//! 7 rows a sample: `cargo run --release -p armlab-bench -- streaming`.
//!
//! `dense` takes every entry as given; `serial arm` names the columns in use: row
//! `j` of a sample depends on the links from `j` on and on its own friction.

use armlab_dense::{Information, Rows, Tsqr};
use std::hint::black_box;
use std::time::Instant;

const SAMPLES: usize = 512;
const JOINTS: usize = 7;
const UNKNOWNS: usize = 84;

/// Least microseconds per sample over repetitions on a busy machine.
fn least(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e6 / SAMPLES as f64
}

/// Prints the times.
pub fn run() -> Result<(), String> {
    let rows = JOINTS * SAMPLES;
    let used: Vec<_> = (0..JOINTS).map(|j| [10 * j..70, 70 + 2 * j..72 + 2 * j, 84..85]).collect();
    let in_use = |joint: usize, column: usize| used[joint].iter().any(|r| r.contains(&column));
    // Numbers without pattern; zero where a serial arm's regressor is.
    let mut state = 1_u64;
    let columns: Vec<Vec<f64>> = (0..=UNKNOWNS)
        .map(|column| {
            (0..rows)
                .map(|row| {
                    state =
                        state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let x = (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
                    if in_use(row / SAMPLES, column) { x } else { 0.0 }
                })
                .collect()
        })
        .collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let group = |joint: usize, structured: bool| Rows {
        columns: &columns,
        rows: joint * SAMPLES..(joint + 1) * SAMPLES,
        used: if structured { &used[joint] } else { &[] },
        weight: 1.0,
    };
    println!(
        "microseconds per sample, {UNKNOWNS} unknowns + 1, {JOINTS} rows, blocks of {SAMPLES} samples"
    );
    println!("{:<12} {:>6} {:>8} {:>12}", "reduction", "height", "dense", "serial arm");
    for height in [64, 128, 256, 512] {
        let time = |structured| {
            let mut tsqr = Tsqr::with_height(UNKNOWNS, 1, height);
            least(|| {
                for joint in 0..JOINTS {
                    tsqr.push_rows(&group(joint, structured)).expect("finite numbers");
                }
                black_box(&tsqr);
            })
        };
        println!("{:<12} {height:>6} {:>8.2} {:>12.2}", "triangle", time(false), time(true));
    }
    for height in [64, 128, 256, 512] {
        let time = |structured| {
            let mut sums = Information::with_height(UNKNOWNS, 1, height);
            least(|| {
                for joint in 0..JOINTS {
                    sums.push_rows(&group(joint, structured)).expect("finite numbers");
                }
                black_box(&sums);
            })
        };
        println!("{:<12} {height:>6} {:>8.2} {:>12.2}", "information", time(false), time(true));
    }
    Ok(())
}
