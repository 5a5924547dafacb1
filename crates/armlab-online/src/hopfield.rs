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

use crate::counts::Counts;
use crate::settings::{SettingsError, finite, positive};
use crate::{Divergence, ResumeError, RowLearner, Saved, Taken};
use armlab_dense::dot;

const METHOD: &str = "hopfield";
/// Neurons stay this much inside of their bounds; on them they would never move
/// again.
const INSIDE: f64 = 1.0 - 1e-9;

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
    /// `h D`
    gain: Vec<f64>,
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
        Ok(Self {
            settings,
            reach,
            mean: state.clone(),
            averaged: 0,
            gain: vec![0.0; unknowns],
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

    /// One linearly implicit step; false if it has no solution in numbers.
    fn substep(&mut self, h: f64, rows: &[f64], targets: &[f64]) -> bool {
        let (n, m) = (self.state.len(), targets.len());
        for k in 0..n {
            let (p, c) = (self.state[k], self.reach[k]);
            self.gain[k] = h * (c * c - p * p) / (c * self.settings.slowness);
        }
        let row = |i: usize| &rows[i * n..(i + 1) * n];
        for i in 0..m {
            self.errors[i] = targets[i] - dot(row(i), &self.state);
            for j in 0..=i {
                let pairs = row(i).iter().zip(row(j)).zip(&self.gain);
                let unit = if i == j { 1.0 } else { 0.0 };
                self.rows[i * m + j] = unit + pairs.map(|((a, b), d)| a * b * d).sum::<f64>();
            }
        }
        if !solve_in_place(&mut self.rows[..m * m], &mut self.errors[..m]) {
            return false;
        }
        for i in 0..m {
            let factor = self.errors[i];
            let steps = self.state.iter_mut().zip(row(i)).zip(&self.gain);
            steps.for_each(|((p, x), d)| *p += d * x * factor);
        }
        let bounds = self.reach.iter().map(|c| c * INSIDE);
        self.state.iter_mut().zip(bounds).for_each(|(p, c)| *p = p.clamp(-c, c));
        true
    }
}

/// Solves `A x = b` in place by Cholesky's factorisation of the lower half of a
/// small positive definite matrix; false if it is none.
fn solve_in_place(a: &mut [f64], b: &mut [f64]) -> bool {
    let m = b.len();
    for j in 0..m {
        for i in j..m {
            let sum = a[i * m + j] - dot(&a[i * m..i * m + j], &a[j * m..j * m + j]);
            a[i * m + j] = match i == j {
                true if !(sum > 0.0 && sum.is_finite()) => return false,
                true => sum.sqrt(),
                false => sum / a[j * m + j],
            };
        }
    }
    for i in 0..m {
        b[i] = (b[i] - dot(&a[i * m..i * m + i], &b[..i])) / a[i * m + i];
    }
    for i in (0..m).rev() {
        let below: f64 = (i + 1..m).map(|k| a[k * m + i] * b[k]).sum();
        b[i] = (b[i] - below) / a[i * m + i];
    }
    true
}

impl RowLearner for Hopfield {
    fn name(&self) -> &'static str {
        METHOD
    }
    /// # Panics
    /// If there are more rows than outputs.
    fn learn(&mut self, rows: &[f64], targets: &[f64]) -> Result<Taken, Divergence> {
        assert!(targets.len() <= self.errors.len(), "as many rows as outputs");
        if !self.counts.admit(self.state.len(), rows, targets) {
            return Ok(Taken::Skipped);
        }
        let h = self.settings.step / self.settings.substeps as f64;
        for _ in 0..self.settings.substeps {
            if !self.substep(h, rows, targets) || self.state.iter().any(|p| !p.is_finite()) {
                let reason = "the sample's numbers are too large to be solved for; \
                              are the units right?";
                return Err(self.counts.diverged(METHOD, reason.into()));
            }
        }
        if self.settings.average_after.is_some_and(|after| self.counts.samples > after) {
            self.averaged += 1;
            let share = 1.0 / self.averaged as f64;
            self.mean.iter_mut().zip(&self.state).for_each(|(m, p)| *m += share * (p - *m));
        }
        Ok(Taken::Learnt)
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
