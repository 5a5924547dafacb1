//! A filter at work on samples as they come: what is skipped, what is counted,
//! and when it is over.
//!
//! The input of a sample acts until the next one. A sample with a number that is
//! not finite, or whose time does not advance, changes nothing: the next good one
//! is predicted from the last good one. After a gap the moving states begin anew
//! from what is measured, and what was learnt of the constants stays.

use super::consistency::Consistency;
use super::filter::{Failure, Filter, Innovation};
use super::smoother::{Passage, SmoothError, Smoothed};
use super::system::System;
use crate::{Divergence, ResumeError, SampleOutcome, Saved};

/// Squared deviations per measurement beyond which a filter has lost its system.
const LOST: f64 = 1e12;
/// Steps longer than this many of the shortest are gaps.
const GAP: f64 = 20.0;

/// Where a filter begins.
pub trait Beginning {
    /// State and covariance, row after row, at the first measurement.
    fn begin(&self, z: &[f64], x: &mut [f64], covariance: &mut [f64]);
}

/// A filter, its system and what happened so far.
pub struct Tracker<S: System> {
    system: S,
    filter: Box<dyn Filter<S> + Send>,
    begun: bool,
    interrupted: bool,
    time: f64,
    shortest: f64,
    input: Vec<f64>,
    samples: u64,
    skipped: u64,
    gaps: u64,
    halvings: u64,
    last: Innovation,
    consistency: Consistency,
    passage: Option<Passage>,
    over: Option<Divergence>,
    x: Vec<f64>,
    variances: Vec<f64>,
    covariance: Vec<f64>,
}

