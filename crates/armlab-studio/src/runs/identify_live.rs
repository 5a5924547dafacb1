//! Estimates while methods are at work: points are gathered and told a few times
//! a second.

use super::ticket::Ticket;
use crate::contract::{EstimateTrace, Happening};
use armlab::identify::Model;
use armlab::progress::EventKind;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two tellings of one method.
const TOLD: Duration = Duration::from_millis(100);
/// Most points that are gathered of one way; then every second one goes.
const MOST_POINTS: usize = 400;

/// The way of one method so far.
pub struct Way<'t> {
    ticket: &'t Ticket,
    inner: Mutex<Inner>,
}

struct Inner {
    trace: EstimateTrace,
    /// Events per point, and events so far.
    stride: usize,
    seen: usize,
    /// Points that were told.
    told: usize,
    last: Instant,
}

impl<'t> Way<'t> {
    /// Nothing yet.
    pub fn new(ticket: &'t Ticket, model: &Model, method: &str) -> Self {
        let base = model.base().parameters.iter().map(|p| p.unit.clone());
        let units = base.chain(model.friction().iter().map(|f| f.unit.to_string()));
        let trace = EstimateTrace {
            method: method.into(),
            axis: String::new(),
            names: model.names(),
            units: units.collect(),
            at: Vec::new(),
            values: Vec::new(),
            deviations: Vec::new(),
            cost: Vec::new(),
            from: 0,
            complete: false,
        };
        let inner = Inner { trace, stride: 1, seen: 0, told: 0, last: Instant::now() };
        Self { ticket, inner: Mutex::new(inner) }
    }

    /// Gathers an intermediate estimate, and tells what is new if it is time.
    pub fn see(&self, event: &EventKind) {
        if !matches!(event, EventKind::Estimate { .. } | EventKind::Cost { .. }) {
            return;
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let due = inner.seen.is_multiple_of(inner.stride);
        inner.seen += 1;
        if !due {
            return;
        }
        inner.push(event);
        if inner.last.elapsed() < TOLD {
            return;
        }
        inner.last = Instant::now();
        let news = inner.news();
        drop(inner);
        self.ticket.tell(Happening::Estimate { run: self.ticket.run, trace: news });
    }

    /// All that was gathered, if anything.
    pub fn gathered(self) -> Option<EstimateTrace> {
        let inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        (!inner.trace.at.is_empty()).then_some(inner.trace)
    }
}

impl Inner {
    fn push(&mut self, event: &EventKind) {
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
            // The page's points are others now: it gets them anew.
            self.told = 0;
        }
    }

    /// Points that were not told yet.
    fn news(&mut self) -> EstimateTrace {
        let from = self.told;
        let tail = |list: &Vec<f64>| list.get(from..).unwrap_or_default().to_vec();
        self.told = self.trace.at.len();
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
