//! Events of an identification for the page: methods as they start and end, and
//! intermediate estimates, gathered and sent a few times a second.

use super::identify_files::trace;
use super::ticket::Ticket;
use crate::contract::{EstimateTrace, StudioEvent};
use armlab::identification::{IdentificationProblem, MethodReport, MethodResult, ResultObserver};
use armlab::progress::{Event, EventKind, Observer};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two messages of one method.
const REFRESH: Duration = Duration::from_millis(100);
/// Most points that are kept of one trace; then every second one is dropped.
const MOST_POINTS: usize = 400;

/// Hands events on to the page.
pub struct MethodEvents<'t> {
    ticket: &'t Ticket,
    methods: Vec<&'static str>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Names and units of the unknowns, once they are known.
    unknowns: Option<(Vec<String>, Vec<String>)>,
    points: HashMap<String, Points>,
}

/// The trace of one method so far.
pub(super) struct Points {
    pub trace: EstimateTrace,
    /// Events per point, and events so far.
    stride: usize,
    seen: usize,
    /// Points that were sent.
    sent: usize,
    last: Instant,
}

impl<'t> MethodEvents<'t> {
    /// Nothing yet.
    pub fn new(ticket: &'t Ticket, methods: Vec<&'static str>) -> Self {
        Self { ticket, methods, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The traces of methods that were cancelled.
    pub fn traces_of(&self, methods: impl Iterator<Item = &'static str>) -> Vec<EstimateTrace> {
        let state = self.state();
        methods.filter_map(|m| state.points.get(m).map(|p| p.trace.clone())).collect()
    }

    /// Keeps an intermediate estimate, and sends what is new if it is time.
    fn gather(&self, method: &str, event: &EventKind) {
        let mut state = self.state();
        let Some((names, units)) = state.unknowns.clone() else { return };
        let points =
            state.points.entry(method.into()).or_insert_with(|| Points::new(method, names, units));
        let due = points.seen.is_multiple_of(points.stride);
        points.seen += 1;
        if !due {
            return;
        }
        points.push(event);
        if points.last.elapsed() < REFRESH {
            return;
        }
        points.last = Instant::now();
        let news = points.news();
        drop(state);
        self.ticket.send(StudioEvent::Estimate { run: self.ticket.run, trace: news });
    }
}

impl Observer for MethodEvents<'_> {
    fn event(&self, event: &Event) {
        let (task, is_method) = (event.task, self.methods.contains(&event.task));
        match event.kind {
            EventKind::Estimate { .. } | EventKind::Cost { .. } => {
                return self.gather(task, &event.kind);
            }
            EventKind::Started if is_method => {
                self.ticket.method(task, "running", "", 0.0, Value::Null);
            }
            EventKind::Failed { reason } if is_method && !self.ticket.is_method_stopped(task) => {
                self.ticket.method(task, "failed", reason, 0.0, Value::Null);
            }
            _ => {}
        }
        if let Some(fraction) = event.fraction {
            self.ticket.progress(fraction, task);
        }
    }
    fn cancels(&self, method: &str) -> bool {
        self.ticket.is_method_stopped(method)
    }
}

impl ResultObserver for MethodEvents<'_> {
    fn prepared(&self, problem: &IdentificationProblem) {
        let base = problem.model.base().parameters.iter().map(|p| p.unit.clone());
        let units = base.chain(problem.model.friction().iter().map(|f| f.unit.to_string()));
        self.state().unknowns = Some((problem.model.names(), units.collect()));
    }
    fn result(&self, result: &MethodResult) {
        if let Some(trace) = trace(&result.estimate) {
            self.ticket.send(StudioEvent::Estimate { run: self.ticket.run, trace });
        }
        let report = serde_json::to_value(MethodReport::of(result)).unwrap_or_default();
        self.ticket.method(result.estimate.method, "done", "", result.seconds, report);
    }
}

impl Points {
    pub fn new(method: &str, names: Vec<String>, units: Vec<String>) -> Self {
        let trace = EstimateTrace {
            method: method.into(),
            axis: String::new(),
            names,
            units,
            at: Vec::new(),
            values: Vec::new(),
            deviations: Vec::new(),
            cost: Vec::new(),
            from: 0,
            complete: false,
        };
        Self { trace, stride: 1, seen: 0, sent: 0, last: Instant::now() }
    }
}

impl Points {
    pub fn push(&mut self, event: &EventKind) {
        let trace = &mut self.trace;
        match event {
            EventKind::Estimate { time, values, deviations } => {
                trace.axis = "time, s".into();
                trace.at.push(*time);
                trace.values.resize_with(values.len(), Vec::new);
                trace.values.iter_mut().zip(*values).for_each(|(c, v)| c.push(*v));
                if let Some(deviations) = deviations {
                    trace.deviations.resize_with(deviations.len(), Vec::new);
                    trace.deviations.iter_mut().zip(*deviations).for_each(|(c, v)| c.push(*v));
                }
            }
            EventKind::Cost { iteration, cost } => {
                trace.axis = "generation".into();
                trace.at.push(*iteration);
                trace.cost.push(*cost);
            }
            _ => return,
        }
        if trace.at.len() > MOST_POINTS {
            let lists = trace.values.iter_mut().chain(&mut trace.deviations);
            for list in lists.chain([&mut trace.at, &mut trace.cost]) {
                let mut k = 0;
                list.retain(|_| {
                    k += 1;
                    (k - 1) % 2 == 0
                });
            }
            self.stride *= 2;
            // The page's points are others now: all are sent again.
            self.sent = 0;
        }
    }

    /// Points that were not sent yet.
    pub fn news(&mut self) -> EstimateTrace {
        let from = self.sent;
        let tail = |list: &Vec<f64>| list.get(from..).unwrap_or_default().to_vec();
        self.sent = self.trace.at.len();
        EstimateTrace {
            at: tail(&self.trace.at),
            values: self.trace.values.iter().map(tail).collect(),
            deviations: self.trace.deviations.iter().map(tail).collect(),
            cost: tail(&self.trace.cost),
            from,
            ..self.trace.clone()
        }
    }
}
