//! A run: its progress, and its cancelling.

use crate::contract::{MethodView, RunState, StudioEvent};
use crate::events::Events;
use crate::project::{OpenProject, RunRecord};
use armlab::progress::{CancelToken, Event, EventKind, Observer};
use serde_json::Value;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Changes the record of a run, if it is still there.
pub fn record<T>(
    project: &OpenProject,
    run: u32,
    change: impl FnOnce(&mut RunRecord) -> T,
) -> Option<T> {
    project.lock().runs.get_mut(&run).map(change)
}

/// A run that waits or is at work.
pub struct Ticket {
    /// Its project.
    pub project: Arc<OpenProject>,
    /// Its number.
    pub run: u32,
    /// Where events go.
    pub events: Arc<Events>,
    cancel: CancelToken,
    computed: AtomicBool,
    methods: Mutex<HashSet<String>>,
}

impl Ticket {
    /// A run that was just asked for.
    pub fn new(project: Arc<OpenProject>, run: u32, events: Arc<Events>) -> Self {
        let (cancel, computed) = (CancelToken::new(), AtomicBool::new(false));
        Self { project, run, events, cancel, computed, methods: Mutex::default() }
    }
    /// The token that cancels it.
    pub fn token(&self) -> CancelToken {
        self.cancel.clone()
    }
    /// Asks it to stop.
    pub fn stop(&self) {
        self.cancel.cancel();
    }
    /// Asks it to stop one method.
    pub fn stop_method(&self, method: &str) {
        self.methods.lock().unwrap_or_else(PoisonError::into_inner).insert(method.into());
        self.method(method, "cancelled", "cancelled by the user", 0.0, Value::Null);
    }
    /// True if it should stop.
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }
    /// True if a method should stop.
    pub fn is_method_stopped(&self, method: &str) -> bool {
        let methods = self.methods.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_stopped() || methods.contains(method)
    }

    /// Changes its record, on the disk too, and tells it.
    pub fn change(&self, change: impl FnOnce(&mut RunRecord)) {
        let event = record(&self.project, self.run, |r| {
            change(r);
            // A folder that is gone with its project is no reason to stop.
            let _ = r.write(&self.project.folder);
            StudioEvent::Run { card: r.card.clone(), problem: r.problem.clone() }
        });
        if let Some(event) = event {
            self.send(event);
        }
    }

    /// Nothing is computed any more; what it has is saved after that. A run that was to stop is
    /// told to be stopped now, or when it is asked to stop later.
    pub fn end_computing(&self) {
        self.computed.store(true, Ordering::Relaxed);
        self.confirm_stop();
    }

    /// Tells that it is stopped, if it was to stop and nothing is computed any more.
    pub fn confirm_stop(&self) {
        if self.is_stopped() && self.computed.load(Ordering::Relaxed) {
            self.change(|r| {
                // One that has ended meanwhile stays as it is.
                if r.card.state == RunState::Running {
                    r.card.state = RunState::Cancelled;
                    r.card.message = "what it has is being saved".into();
                }
            });
        }
    }

    /// Tells how far it is, 0 to 1.
    pub fn progress(&self, share: f64, message: &str) {
        let card = record(&self.project, self.run, |r| {
            // A run that was called off meanwhile stays so.
            (r.card.state == RunState::Running).then(|| {
                (r.card.progress, r.card.message) = (share.clamp(0.0, 1.0), message.into());
                r.card.clone()
            })
        });
        if let Some(card) = card.flatten() {
            self.events.send_progress(&self.project.id, StudioEvent::Run { card, problem: None });
        }
    }

    /// Tells something of the run.
    pub fn send(&self, event: StudioEvent) {
        self.events.send(&self.project.id, event);
    }

    /// Tells how a method is.
    pub fn method(&self, method: &str, state: &str, message: &str, seconds: f64, result: Value) {
        let (method, state, message): (String, String, String) =
            (method.into(), state.into(), message.into());
        record(&self.project, self.run, |r| {
            r.methods.retain(|m| m.method != method);
            r.methods.push(MethodView {
                method: method.clone(),
                state: state.clone(),
                message: message.clone(),
                seconds,
                result: result.clone(),
            });
        });
        self.send(StudioEvent::Method { run: self.run, method, state, message, seconds, result });
    }
}

/// Shows the progress of the library's work in the run's card.
impl Observer for Ticket {
    fn event(&self, event: &Event) {
        if let (EventKind::Started | EventKind::Advanced, Some(fraction)) =
            (event.kind, event.fraction)
        {
            self.progress(0.95 * fraction, event.task);
        }
    }
    fn cancels(&self, task: &str) -> bool {
        self.is_method_stopped(task)
    }
}
