//! A sample becomes rows and is learnt without allocating. Only this thread's
//! allocations are counted, since other tests run beside it.

use crate::logs::{built_in, parallel, random, state};
use armlab::identify::online::{OnlineEstimator, ROW_METHODS, Sample, SampleRows};
use armlab::identify::{FrictionShape, Model, Recording};
use armlab::robot::Robot;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count_one() {
    // Fails only while the thread ends, when nobody reads the number any more.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged; counting neither
// allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(f: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    f();
    ALLOCATIONS.get() - before
}

fn assert_none(robot: &Robot, recording: &Recording) {
    let model = Model::new(robot, FrictionShape::STANDARD, &[]).unwrap();
    let samples: Vec<_> = (0..5).map(|k| state(recording, k)).collect();
    for method in ROW_METHODS {
        let rows = SampleRows::new(&model).unwrap();
        let mut estimator = method.estimator(rows, recording.step, 0.02).unwrap();
        let mut learn = || {
            for (k, [q, qd, qdd, effort]) in samples.iter().enumerate() {
                let t = recording.time[k];
                let _ = estimator.update(&Sample { t, q, qd, qdd, effort });
            }
        };
        // The engine makes its scratch memory at the first call.
        learn();
        assert_eq!(allocations(&mut learn), 0, "{} on {}", method.name, robot.name());
    }
}

#[test]
fn a_sample_is_learnt_without_allocating() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 3]))), 1);
    assert_none(&built_in("panda"), &random(7, 5, 1));
    assert_none(&built_in("parallel3prr"), &parallel());
}
