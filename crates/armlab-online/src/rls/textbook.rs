//! Recursive least squares with a covariance, as textbooks and Batista et al.
//! 2020 (eqs 23 to 25) print it (Plackett 1950; Ljung, "System identification",
//! 2nd ed., 11.2):
//!
//! ```text
//! L = P φ / (λ + φᵀ P φ),   θ ← θ + L (y − φᵀ θ),   P ← (P − L φᵀ P)/λ
//! ```
//!
//! `P` is updated as `P − u uᵀ` with `u = P φ/√(λ + φᵀPφ)`, which is the same and
//! keeps it symmetric to the last bit. It does not keep it positive definite:
//! differences of nearly equal numbers cost as many digits as the condition
//! number of `P` has, which is the square of the rows'. Where that matters take
//! [`SquareRootRls`](super::SquareRootRls).
//!
//! Of the rows of one instant only the first forgets, so that `λ` is per sample.

use super::noise::Noise;
use super::wind_up::WindUp;
use crate::counts::Counts;
use crate::settings::{InitialCovariance, SettingsError, finite, forgetting, positive};
use crate::{Divergence, ResumeError, RowLearner, SampleOutcome, Saved};
use armlab_dense::dot;

const METHOD: &str = "rls";

/// How to begin and what to forget.
#[derive(Clone, Debug, PartialEq)]
pub struct RlsSettings {
    /// `λ`, per sample; 1 forgets nothing.
    pub forgetting: f64,
    /// `P` before the first row, in units of the rows' noise.
    pub covariance: InitialCovariance,
    /// What keeps `P` from growing without bound.
    pub wind_up: WindUp,
    /// Samples after which `P` is set back to its first value, again and again.
    pub reset_every: Option<u64>,
    /// `θ` before the first row; zero if not given.
    pub start: Option<Vec<f64>>,
    /// Standard deviation of the rows' noise, if known; else it is found from the
    /// residuals.
    pub noise: Option<f64>,
}

impl Default for RlsSettings {
    /// No forgetting, and an uncertain first estimate.
    fn default() -> Self {
        Self {
            forgetting: 1.0,
            covariance: InitialCovariance::Scalar(1e6),
            wind_up: WindUp::Off,
            reset_every: None,
            start: None,
            noise: None,
        }
    }
}

/// Textbook recursive least squares.
#[derive(Clone, Debug)]
pub struct Rls {
    settings: RlsSettings,
    unknowns: usize,
    estimate: Vec<f64>,
    covariance: Vec<f64>,
    first_covariance: Vec<f64>,
    /// `P φ`, then `u`.
    gain: Vec<f64>,
    noise: Noise,
    counts: Counts,
}

impl Rls {
    /// A learner of `unknowns` unknowns.
    pub fn new(unknowns: usize, settings: RlsSettings) -> Result<Self, SettingsError> {
        forgetting(METHOD, settings.forgetting)?;
        let covariance = settings.covariance.matrix(METHOD, unknowns)?;
        match settings.wind_up {
            WindUp::Off | WindUp::Directional => {}
            WindUp::TraceBound(bound) => {
                positive(METHOD, "trace bound", bound)?;
            }
            WindUp::ConstantTrace { trace, floor } => {
                positive(METHOD, "constant trace", trace)?;
                if !(floor >= 0.0 && floor * (unknowns as f64) < trace) {
                    let hint = "it must not be negative, and below the trace over the unknowns";
                    return Err(SettingsError::value(METHOD, "trace floor", floor, hint));
                }
            }
        }
        if settings.reset_every == Some(0) {
            let hint = "give the number of samples between resets";
            return Err(SettingsError::value(METHOD, "reset", 0, hint));
        }
        if let Some(noise) = settings.noise {
            positive(METHOD, "noise", noise)?;
        }
        let estimate = match &settings.start {
            None => vec![0.0; unknowns],
            Some(start) => finite(METHOD, "start", start, unknowns)?.to_vec(),
        };
        Ok(Self {
            unknowns,
            estimate,
            first_covariance: covariance.clone(),
            covariance,
            gain: vec![0.0; unknowns],
            noise: Noise::default(),
            counts: Counts::default(),
            settings,
        })
    }

    /// `P` as the recursion has it, row after row, in units of the rows' noise.
    pub fn unscaled_covariance(&self) -> &[f64] {
        &self.covariance
    }
    /// Samples that were left out because a number was not finite.
    pub fn skipped(&self) -> u64 {
        self.counts.skipped
    }
    /// Sets `P` back to its first value and forgets the noise; the estimate stays.
    /// After a change of the robot this learns quickly what is new.
    pub fn reset_covariance(&mut self) {
        self.covariance.copy_from_slice(&self.first_covariance);
        self.noise = Noise::default();
    }

    fn noise_variance(&self) -> Option<f64> {
        let known = self.settings.noise.map(|deviation| deviation * deviation);
        known.or_else(|| self.noise.variance(self.unknowns))
    }

