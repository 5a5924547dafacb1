//! The least wall-clock time of repeated work: on a shared machine everything
//! else measures the neighbours.

use std::time::{Duration, Instant};

/// Least seconds of `work` over repetitions for `budget`, but at least three.
pub fn least(budget: Duration, mut work: impl FnMut()) -> f64 {
    let (begin, mut best, mut times) = (Instant::now(), f64::INFINITY, 0);
    while times < 3 || begin.elapsed() < budget {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
        times += 1;
    }
    best
}
