//! One run at work: how it tells what it is at, and hears that it should stop.

use super::queue::record;
use crate::contract::{Happening, RunState};
use crate::events::Events;
use crate::project::OpenProject;
use serde_json::Value;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A run that waits or is at work.
pub struct Ticket {
    /// Its project.
    pub project: Arc<OpenProject>,
    /// Its number.
    pub run: u32,
    /// Where events go.
    pub events: Arc<Events>,
    stopped: AtomicBool,
    methods: Mutex<HashSet<String>>,
}

impl Ticket {
    /// A run that was just asked for.
    pub fn new(project: Arc<OpenProject>, run: u32, events: Arc<Events>) -> Self {
        let (stopped, methods) = (AtomicBool::new(false), Mutex::default());
        Self { project, run, events, stopped, methods }
    }
    /// Asks it to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
    /// Asks it to stop one method.
    pub fn stop_method(&self, method: &str) {
        self.methods.lock().unwrap_or_else(PoisonError::into_inner).insert(method.into());
        self.method(method, "cancelled", "somebody stopped it", 0.0, Value::Null);
    }
    /// True if it should stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
    /// True if a method should stop.
    pub fn is_method_stopped(&self, method: &str) -> bool {
        let methods = self.methods.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_stopped() || methods.contains(method)
    }

    /// Tells how far it is, 0 to 1.
    pub fn progress(&self, share: f64, message: &str) {
        self.events.tell_progress(&self.project.id, || {
            let card = record(&self.project, self.run, |r| {
                // A run that was called off meanwhile stays so.
                if r.card.state == RunState::Running {
                    (r.card.progress, r.card.message) = (share.clamp(0.0, 1.0), message.into());
                }
                r.card.clone()
            });
            match card {
                Some(card) => Happening::Run { card, problem: None },
                None => Happening::Files,
            }
        });
    }

    /// Tells something of the run.
    pub fn tell(&self, happening: Happening) {
        self.events.tell(&self.project.id, happening);
    }

    /// Tells how a method is.
    pub fn method(&self, method: &str, state: &str, message: &str, seconds: f64, result: Value) {
        let (method, state, message) = (method.into(), state.into(), message.into());
        self.tell(Happening::Method { run: self.run, method, state, message, seconds, result });
    }
}
