//! Progress and cancelling of long work.
//!
//! Every long call takes a [`Progress`]: it sends [`Event`]s to an [`Observer`]
//! (what is being done, how far it is, how long it will take) and says whether
//! the work was cancelled, by a [`CancelToken`], by the observer, or by a
//! deadline. Work that is cancelled returns what it has, or [`Cancelled`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Cancels work from any thread. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }
    /// Cancels the work.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Whether the work was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The work was cancelled before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cancelled")
    }
}

impl std::error::Error for Cancelled {}

/// One message of a long call.
#[derive(Clone, Copy, Debug)]
pub struct Event<'e> {
    /// What is being done: `reading logs`, or the name of a method.
    pub task: &'e str,
    /// What happened.
    pub kind: EventKind<'e>,
    /// Completed part of the whole call, 0 to 1, where it is known.
    pub fraction: Option<f64>,
    /// Expected time to the end of the call, where it is known.
    pub remaining: Option<Duration>,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum EventKind<'e> {
    /// The task started.
    Started,
    /// The task is further along.
    Advanced,
    /// The task finished after this time.
    Finished {
        /// How long it took.
        elapsed: Duration,
    },
    /// The task failed.
    Failed {
        /// Why.
        reason: &'e str,
    },
    /// A message for people that belongs to no failure.
    Note(&'e str),
    /// An intermediate estimate.
    Estimate {
        /// Time of the log, s.
        time: f64,
        /// Values of the unknowns.
        values: &'e [f64],
        /// Their standard deviations, where the method has them.
        deviations: Option<&'e [f64]>,
    },
    /// An intermediate cost of a search.
    Cost {
        /// Iteration or generation.
        iteration: f64,
        /// The best cost so far.
        cost: f64,
    },
}

/// Receives events, from any thread.
pub trait Observer: Sync {
    /// Called for every event; it should return quickly.
    fn event(&self, event: &Event);
    /// Whether this task (a method, say) should end with what it has.
    fn cancels(&self, _task: &str) -> bool {
        false
    }
}

impl<F: Fn(&Event) + Sync> Observer for F {
    fn event(&self, event: &Event) {
        self(event);
    }
}

/// An observer that ignores all events.
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: &Event) {}
}

/// Handle that long work reports to and is cancelled by.
#[derive(Clone)]
pub struct Progress<'p> {
    observer: &'p dyn Observer,
    cancel: CancelToken,
    deadline: Option<Instant>,
    started: Instant,
    /// The part of the whole call that this piece of work covers.
    from: f64,
    to: f64,
}

impl Progress<'static> {
    /// Work that nobody observes and nobody cancels.
    pub fn none() -> Self {
        Self::new(&Silent, CancelToken::new())
    }
}

impl<'p> Progress<'p> {
    /// Work that an observer follows and a token cancels.
    pub fn new(observer: &'p dyn Observer, cancel: CancelToken) -> Self {
        Self { observer, cancel, deadline: None, started: Instant::now(), from: 0.0, to: 1.0 }
    }
    /// Cancels the work at this time, too.
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(self.deadline.map_or(deadline, |d| d.min(deadline)));
        self
    }
    /// The handle of a piece of this work that covers a part of it, e.g. `0.1..0.9`.
    pub fn part(&self, part: std::ops::Range<f64>) -> Self {
        let width = self.to - self.from;
        let (from, to) = (self.from + width * part.start, self.from + width * part.end);
        Self { from, to, ..self.clone() }
    }
    /// Whether the work should end.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled() || self.deadline.is_some_and(|d| Instant::now() >= d)
    }
    /// Whether one task of the work should end.
    pub fn is_task_cancelled(&self, task: &str) -> bool {
        self.is_cancelled() || self.observer.cancels(task)
    }
    /// An error once the work should end, for `?`.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
    /// A task starts.
    pub fn start(&self, task: &str) {
        self.send(task, EventKind::Started, Some(0.0));
    }
    /// This piece of work is completed to `fraction`, 0 to 1.
    pub fn advance(&self, task: &str, fraction: f64) {
        self.send(task, EventKind::Advanced, Some(fraction));
    }
    /// A task finished.
    pub fn finish(&self, task: &str, elapsed: Duration) {
        self.send(task, EventKind::Finished { elapsed }, None);
    }
    /// A task failed.
    pub fn fail(&self, task: &str, reason: &str) {
        self.send(task, EventKind::Failed { reason }, None);
    }
    /// A message for people.
    pub fn note(&self, task: &str, message: &str) {
        self.send(task, EventKind::Note(message), None);
    }
    /// Any event; `fraction` is of this piece of work.
    pub fn send(&self, task: &str, kind: EventKind, fraction: Option<f64>) {
        let fraction = fraction
            .filter(|f| f.is_finite())
            .map(|f| (self.from + (self.to - self.from) * f.clamp(0.0, 1.0)).clamp(0.0, 1.0));
        let remaining = fraction.filter(|f| *f > 0.02).and_then(|f| {
            let elapsed = self.started.elapsed().as_secs_f64();
            Duration::try_from_secs_f64(elapsed * (1.0 - f) / f).ok()
        });
        self.observer.event(&Event { task, kind, fraction, remaining });
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn fractions_of_parts_are_fractions_of_the_whole() {
        let seen = Mutex::new(Vec::new());
        let observer = |e: &Event| seen.lock().unwrap().push(e.fraction);
        let whole = Progress::new(&observer, CancelToken::new());
        whole.part(0.5..1.0).part(0.0..0.5).advance("half of a half", 1.0);
        assert_eq!(*seen.lock().unwrap(), [Some(0.75)]);
    }

    #[test]
    fn token_observer_and_deadline_cancel() {
        struct Stops;
        impl Observer for Stops {
            fn event(&self, _: &Event) {}
            fn cancels(&self, task: &str) -> bool {
                task == "ekf"
            }
        }
        let token = CancelToken::new();
        let progress = Progress::new(&Stops, token.clone());
        assert!(progress.is_task_cancelled("ekf") && !progress.is_task_cancelled("ls"));
        assert!(progress.clone().with_deadline(Instant::now()).check().is_err());
        token.cancel();
        assert_eq!(progress.check(), Err(Cancelled));
    }
}
