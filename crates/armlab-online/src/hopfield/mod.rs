//! Hopfield network as an estimator, in Abe's form (Abe 1989; Alonso, Mendonça &
//! Rocha 2009; Urrea & Pascal 2016, eqs 11 to 16). Neurons `p = c tanh(u/β)` with
//! `u̇ = −∂/∂p ½‖y − Φp‖²` are the gradient flow
//!
//! ```text
//! ṗ = D (Φᵀy − ΦᵀΦ p),   D = diag((c² − p²)/(c β))
//! ```
//!
//! It is stiff: an explicit step of 10 ms diverges at once under gravity. A
//! sample is therefore taken in substeps of `h` with `D` frozen and the rest
//! implicit, `p ← (I + hDΦᵀΦ)⁻¹(p + hDΦᵀy)`, which is solved in the rows instead
//! of the unknowns:
//!
//! ```text
//! p ← p + h D Φᵀ (I + h Φ D Φᵀ)⁻¹ (y − Φ p)
//! ```
//!
//! `c/β` is the gain. Large gains follow each sample's noise; `β = 10` has proved
//! best with `c = 10`, and its mean over the later part of a log is the estimate
//! to take.

mod solve;
mod step;

use crate::counts::Counts;
use crate::settings::{SettingsError, finite, positive};
use crate::{Divergence, ResumeError, RowLearner, SampleOutcome, Saved};
use step::{Work, substep};

const METHOD: &str = "hopfield";

/// Bounds of the neurons.
#[derive(Clone, Debug, PartialEq)]
pub enum Reach {
    /// `|p| < c` for all.
    Same(f64),
    /// One per unknown.
    PerUnknown(Vec<f64>),
}

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub struct HopfieldSettings {
    /// `c`: no unknown may be larger.
    pub reach: Reach,
    /// `β`: the larger, the slower and the less disturbed by noise.
    pub slowness: f64,
    /// Time between samples, s.
    pub step: f64,
    /// Implicit steps per sample.
    pub substeps: usize,
    /// Samples after which the estimate is the mean of all states that follow;
    /// without it the estimate is the state.
    pub average_after: Option<u64>,
    /// `p` before the first sample; zero if not given.
    pub start: Option<Vec<f64>>,
}

impl Default for HopfieldSettings {
    fn default() -> Self {
        Self {
            reach: Reach::Same(10.0),
            slowness: 10.0,
            step: 0.01,
            substeps: 4,
            average_after: None,
            start: None,
        }
    }
}

/// A Hopfield network.
#[derive(Clone, Debug)]
pub struct Hopfield {
    settings: HopfieldSettings,
    reach: Vec<f64>,
    state: Vec<f64>,
    mean: Vec<f64>,
    averaged: u64,
    /// `h/(c β)` of each neuron.
    rate: Vec<f64>,
    /// The sample's regressor, unknown after unknown, and the same times `h D`.
    columns: Vec<f64>,
    scaled: Vec<f64>,
    /// `I + h Φ D Φᵀ`, its factor, and the rows' errors.
    rows: Vec<f64>,
    errors: Vec<f64>,
    counts: Counts,
}

impl Hopfield {
    /// A network of one neuron per unknown, for samples of up to `outputs` rows.
    pub fn new(
        unknowns: usize,
        outputs: usize,
        settings: HopfieldSettings,
    ) -> Result<Self, SettingsError> {
        positive(METHOD, "beta", settings.slowness)?;
        positive(METHOD, "step", settings.step)?;
        if settings.substeps == 0 {
            return Err(SettingsError::value(METHOD, "substeps", 0, "take one or more"));
        }
        let reach = match &settings.reach {
            Reach::Same(c) => vec![*c; unknowns],
            Reach::PerUnknown(reach) => finite(METHOD, "c", reach, unknowns)?.to_vec(),
        };
        for c in &reach {
            positive(METHOD, "c", *c)?;
        }
        let state = match &settings.start {
            None => vec![0.0; unknowns],
            Some(start) => finite(METHOD, "start", start, unknowns)?.to_vec(),
        };
        if let Some((p, _)) = state.iter().zip(&reach).find(|(p, c)| !(p.abs() < **c)) {
            let hint = "it must lie within ]−c, c[; choose a larger c";
            return Err(SettingsError::value(METHOD, "start", p, hint));
        }
        let h = settings.step / settings.substeps as f64;
        let rate = reach.iter().map(|c| h / (c * settings.slowness)).collect();
        Ok(Self {
            settings,
            reach,
            rate,
            mean: state.clone(),
            averaged: 0,
            columns: vec![0.0; unknowns * outputs],
            scaled: vec![0.0; unknowns * outputs],
            state,
            rows: vec![0.0; outputs * outputs],
            errors: vec![0.0; outputs],
            counts: Counts::default(),
        })
    }
    /// The neurons, whether or not the estimate is a mean.
    pub fn state(&self) -> &[f64] {
        &self.state
    }
    /// Samples that were left out because a number was not finite.
    pub fn skipped(&self) -> u64 {
        self.counts.skipped
    }

