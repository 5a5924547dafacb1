//! The least time of repeated work: on a shared machine everything else measures
//! the neighbours.

use std::time::{Duration, Instant};

/// Least times of some work, s.
#[derive(Clone, Copy, Debug)]
pub struct Least {
    /// By the clock on the wall.
    pub wall: f64,
    /// What the processor spent on this thread, where the system tells it. Only for
    /// work of ten milliseconds and more: virtual machines under-read less.
    pub processor: Option<f64>,
}

/// Least times of `work` over repetitions for `budget`, but at least three.
pub fn least(budget: Duration, mut work: impl FnMut()) -> Least {
    let mut least = Least { wall: f64::INFINITY, processor: None };
    let (begin, mut times) = (Instant::now(), 0);
    while times < 3 || begin.elapsed() < budget {
        let (start, before) = (Instant::now(), processor_seconds());
        work();
        least.wall = least.wall.min(start.elapsed().as_secs_f64());
        if let (Some(before), Some(after)) = (before, processor_seconds()) {
            let spent = after - before;
            least.processor = Some(least.processor.map_or(spent, |least| least.min(spent)));
        }
        times += 1;
    }
    least
}

/// Time that this thread has run so far.
pub fn processor_seconds() -> Option<f64> {
    #[cfg(target_os = "linux")]
    {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the system writes one time.
        let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) } != 0;
        (!failed).then_some(time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64)
    }
    #[cfg(not(target_os = "linux"))]
    None
}
