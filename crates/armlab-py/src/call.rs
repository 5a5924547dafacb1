//! Long calls: they run on threads of their own without Python, while the calling thread shows
//! progress and watches for Ctrl-C.

use crate::error::error;
use armlab::progress::{CancelToken, Event, EventKind, Observer};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time between two looks at signals and progress.
const LOOK: Duration = Duration::from_millis(50);

/// The threads of this process. After a fork the child has none of its parent's and gets its own.
struct Threads {
    process: u32,
    number: usize,
    pool: Arc<ThreadPool>,
}

static THREADS: Mutex<Option<Threads>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pool, without threads if the system gives none.
fn built(number: usize) -> Arc<ThreadPool> {
    let build = |n: usize| ThreadPoolBuilder::new().num_threads(n).use_current_thread();
    let pool = ThreadPoolBuilder::new().num_threads(number).build();
    match pool.or_else(|_| build(1).build()) {
        Ok(pool) => Arc::new(pool),
        Err(error) => panic!("no thread can be started: {error}"),
    }
}

/// The threads that work is spread over.
pub fn pool() -> Arc<ThreadPool> {
    let mut threads = lock(&THREADS);
    let here = process::id();
    let kept = threads.take();
    let (number, same) = match &kept {
        Some(kept) => (kept.number, kept.process == here),
        None => (0, false),
    };
    let pool = match kept {
        Some(kept) if same => kept.pool,
        Some(kept) => {
            // Its threads did not survive the fork, so nothing can end them.
            std::mem::forget(kept.pool);
            built(number)
        }
        None => built(number),
    };
    *threads = Some(Threads { process: here, number, pool: pool.clone() });
    pool
}

/// Sets how many threads calls use; 0 for one per core. Results do not depend on it.
#[pyfunction]
pub fn set_threads(number: usize) {
    *lock(&THREADS) = Some(Threads { process: process::id(), number, pool: built(number) });
}

#[derive(Default)]
struct State {
    task: String,
    fraction: Option<f64>,
    notes: Vec<String>,
    done: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Observer for Shared {
    fn event(&self, event: &Event) {
        let mut state = lock(&self.state);
        match event.kind {
            EventKind::Note(message) => state.notes.push(message.into()),
            EventKind::Started | EventKind::Advanced => {
                if state.task != event.task {
                    state.task = event.task.into();
                }
                // Tasks that run side by side report in any order.
                if event.fraction >= state.fraction {
                    state.fraction = event.fraction;
                }
            }
            _ => {}
        }
    }
}

/// Marks the work as done even if it panics.
struct Done<'a>(&'a Shared);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).done = true;
        self.0.changed.notify_all();
    }
}

/// Runs long work. `progress` is called with task and fraction now and then; what it raises, and
/// Ctrl-C, cancel the work.
pub fn run<T: Send>(
    py: Python,
    progress: Option<&Bound<PyAny>>,
    work: impl FnOnce(&dyn Observer, CancelToken) -> T + Send,
) -> PyResult<T> {
    let (shared, cancel) = (Shared::default(), CancelToken::new());
    let pool = pool();
    let mut raised = None;
    let result = std::thread::scope(|scope| {
        let (shared, token) = (&shared, cancel.clone());
        let handle =
            std::thread::Builder::new().name("armlab".into()).spawn_scoped(scope, move || {
                let _done = Done(shared);
                pool.install(|| work(shared, token))
            });
        let handle = match handle {
            Ok(handle) => handle,
            Err(e) => {
                return Err(error(
                    format_args!("no thread can be started: {e}"),
                    "close other programs",
                ));
            }
        };
        loop {
            let (done, task, fraction, notes) = py.detach(|| {
                let state = lock(&shared.state);
                let state = shared.changed.wait_timeout_while(state, LOOK, |s| !s.done);
                let (mut state, _) = state.unwrap_or_else(PoisonError::into_inner);
                let notes = std::mem::take(&mut state.notes);
                (state.done, state.task.clone(), state.fraction, notes)
            });
            if done {
                break;
            }
            if raised.is_none() {
                let shown = progress.map_or(Ok(()), |p| p.call1((task, fraction, notes)).map(drop));
                if let Err(e) = py.check_signals().and(shown) {
                    cancel.cancel();
                    raised = Some(e);
                }
            }
        }
        py.detach(|| handle.join()).map_err(|_| {
            error(
                "internal error: the call stopped unexpectedly",
                "this is a bug in armlab; please report it with the input",
            )
        })
    });
    match raised {
        Some(raised) => Err(raised),
        None => result,
    }
}
