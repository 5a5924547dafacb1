//! One run of a method: how much it may cost, who watches, what comes out.
//!
//! Methods ask a [`Run`] for values and tell it when an iteration ends; the run
//! counts, remembers the best, calls the watcher and says when to stop. So no
//! method knows of clocks, terminals or limits.

use crate::objective::{Bounds, Objective};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// What is to be minimised, and from where.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The objective.
    pub objective: &'a dyn Objective,
    /// The box the unknowns must stay in.
    pub bounds: &'a Bounds,
    /// A point to begin with; methods that draw their first points put it among
    /// them.
    pub start: Option<&'a [f64]>,
}

/// How much a run may cost, and what would be enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Most evaluations of the objective.
    pub evaluations: usize,
    /// Most iterations or generations.
    pub iterations: usize,
    /// Values up to this one end the run.
    pub target: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { evaluations: 100_000, iterations: 10_000, target: f64::NEG_INFINITY }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The method's own test: no better point is expected.
    Converged,
    /// The target was reached.
    Target,
    /// The evaluations were used up.
    Evaluations,
    /// The iterations were used up.
    Iterations,
    /// The watcher asked for it.
    Asked,
    /// The start has no finite value, so there is nothing to improve.
    NotFinite,
}

/// What a watcher sees at the end of every iteration.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Iterations so far.
    pub iteration: usize,
    /// Evaluations so far.
    pub evaluations: usize,
    /// Best value so far.
    pub value: f64,
    /// Where it was found.
    pub x: &'a [f64],
}

/// A watcher; it may end the run, and the best so far is returned.
pub type Progress<'a> = &'a mut dyn FnMut(&Step) -> ControlFlow<()>;

/// A watcher that does nothing.
pub fn unwatched(_: &Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// What a run found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The best point.
    pub x: Vec<f64>,
    /// Its value; infinite if no point had a finite one.
    pub value: f64,
    /// Evaluations used.
    pub evaluations: usize,
    /// Iterations used.
    pub iterations: usize,
    /// Why the run ended.
    pub stop: Stop,
    /// Evaluations used and best value, whenever the best improved.
    pub history: Vec<(usize, f64)>,
}

/// A method that needs values only.
pub trait Minimiser {
    /// Minimises within the budget. Results depend on the problem and the
    /// method's settings (with its seed) only, never on the number of threads.
    fn minimise(&self, problem: &Problem, budget: &Budget, progress: Progress) -> Outcome;
}

/// Values that are not numbers are worse than all others.
pub(crate) fn ranked(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}

/// Fewer candidates than this are not worth waking other cores for.
const FEW: usize = 4;

pub(crate) struct Run<'a> {
    objective: &'a dyn Objective,
    budget: Budget,
    progress: Progress<'a>,
    outcome: Outcome,
    stopped: bool,
}

impl<'a> Run<'a> {
    pub fn new(objective: &'a dyn Objective, budget: &Budget, progress: Progress<'a>) -> Self {
        let outcome = Outcome {
            x: vec![f64::NAN; objective.dimension()],
            value: f64::INFINITY,
            evaluations: 0,
            iterations: 0,
            stop: Stop::Converged,
            history: Vec::new(),
        };
        Self { objective, budget: *budget, progress, outcome, stopped: false }
    }
    pub fn best(&self) -> (&[f64], f64) {
        (&self.outcome.x, self.outcome.value)
    }
    pub fn stopped(&self) -> bool {
        self.stopped
    }
    pub fn stop(&mut self, why: Stop) {
        if !self.stopped {
            self.outcome.stop = why;
            self.stopped = true;
        }
    }
    /// The value at `x`, counted; infinite once the run has stopped.
    pub fn value(&mut self, x: &[f64]) -> f64 {
        if self.exhausted() {
            return f64::INFINITY;
        }
        let value = ranked(self.objective.value(x));
        self.count(x, value);
        value
    }
    /// Counts a value that was computed elsewhere.
    pub fn count(&mut self, x: &[f64], value: f64) {
        self.outcome.evaluations += 1;
        if value < self.outcome.value || self.outcome.history.is_empty() {
            self.outcome.value = value;
            self.outcome.x.clear();
            self.outcome.x.extend_from_slice(x);
            self.outcome.history.push((self.outcome.evaluations, value));
            if value <= self.budget.target {
                self.stop(Stop::Target);
            }
        }
    }
    /// Counts evaluations that only served derivatives.
    pub fn spend(&mut self, evaluations: usize) {
        self.outcome.evaluations += evaluations;
    }
    pub fn exhausted(&mut self) -> bool {
        if self.outcome.evaluations >= self.budget.evaluations {
            self.stop(Stop::Evaluations);
        }
        self.stopped
    }
    /// Values of candidates that lie one after another, on all cores; those
    /// beyond the budget are infinite. Counted in order.
    pub fn values(&mut self, candidates: &[f64], values: &mut [f64]) {
        let n = self.objective.dimension().max(1);
        values.fill(f64::INFINITY);
        if self.exhausted() {
            return;
        }
        let affordable = self.budget.evaluations - self.outcome.evaluations;
        let count = values.len().min(affordable);
        let objective = self.objective;
        if count < FEW {
            for (value, x) in values[..count].iter_mut().zip(candidates.chunks_exact(n)) {
                *value = ranked(objective.value(x));
            }
        } else {
            let pairs = values[..count].par_iter_mut().zip(candidates.par_chunks_exact(n));
            pairs.for_each(|(value, x)| *value = ranked(objective.value(x)));
        }
        for (value, x) in values[..count].iter().zip(candidates.chunks_exact(n)) {
            self.count(x, *value);
        }
        self.exhausted();
    }
    /// Ends an iteration; true if another may begin.
    pub fn next(&mut self) -> bool {
        if self.stopped && self.outcome.stop == Stop::Asked {
            return false;
        }
        self.outcome.iterations += 1;
        let step = Step {
            iteration: self.outcome.iterations,
            evaluations: self.outcome.evaluations,
            value: self.outcome.value,
            x: &self.outcome.x,
        };
        if (self.progress)(&step).is_break() {
            self.stop(Stop::Asked);
        }
        if self.outcome.iterations >= self.budget.iterations {
            self.stop(Stop::Iterations);
        }
        !self.exhausted()
    }
    pub fn finish(self) -> Outcome {
        self.outcome
    }
}