    /// Puts the rows' entries unknown after unknown.
    fn turn(&mut self, rows: &[f64], m: usize) {
        let n = self.state.len();
        for (k, x) in self.columns.chunks_exact_mut(m).take(n).enumerate() {
            for (i, x) in x.iter_mut().enumerate() {
                *x = rows[i * n + k];
            }
        }
    }
}

impl RowLearner for Hopfield {
    fn name(&self) -> &'static str {
        METHOD
    }
    /// # Panics
    /// If there are more rows than outputs.
    fn learn(&mut self, rows: &[f64], targets: &[f64]) -> Result<SampleOutcome, Divergence> {
        assert!(targets.len() <= self.errors.len(), "as many rows as outputs");
        if !self.counts.admit(self.state.len(), rows, targets) {
            return Ok(SampleOutcome::Skipped);
        }
        if targets.is_empty() {
            return Ok(SampleOutcome::Used);
        }
        self.turn(rows, targets.len());
        let work = Work { columns: &self.columns, targets, reach: &self.reach, rate: &self.rate };
        let mut solved = true;
        let (p, scaled) = (&mut self.state[..], &mut self.scaled[..]);
        let (a, errors) = (&mut self.rows[..], &mut self.errors[..]);
        for _ in 0..self.settings.substeps {
            // The same text, compiled for each usual number of rows: loops this
            // short are unrolled, and what they work on stays in registers.
            solved &= match targets.len() {
                1 => substep(1, &work, p, scaled, &mut [0.0; 1], &mut [0.0; 1]),
                2 => substep(2, &work, p, scaled, &mut [0.0; 4], &mut [0.0; 2]),
                3 => substep(3, &work, p, scaled, &mut [0.0; 9], &mut [0.0; 3]),
                6 => substep(6, &work, p, scaled, &mut [0.0; 36], &mut [0.0; 6]),
                7 => substep(7, &work, p, scaled, &mut [0.0; 49], &mut [0.0; 7]),
                m => substep(m, &work, p, scaled, a, errors),
            };
        }
        if !solved || self.state.iter().any(|p| !p.is_finite()) {
            let reason = "the sample's numbers are too large to be solved for; \
                          are the units right?";
            return Err(self.counts.diverged(METHOD, reason.into()));
        }
        if self.settings.average_after.is_some_and(|after| self.counts.learnt() > after) {
            self.averaged += 1;
            let share = 1.0 / self.averaged as f64;
            self.mean.iter_mut().zip(&self.state).for_each(|(m, p)| *m += share * (p - *m));
        }
        Ok(SampleOutcome::Used)
    }
    fn estimate(&self) -> &[f64] {
        if self.averaged > 0 { &self.mean } else { &self.state }
    }
    fn covariance(&self, _: &mut [f64]) -> bool {
        false
    }
    fn variances(&self, _: &mut [f64]) -> bool {
        false
    }
    fn save(&self) -> Saved {
        let saved = self.counts.save(METHOD);
        saved
            .with("state", &self.state)
            .with("mean", &self.mean)
            .with("averaged", &[self.averaged as f64])
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        saved.expect_method(METHOD)?;
        let mut next = self.clone();
        next.counts = Counts::restore(saved)?;
        saved.restore("state", &mut next.state)?;
        saved.restore("mean", &mut next.mean)?;
        let mut averaged = [0.0];
        saved.restore("averaged", &mut averaged)?;
        next.averaged = averaged[0] as u64;
        *self = next;
        Ok(())
    }
}
