//! The first reading: what only the whole log tells.

use super::thinned::Thinned;
use crate::conditioning::{EVEN, median};

/// Steps between stamps that are kept for their median.
const STEPS: usize = 1 << 20;

/// What is known of a log's stamps so far.
#[derive(Clone, Debug)]
pub(super) struct Stamps {
    first: f64,
    last: f64,
    count: u64,
    least: f64,
    most: f64,
    steps: Thinned<f64>,
}

impl Stamps {
    /// Of no row.
    pub(super) fn new() -> Self {
        Self {
            first: f64::NAN,
            last: f64::NAN,
            count: 0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            steps: Thinned::new(STEPS),
        }
    }
    /// Takes the next stamp, which is later than the last.
    pub(super) fn push(&mut self, t: f64) {
        if self.count == 0 {
            self.first = t;
        } else {
            let step = t - self.last;
            self.least = self.least.min(step);
            self.most = self.most.max(step);
            self.steps.push(step);
        }
        self.last = t;
        self.count += 1;
    }
    /// The first stamp.
    pub(super) fn first(&self) -> f64 {
        self.first
    }
    /// How many.
    pub(super) fn count(&self) -> u64 {
        self.count
    }
    /// The mean step.
    pub(super) fn mean(&self) -> f64 {
        (self.last - self.first) / self.count.saturating_sub(1) as f64
    }
    /// Whether all steps are the mean one, as good as.
    pub(super) fn are_even(&self) -> bool {
        let mean = self.mean();
        [self.least, self.most].into_iter().all(|step| (step - mean).abs() <= EVEN * mean)
    }
    /// The median step; of a log with more than a million rows, that of every
    /// second, fourth, … step.
    pub(super) fn median(&self) -> f64 {
        median(self.steps.kept().to_vec())
    }
}
