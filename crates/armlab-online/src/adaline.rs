//! Adaptive linear neuron: the delta rule (Widrow & Hoff 1960; Urrea & Pascal
//! 2016, eqs 7 to 9, where eq. 9 lacks the derivative):
//!
//! ```text
//! p ← p + γ (y − φᵀp) φ              delta rule, least mean squares
//! p ← p + γ (y − φᵀp) φ / (ε + φᵀφ)  normalised
//! ```
//!
//! The error of a row grows instead of shrinking where `γ φᵀφ > 2`, and rows of
//! different outputs differ in length by orders: under gravity a slide's row has
//! length `g`, which limits its rate to 0.02 and with it that of all others. So
//! every output can have a rate of its own, or rows be normalised. The rate also
//! sets what noise is left in the end (misadjustment); several epochs over a log
//! are the runner's business.
//!
//! All outputs may share one network, or each have its own ([`Networks`]; eq. 49 and
//! fig. 6 of the paper): then an unknown that several outputs show has several
//! estimates, of which that of the network counts whose inputs show it most,
//! `max Σ φ²`.

use crate::counts::Counts;
use crate::settings::{SettingsError, finite, positive};
use crate::{Divergence, ResumeError, RowLearner, SampleOutcome, Saved};
use armlab_dense::dot;

const METHOD: &str = "adaline";
/// Estimates beyond this are no parameters of anything, in any unit.
const LARGEST: f64 = 1e12;

/// How fast each output's rows are learnt.
#[derive(Clone, Debug, PartialEq)]
pub enum Rates {
    /// All alike.
    Same(f64),
    /// One per row of a sample.
    PerOutput(Vec<f64>),
}

/// How many networks learn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Networks {
    /// One, whose weights all outputs share.
    #[default]
    Shared,
    /// One for each output.
    PerOutput,
}

/// Rates and whether they are relative.
#[derive(Clone, Debug, PartialEq)]
pub struct AdalineSettings {
    /// `γ`
    pub rates: Rates,
    /// `ε`, if rows are normalised: what to add to their squared length. Rates up
    /// to 2 are then stable whatever the rows.
    pub normalised: Option<f64>,
    /// `p` before the first row; zero if not given.
    pub start: Option<Vec<f64>>,
    /// How many networks learn.
    pub networks: Networks,
}

impl Default for AdalineSettings {
    fn default() -> Self {
        Self {
            rates: Rates::Same(0.002),
            normalised: None,
            start: None,
            networks: Networks::default(),
        }
    }
}

/// Adaline.
#[derive(Clone, Debug)]
pub struct Adaline {
    settings: AdalineSettings,
    estimate: Vec<f64>,
    /// Weights of each output's network, one after another, where each has its own.
    weights: Vec<f64>,
    /// `Σ φ²` of each output and unknown, in the same order.
    shown: Vec<f64>,
    /// Largest `γ φᵀφ` met; above 2 the delta rule is unstable.
    largest_gain: f64,
    counts: Counts,
}

impl Adaline {
    /// A learner of `unknowns` unknowns.
    pub fn new(unknowns: usize, settings: AdalineSettings) -> Result<Self, SettingsError> {
        match &settings.rates {
            Rates::Same(rate) => {
                positive(METHOD, "rate", *rate)?;
            }
            Rates::PerOutput(rates) => {
                for rate in rates {
                    positive(METHOD, "rate", *rate)?;
                }
            }
        }
        if let Some(epsilon) = settings.normalised
            && !(epsilon >= 0.0 && epsilon.is_finite())
        {
            let hint = "it must not be negative";
            return Err(SettingsError::value(METHOD, "normalised", epsilon, hint));
        }
        let estimate = match &settings.start {
            None => vec![0.0; unknowns],
            Some(start) => finite(METHOD, "start", start, unknowns)?.to_vec(),
        };
        Ok(Self {
            settings,
            estimate,
            weights: Vec::new(),
            shown: Vec::new(),
            largest_gain: 0.0,
            counts: Counts::default(),
        })
    }
    /// Samples that were left out because a number was not finite.
    pub fn skipped(&self) -> u64 {
        self.counts.skipped
    }
    /// The networks of outputs that have one of their own, begun where all begin.
    fn make_networks(&mut self, outputs: usize) {
        while self.weights.len() < outputs * self.estimate.len() {
            match &self.settings.start {
                Some(start) => self.weights.extend_from_slice(start),
                None => self.weights.resize(self.weights.len() + self.estimate.len(), 0.0),
            }
        }
        self.shown.resize(self.weights.len(), 0.0);
    }
    /// Takes every unknown from the network whose inputs show it most.
    fn gather(&mut self) {
        let unknowns = self.estimate.len();
        for (k, estimate) in self.estimate.iter_mut().enumerate() {
            let places = (k..self.shown.len()).step_by(unknowns.max(1));
            let most = places.max_by(|a, b| self.shown[*a].total_cmp(&self.shown[*b]));
            if let Some(place) = most.filter(|place| self.shown[*place] > 0.0) {
                *estimate = self.weights[place];
            }
        }
    }
    /// Largest product of rate and squared row length so far; the delta rule is
    /// stable up to 2.
    pub fn largest_gain(&self) -> f64 {
        self.largest_gain
    }
}

