//! A log four times as long takes no more memory. A binary and a test of its
//! own, so that nothing else allocates meanwhile.

use armlab_engine::base::base_parameters;
use armlab_engine::robot::library;
use armlab_identify::long::{LongProblem, LongRecording};
use armlab_identify::{Decided, FrictionModel};
use armlab_log::{Input, ReadOptions};
use armlab_progress::Progress;
use std::alloc::{GlobalAlloc, Layout, System};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, counting what is held.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn more(bytes: usize) {
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    MOST.fetch_max(held, Relaxed);
}

// SAFETY: every call goes to the system's allocator unchanged; counting neither
// allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A log of the SCARA with numbers that mean nothing.
fn write(path: &Path, rows: usize) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    writeln!(out, "t,q1,q2,q3,tau1,tau2,tau3")?;
    for k in 0..rows {
        let t = k as f64 * 1e-3;
        let [a, b] = [(1.3 * t).sin(), (0.9 * t + 1.0).cos()];
        writeln!(out, "{t:.3},{a:.6},{b:.6},{:.6},{b:.3},{a:.3},{:.3}", 0.1 * a * b, a + b)?;
    }
    out.flush()
}

/// Most bytes held while a log of so many rows is reduced.
fn most(rows: usize) -> usize {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("long_memory_{rows}.csv"));
    write(&path, rows).unwrap();
    let robot = library::load("scara").unwrap().unwrap().robot;
    let base = base_parameters(&robot).unwrap();
    let shape = Some(FrictionModel::standard());
    let decided = Decided { cutoff: Some(10.0), shape, ..Decided::default() };
    let before = HELD.load(Relaxed);
    MOST.store(before, Relaxed);
    let (options, watch) = (ReadOptions::default(), Progress::none());
    let log = LongRecording::open(&Input::path(&path), "log", &options, 3, None, &watch).unwrap();
    let problem = LongProblem::of(&robot, base, &[], &[log], decided, &watch).unwrap();
    assert_eq!(problem.summaries[0].rows, rows as u64);
    drop(problem);
    std::fs::remove_file(&path).unwrap();
    MOST.load(Relaxed) - before
}

#[test]
fn a_log_four_times_as_long_takes_no_more_memory() {
    // Ten and forty windows' rows: of both, five windows are kept.
    most(163_840);
    let (short, long) = (most(163_840), most(655_360));
    let ratio = long as f64 / short as f64;
    assert!(ratio < 1.1, "{short} and {long} bytes");
}