    /// Learns one row, forgetting by `factor`.
    #[inline]
    fn row(&mut self, row: &[f64], target: f64, factor: f64) -> Result<(), Divergence> {
        let n = self.unknowns;
        self.gain.fill(0.0);
        // P is symmetric, so its rows serve as columns; entries that are zero by
        // structure cost nothing.
        for (column, &x) in self.covariance.chunks_exact(n).zip(row) {
            if x != 0.0 {
                self.gain.iter_mut().zip(column).for_each(|(g, p)| *g += p * x);
            }
        }
        let spread = dot(&self.gain, row);
        let error = target - dot(row, &self.estimate);
        let directional = self.settings.wind_up == WindUp::Directional;
        let old = if directional { 1.0 } else { factor };
        let variance = old + spread;
        if !(variance > 0.0 && variance.is_finite()) {
            return Err(self.broken(spread));
        }
        let step = error / variance;
        self.estimate.iter_mut().zip(&self.gain).for_each(|(t, g)| *t += step * g);
        self.noise.forget(factor);
        self.noise.count(old * error * step);
        if directional {
            // φᵀPφ = 0: the row says nothing that P does not know for certain.
            if spread > 0.0 {
                let weight = factor - (1.0 - factor) / spread;
                self.subtract(weight / (factor * variance), 1.0);
            }
        } else {
            self.subtract(1.0 / variance, 1.0 / factor);
        }
        Ok(())
    }

    /// `P ← growth · (P − weight · g gᵀ)`
    #[inline]
    fn subtract(&mut self, weight: f64, growth: f64) {
        let (root, sign) = ((weight.abs() * growth).sqrt(), weight.signum());
        self.gain.iter_mut().for_each(|g| *g *= root);
        for (p, &u) in self.covariance.chunks_exact_mut(self.unknowns).zip(&self.gain) {
            let u = sign * u;
            if growth == 1.0 {
                p.iter_mut().zip(&self.gain).for_each(|(p, v)| *p -= u * v)
            } else {
                p.iter_mut().zip(&self.gain).for_each(|(p, v)| *p = *p * growth - u * v)
            }
        }
    }

    fn broken(&self, spread: f64) -> Divergence {
        let reason = if spread.is_finite() {
            format!(
                "the covariance is no longer positive definite (φᵀPφ = {spread:.3e}): rounding \
                 has used up its digits; take `rls-sqrt`, or scale the unknowns"
            )
        } else {
            "the covariance has grown beyond all numbers where nothing is learnt \
                      (wind-up); forget less, or bound its trace"
                .into()
        };
        self.counts.diverged(METHOD, reason)
    }
}

impl RowLearner for Rls {
    fn name(&self) -> &'static str {
        METHOD
    }
    fn learn(&mut self, rows: &[f64], targets: &[f64]) -> Result<SampleOutcome, Divergence> {
        if !self.counts.admit(self.unknowns, rows, targets) {
            return Ok(SampleOutcome::Skipped);
        }
        if targets.is_empty() || self.unknowns == 0 {
            return Ok(SampleOutcome::Used);
        }
        // Directional forgetting is per row; together the rows forget as one.
        let (mut factor, next) = match self.settings.wind_up {
            WindUp::Directional => {
                let each = self.settings.forgetting.powf(1.0 / targets.len() as f64);
                (each, each)
            }
            _ => (self.settings.forgetting, 1.0),
        };
        for (row, &target) in rows.chunks_exact(self.unknowns).zip(targets) {
            self.row(row, target, factor)?;
            factor = next;
        }
        self.settings.wind_up.bound(&mut self.covariance, self.unknowns);
        if let Some(k) = self.estimate.iter().position(|x| !x.is_finite()) {
            let reason = format!("the estimate of unknown {k} is no longer a finite number");
            return Err(self.counts.diverged(METHOD, reason));
        }
        if self.settings.reset_every.is_some_and(|every| self.counts.learnt().is_multiple_of(every))
        {
            self.reset_covariance();
        }
        Ok(SampleOutcome::Used)
    }
    fn estimate(&self) -> &[f64] {
        &self.estimate
    }
    fn covariance(&self, out: &mut [f64]) -> bool {
        assert_eq!(out.len(), self.covariance.len(), "a matrix of the unknowns");
        let Some(variance) = self.noise_variance() else { return false };
        out.iter_mut().zip(&self.covariance).for_each(|(o, p)| *o = variance * p);
        true
    }
    fn variances(&self, out: &mut [f64]) -> bool {
        assert_eq!(out.len(), self.unknowns, "one variance per unknown");
        let Some(variance) = self.noise_variance() else { return false };
        let diagonal = self.covariance.iter().step_by(self.unknowns + 1);
        out.iter_mut().zip(diagonal).for_each(|(o, p)| *o = variance * p);
        true
    }
    fn save(&self) -> Saved {
        let saved = self.counts.save(METHOD);
        saved
            .with("estimate", &self.estimate)
            .with("covariance", &self.covariance)
            .with("noise", &[self.noise.squares, self.noise.rows])
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        saved.expect_method(METHOD)?;
        // All or nothing: what does not fit must not leave half a state behind.
        let mut next = self.clone();
        next.counts = Counts::restore(saved)?;
        saved.restore("estimate", &mut next.estimate)?;
        saved.restore("covariance", &mut next.covariance)?;
        let mut noise = [0.0; 2];
        saved.restore("noise", &mut noise)?;
        next.noise = Noise { squares: noise[0], rows: noise[1] };
        *self = next;
        Ok(())
    }
}
