//! Sampling does not allocate. Only this thread's allocations are counted, since
//! other tests run beside it.

use crate::support::one_of_each;
use armlab_simulate::motion::Trajectory;
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
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn sampling_does_not_allocate() {
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(vec![1_u8; 3]));
    assert_eq!(ALLOCATIONS.get() - before, 1, "the counter counts");
    let (mut q, mut qd, mut qdd) = ([0.0; 32], [0.0; 32], [0.0; 32]);
    for (name, trajectory, _) in one_of_each(1) {
        let duration = trajectory.duration();
        let before = ALLOCATIONS.get();
        for k in -2..50 {
            trajectory.sample(duration * k as f64 / 47.0, &mut q, &mut qd, &mut qdd);
        }
        assert_eq!(ALLOCATIONS.get(), before, "{name} allocates");
    }
}
