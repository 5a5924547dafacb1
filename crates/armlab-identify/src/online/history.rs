//! Estimates over time, in bounded memory: at first every sample is kept; each
//! time the history is full every other point is dropped, and from then on only
//! every second, fourth, … sample is looked at. So a day and a second take the
//! same memory, and the points are always evenly spaced.

use super::OnlineEstimator;
use crate::trace::Trace;

/// Values and standard deviations of the unknowns over time.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    unknowns: usize,
    most: usize,
    /// Samples between two points.
    stride: u64,
    seen: u64,
    /// The last point is one beside the even ones.
    closed: bool,
    times: Vec<f64>,
    values: Vec<f64>,
    /// Not numbers where the estimator had none.
    deviations: Vec<f64>,
}

impl History {
    /// No points yet, and never more than `most` (at least 4) and the last one.
    pub fn new(unknowns: usize, most: usize) -> Self {
        let most = most.max(4);
        Self {
            unknowns,
            most,
            stride: 1,
            seen: 0,
            closed: false,
            times: Vec::with_capacity(most + 1),
            values: Vec::with_capacity((most + 1) * unknowns),
            deviations: Vec::with_capacity((most + 1) * unknowns),
        }
    }
    /// Number of points.
    pub fn len(&self) -> usize {
        self.times.len()
    }
    /// True before the first sample.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }
    /// Times of the points, s.
    pub fn times(&self) -> &[f64] {
        &self.times
    }
    /// The estimate at a point.
    ///
    /// # Panics
    /// If there is no such point.
    pub fn values(&self, point: usize) -> &[f64] {
        &self.values[point * self.unknowns..(point + 1) * self.unknowns]
    }
    /// Standard deviations at a point, where the estimator had them.
    ///
    /// # Panics
    /// If there is no such point.
    pub fn deviations(&self, point: usize) -> Option<&[f64]> {
        let own = &self.deviations[point * self.unknowns..(point + 1) * self.unknowns];
        own.iter().all(|d| d.is_finite()).then_some(own)
    }
    /// One unknown's values over time.
    ///
    /// # Panics
    /// If there is no such unknown.
    pub fn column(&self, unknown: usize) -> Vec<f64> {
        assert!(unknown < self.unknowns, "one of the unknowns");
        self.values.iter().skip(unknown).step_by(self.unknowns).copied().collect()
    }

    /// The history as a trace.
    pub fn trace(&self) -> Trace {
        let deviation = |p: usize, k: usize| self.deviations(p).map_or(f64::NAN, |d| d[k]);
        let value = |p: usize, k: usize| self.values(p)[k];
        let mut trace = Trace::over_time(self.times.clone(), self.unknowns, value, deviation);
        if self.is_empty() || self.deviations(0).is_none() {
            trace.deviations.clear();
        }
        trace
    }

    /// Looks at an estimator after a sample. Allocates nothing beyond what its
    /// variances take.
    pub fn observe(&mut self, time: f64, estimator: &dyn OnlineEstimator) {
        if std::mem::take(&mut self.closed) {
            self.truncate(self.times.len() - 1);
        }
        let due = self.seen.is_multiple_of(self.stride);
        self.seen += 1;
        if !due {
            return;
        }
        if self.times.len() == self.most {
            self.thin();
            // The sample that no longer falls on the wider grid.
            if !(self.seen - 1).is_multiple_of(self.stride) {
                return;
            }
        }
        self.push(time, estimator);
    }

    /// Adds the last sample if it is not there already, so that the history ends
    /// with the final estimate. Observing may go on afterwards.
    pub fn close(&mut self, time: f64, estimator: &dyn OnlineEstimator) {
        if self.times.last() != Some(&time) {
            self.push(time, estimator);
            self.closed = true;
        }
    }

    fn push(&mut self, time: f64, estimator: &dyn OnlineEstimator) {
        self.times.push(time);
        self.values.extend_from_slice(estimator.estimate());
        let from = self.deviations.len();
        self.deviations.resize(from + self.unknowns, f64::NAN);
        let own = &mut self.deviations[from..];
        if estimator.variances(own) {
            // Rounding may leave a variance of zero slightly below it.
            own.iter_mut().for_each(|d| *d = d.max(0.0).sqrt());
        } else {
            own.fill(f64::NAN);
        }
    }

    fn thin(&mut self) {
        let (n, kept) = (self.unknowns, self.times.len().div_ceil(2));
        for i in 1..kept {
            self.times[i] = self.times[2 * i];
            self.values.copy_within(2 * i * n..(2 * i + 1) * n, i * n);
            self.deviations.copy_within(2 * i * n..(2 * i + 1) * n, i * n);
        }
        self.truncate(kept);
        self.stride *= 2;
    }

    fn truncate(&mut self, points: usize) {
        self.times.truncate(points);
        self.values.truncate(points * self.unknowns);
        self.deviations.truncate(points * self.unknowns);
    }
}