impl RowLearner for Adaline {
    fn name(&self) -> &'static str {
        METHOD
    }
    /// # Panics
    /// If there are more rows than rates.
    fn learn(&mut self, rows: &[f64], targets: &[f64]) -> Result<SampleOutcome, Divergence> {
        let unknowns = self.estimate.len();
        if let Rates::PerOutput(rates) = &self.settings.rates {
            assert!(targets.len() <= rates.len(), "one rate per row of a sample");
        }
        if !self.counts.admit(unknowns, rows, targets) {
            return Ok(SampleOutcome::Skipped);
        }
        let own = self.settings.networks == Networks::PerOutput;
        if own {
            self.make_networks(targets.len());
        }
        for (k, (row, &target)) in rows.chunks_exact(unknowns.max(1)).zip(targets).enumerate() {
            let rate = match &self.settings.rates {
                Rates::Same(rate) => *rate,
                Rates::PerOutput(rates) => rates[k],
            };
            let square = dot(row, row);
            let rate = match self.settings.normalised {
                None => rate,
                // A row of zeros teaches nothing, whatever ε is.
                Some(epsilon) if epsilon + square > 0.0 => rate / (epsilon + square),
                Some(_) => 0.0,
            };
            self.largest_gain = self.largest_gain.max(rate * square);
            let network = if own {
                &mut self.weights[k * unknowns..(k + 1) * unknowns]
            } else {
                &mut self.estimate[..]
            };
            let step = rate * (target - dot(row, network));
            network.iter_mut().zip(row).for_each(|(p, x)| *p += step * x);
            if own {
                let shown = &mut self.shown[k * unknowns..(k + 1) * unknowns];
                shown.iter_mut().zip(row).for_each(|(s, x)| *s += x * x);
            }
        }
        if own {
            self.gather();
        }
        let away = |x: &f64| !(x.abs() < LARGEST);
        let of_network = || self.weights.iter().position(away).map(|place| place % unknowns.max(1));
        if let Some(k) = self.estimate.iter().position(away).or_else(of_network) {
            let reason = format!(
                "the estimate of unknown {k} has run away; rate times squared row length \
                 reached {:.3}, and above 2 errors grow: take a rate {:.1} times smaller or \
                 normalise the rows",
                self.largest_gain,
                self.largest_gain.max(1.0)
            );
            return Err(self.counts.diverged(METHOD, reason));
        }
        Ok(SampleOutcome::Used)
    }
    fn estimate(&self) -> &[f64] {
        &self.estimate
    }
    fn covariance(&self, _: &mut [f64]) -> bool {
        false
    }
    fn variances(&self, _: &mut [f64]) -> bool {
        false
    }
    fn save(&self) -> Saved {
        let saved = self.counts.save(METHOD);
        let saved = saved.with("estimate", &self.estimate).with("gain", &[self.largest_gain]);
        match self.settings.networks {
            Networks::Shared => saved,
            Networks::PerOutput => saved.with("weights", &self.weights).with("shown", &self.shown),
        }
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        saved.expect_method(METHOD)?;
        let mut next = self.clone();
        next.counts = Counts::restore(saved)?;
        saved.restore("estimate", &mut next.estimate)?;
        let mut gain = [0.0];
        saved.restore("gain", &mut gain)?;
        next.largest_gain = gain[0];
        if self.settings.networks == Networks::PerOutput {
            let outputs = saved.length("weights") / self.estimate.len().max(1);
            // Of a network that has learnt something, weights must be there.
            let outputs = outputs.max(usize::from(next.largest_gain > 0.0));
            next.weights = vec![0.0; outputs * self.estimate.len()];
            next.shown = next.weights.clone();
            saved.restore("weights", &mut next.weights)?;
            saved.restore("shown", &mut next.shown)?;
        }
        *self = next;
        Ok(())
    }
}