impl<S: System + Beginning> Tracker<S> {
    /// A filter at the start. `inputs` is the number of inputs.
    pub fn new(system: S, filter: Box<dyn Filter<S> + Send>, inputs: usize) -> Self {
        let sizes = system.dimensions();
        Self {
            system,
            filter,
            begun: false,
            interrupted: false,
            time: 0.0,
            shortest: f64::INFINITY,
            input: vec![0.0; inputs],
            samples: 0,
            skipped: 0,
            gaps: 0,
            halvings: 0,
            last: Innovation::default(),
            consistency: Consistency::new(sizes.measurements),
            passage: None,
            over: None,
            x: vec![0.0; sizes.states],
            variances: vec![0.0; sizes.states],
            covariance: vec![0.0; sizes.states * sizes.states],
        }
    }
    /// Keeps what smoothing needs: two covariances per sample.
    pub fn for_smoothing(mut self) -> Self {
        self.passage = Some(Passage::new(self.system.dimensions()));
        self
    }
    /// The filter's name.
    pub fn name(&self) -> &'static str {
        self.filter.name()
    }
    /// The system.
    pub fn system(&self) -> &S {
        &self.system
    }
    /// The present state; meaningless before the first sample.
    pub fn state(&self) -> &[f64] {
        self.filter.state()
    }
    /// Its variances after the last sample.
    pub fn variances(&self) -> &[f64] {
        &self.variances
    }
    /// Its covariance, row after row.
    pub fn covariance(&self, out: &mut [f64]) {
        self.filter.covariance(out);
    }
    /// Whether a sample has been learnt from.
    pub fn begun(&self) -> bool {
        self.begun
    }
    /// Samples seen, skipped ones included.
    pub fn samples(&self) -> u64 {
        self.samples
    }
    /// Samples that changed nothing.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }
    /// Gaps in time after which the moving states began anew.
    pub fn gaps(&self) -> u64 {
        self.gaps
    }
    /// Halvings of the constants' step to stay feasible.
    pub fn halvings(&self) -> u64 {
        self.halvings
    }
    /// What the last update showed.
    pub fn innovation(&self) -> Innovation {
        self.last
    }
    /// How the innovations fit the filter's uncertainty.
    pub fn consistency(&self) -> &Consistency {
        &self.consistency
    }
    /// Looks back over all samples, if they were kept.
    pub fn smooth(&self) -> Option<Result<Smoothed, SmoothError>> {
        self.passage.as_ref().map(Passage::smooth)
    }

    /// The next sample comes after a gap, whatever its time.
    pub fn interrupt(&mut self) {
        self.interrupted = self.begun;
    }

    /// Learns from a measurement `z` at time `t`, from which on `u` acts. Once a
    /// filter has diverged it says so again and stays as it was.
    pub fn take(&mut self, t: f64, u: &[f64], z: &[f64]) -> Result<SampleOutcome, Divergence> {
        if let Some(over) = &self.over {
            return Err(over.clone());
        }
        let sample = self.samples;
        self.samples += 1;
        let finite = t.is_finite() && all(u, |x| x.is_finite()) && all(z, |x| x.is_finite());
        let late = self.begun && !self.interrupted && t <= self.time;
        if !finite || late {
            self.skipped += 1;
            return Ok(SampleOutcome::Skipped);
        }
        match self.learn(t, z) {
            Ok(()) => {
                self.time = t;
                self.input.copy_from_slice(u);
                Ok(SampleOutcome::Used)
            }
            Err(failure) => {
                let method = self.filter.name();
                let reason = format!("at {t:.6} s: {failure}");
                let over = Divergence { method, sample, reason };
                self.over = Some(over.clone());
                Err(over)
            }
        }
    }

    fn learn(&mut self, t: f64, z: &[f64]) -> Result<(), Failure> {
        let sizes = self.system.dimensions();
        let step = t - self.time;
        if !self.begun {
            self.system.begin(z, &mut self.x, &mut self.covariance);
            self.filter.start(&self.x, &self.covariance)?;
            self.begun = true;
        } else if self.interrupted || step > GAP * self.shortest {
            // As at the start, but for the constants.
            self.system.begin(z, &mut self.x, &mut self.covariance);
            let (n, moving) = (sizes.states, sizes.moving());
            (0..moving).for_each(|i| self.variances[i] = self.covariance[i * n + i]);
            self.filter.restart(&self.x[..moving], &self.variances[..moving])?;
            self.gaps += u64::from(!self.interrupted);
            self.interrupted = false;
        } else {
            self.shortest = self.shortest.min(step);
            self.filter.predict(&mut self.system, &self.input, step)?;
        }
        if let Some(passage) = &mut self.passage {
            // A filter that keeps no cross covariance cannot be smoothed; `smooth`
            // of an empty passage gives nothing.
            if passage.after_prediction(&*self.filter).is_err() {
                self.passage = None;
            }
        }
        let innovation = self.filter.update(&mut self.system, z)?;
        if let Some(passage) = &mut self.passage {
            passage.after_update(&*self.filter);
        }
        self.halvings += u64::from(innovation.halvings);
        self.last = innovation;
        self.consistency.add(innovation.nis);
        if !all(self.filter.state(), |x| x.is_finite()) {
            return Err(Failure::NotFinite);
        }
        let square = innovation.nis / sizes.measurements.max(1) as f64;
        if !(square < LOST) {
            return Err(Failure::Lost { deviations: square.sqrt() });
        }
        self.filter.variances(&mut self.variances);
        if !all(&self.variances, |v| v >= 0.0 && v.is_finite()) {
            return Err(Failure::NotPositive("covariance of the state"));
        }
        Ok(())
    }

    /// All that is needed to go on later.
    pub fn save(&self) -> Saved {
        let saved = self.filter.save(Saved::new(self.filter.name(), self.samples));
        let [begun, cut] = [self.begun, self.interrupted].map(|b| if b { 1.0 } else { 0.0 });
        // Nothing was measured before the second sample: no step, and JSON has no
        // infinity.
        let shortest = if self.shortest.is_finite() { self.shortest } else { -1.0 };
        let counts = [self.skipped, self.gaps, self.halvings].map(|c| c as f64);
        let c = &self.consistency;
        let seen = [c.count as f64, c.outside[0] as f64, c.outside[1] as f64, c.sum];
        saved
            .with("clock", &[begun, self.time, shortest, cut])
            .with("input", &self.input)
            .with("counts", &counts)
            .with("consistency", &seen)
    }
    /// Goes on from what was saved; what was kept for smoothing is not saved.
    pub fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        saved.expect_method(self.filter.name())?;
        let (mut clock, mut counts, mut seen) = ([0.0; 4], [0.0; 3], [0.0; 4]);
        saved.restore("clock", &mut clock)?;
        saved.restore("counts", &mut counts)?;
        saved.restore("consistency", &mut seen)?;
        self.filter.resume(saved)?;
        self.filter.variances(&mut self.variances);
        saved.restore("input", &mut self.input)?;
        (self.begun, self.time) = (clock[0] != 0.0, clock[1]);
        self.interrupted = clock[3] != 0.0;
        self.shortest = if clock[2] > 0.0 { clock[2] } else { f64::INFINITY };
        [self.skipped, self.gaps, self.halvings] = counts.map(|c| c as u64);
        self.samples = saved.samples;
        self.consistency.count = seen[0] as u64;
        self.consistency.outside = [seen[1] as u64, seen[2] as u64];
        self.consistency.sum = seen[3];
        self.passage = self.passage.take().map(|_| Passage::new(self.system.dimensions()));
        self.over = None;
        Ok(())
    }
}

/// Looks at all numbers, which mostly all hold: to stop early would keep them out of registers.
#[inline(always)]
fn all(numbers: &[f64], holds: impl Fn(f64) -> bool) -> bool {
    numbers.iter().fold(true, |all, x| all & holds(*x))
}
