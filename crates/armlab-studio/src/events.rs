//! Events for pages: one stream for everything, replayed after a break.

use crate::contract::{EventMessage, StudioEvent};
use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;

/// Events that are kept for pages that come back.
const KEPT: usize = 2000;
/// Events that may wait for one page; a page that is slower is cut off and comes back.
const WAITING: usize = 2200;
/// Least time between two events that only say how far a run is: five a second at most, so that
/// a page has time for its user however fast the run goes.
const PAUSE: Duration = Duration::from_millis(200);

struct Inner {
    next: u64,
    kept: VecDeque<Arc<EventMessage>>,
    pages: Vec<mpsc::Sender<Arc<EventMessage>>>,
    /// When it was last told how far a run is, and what is still to be told.
    progress: HashMap<About, (Instant, Option<StudioEvent>)>,
    closed: bool,
}

/// What progress is of: a project's run, and which of its events.
type About = (String, Option<u32>, std::mem::Discriminant<StudioEvent>);

fn about(project: &str, event: &StudioEvent) -> About {
    let run = match event {
        StudioEvent::Run { card, .. } => Some(card.run),
        StudioEvent::Objective { run, .. } => Some(*run),
        _ => None,
    };
    (project.into(), run, std::mem::discriminant(event))
}

/// Where events go.
pub struct Events {
    inner: Mutex<Inner>,
    held_back: Condvar,
    start: String,
}

/// What a page hears.
pub struct EventStream(mpsc::Receiver<Arc<EventMessage>>);

impl Events {
    /// No events yet. Numbers go on from those of an earlier start.
    pub fn new(start: String) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let next = now.as_millis() as u64 * 100;
        let (kept, pages) = (VecDeque::new(), Vec::new());
        let inner = Inner { next, kept, pages, progress: HashMap::new(), closed: false };
        Self { inner: Mutex::new(inner), held_back: Condvar::new(), start }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells all pages; what was held back of the same run is outdated.
    pub fn send(&self, project: &str, event: StudioEvent) {
        let mut inner = self.lock();
        inner.progress.remove(&about(project, &event));
        inner.send(project, event);
    }

    /// Tells all pages how far a run is. What comes a moment after another is held back, and
    /// outdated by what comes next.
    pub fn send_progress(&self, project: &str, event: StudioEvent) {
        let mut inner = self.lock();
        let (key, now) = (about(project, &event), Instant::now());
        match inner.progress.get_mut(&key) {
            Some((last, waiting)) if now - *last < PAUSE => {
                *waiting = Some(event);
                self.held_back.notify_one();
            }
            _ => {
                inner.progress.insert(key, (now, None));
                inner.send(project, event);
            }
        }
    }

    /// Sends what was held back, as long as there are pages to come: a thread's life.
    pub fn flush_forever(events: &Weak<Self>) {
        while let Some(events) = events.upgrade() {
            let inner = events.lock();
            let waits = |inner: &mut Inner| {
                !inner.closed && inner.progress.values().all(|(_, held)| held.is_none())
            };
            // Not for ever: the studio may be gone.
            let (inner, _) = events
                .held_back
                .wait_timeout_while(inner, Duration::from_secs(5), waits)
                .unwrap_or_else(PoisonError::into_inner);
            if inner.closed {
                return;
            }
            drop(inner);
            std::thread::sleep(PAUSE);
            events.flush();
        }
    }

    fn flush(&self) {
        let mut inner = self.lock();
        let now = Instant::now();
        let mut due = Vec::new();
        inner.progress.retain(|(project, ..), (last, held)| {
            let ready = now - *last >= PAUSE;
            if ready && let Some(event) = held.take() {
                *last = now;
                due.push((project.clone(), event));
                return true;
            }
            !ready || held.is_some()
        });
        for (project, event) in due {
            inner.send(&project, event);
        }
    }

    /// A page listens, having heard everything up to `last`.
    pub fn listen(&self, last: Option<u64>) -> EventStream {
        let mut inner = self.lock();
        let (sender, receiver) = mpsc::channel(WAITING);
        let newest = inner.next - 1;
        let oldest = inner.kept.front().map_or(inner.next, |message| message.id);
        let lost = last.is_some_and(|last| last > newest || last + 1 < oldest);
        let id = last.filter(|_| !lost).unwrap_or(newest);
        let hello = StudioEvent::Hello { start: self.start.clone(), lost };
        let _ =
            sender.try_send(Arc::new(EventMessage { id, project: String::new(), event: hello }));
        if last.is_some() && !lost {
            for message in inner.kept.iter().filter(|message| message.id > id) {
                let _ = sender.try_send(message.clone());
            }
        }
        if !inner.closed {
            inner.pages.push(sender);
        }
        EventStream(receiver)
    }

    /// Ends all streams.
    pub fn close(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        inner.pages.clear();
        self.held_back.notify_all();
    }
}

impl Inner {
    fn send(&mut self, project: &str, event: StudioEvent) {
        let message = Arc::new(EventMessage { id: self.next, project: project.into(), event });
        self.next += 1;
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(message.clone());
        self.pages.retain(|page| page.try_send(message.clone()).is_ok());
    }
}

impl futures_core::Stream for EventStream {
    type Item = Arc<EventMessage>;
    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(heard: &mut EventStream) -> Vec<Arc<EventMessage>> {
        std::iter::from_fn(|| heard.0.try_recv().ok()).collect()
    }

    #[test]
    fn a_page_that_comes_back_hears_what_it_missed_and_nothing_twice() {
        let events = Events::new("a".into());
        let mut first = events.listen(None);
        events.send("p", StudioEvent::Files);
        events.send("p", StudioEvent::Files);
        let seen = received(&mut first);
        assert_eq!(seen.len(), 3);
        let mut again = events.listen(Some(seen[1].id));
        let replayed = received(&mut again);
        assert!(matches!(replayed[0].event, StudioEvent::Hello { lost: false, .. }));
        assert_eq!(replayed[1..].iter().map(|t| t.id).collect::<Vec<_>>(), [seen[2].id]);
    }

    #[test]
    fn a_page_that_was_away_too_long_is_told_so() {
        let events = Events::new("a".into());
        for _ in 0..KEPT + 5 {
            events.send("p", StudioEvent::Files);
        }
        let first = events.lock().kept[0].id;
        for (last, expected) in [(first - 2, true), (first - 1, false), (u64::MAX, true)] {
            let message = received(&mut events.listen(Some(last)));
            assert!(
                matches!(message[0].event, StudioEvent::Hello { lost, .. } if lost == expected)
            );
        }
    }

    #[test]
    fn progress_is_told_at_most_five_times_a_second() {
        let events = Events::new("a".into());
        let began = Instant::now();
        for _ in 0..10_000 {
            events.send_progress("p", StudioEvent::Files);
        }
        let most = 1 + began.elapsed().as_millis() / PAUSE.as_millis();
        assert!(events.lock().kept.len() as u128 <= most);
    }

    #[test]
    fn the_last_word_on_each_run_is_told() {
        let events = Events::new("a".into());
        let at = |run, iteration| StudioEvent::Objective { run, start: 0, iteration, value: 0.0 };
        for iteration in 0..100 {
            events.send_progress("p", at(1, iteration));
            events.send_progress("p", at(2, iteration));
        }
        std::thread::sleep(PAUSE);
        events.flush();
        let inner = events.lock();
        for wanted in [1, 2] {
            let last = inner.kept.iter().rev().find_map(|message| match message.event {
                StudioEvent::Objective { run, iteration, .. } if run == wanted => Some(iteration),
                _ => None,
            });
            assert_eq!(last, Some(99));
        }
    }
}
