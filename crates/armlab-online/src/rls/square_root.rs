//! Recursive least squares on the triangle of the rows instead of their
//! covariance: the square-root information form (Bierman, "Factorization methods
//! for discrete sequential estimation", 1977, ch. IV).
//!
//! Of all rows `[A b]` the triangle `[R z]` with `RᵀR = AᵀA` and `Rᵀz = Aᵀb` is
//! kept. A new row is turned into it by one plane rotation per unknown
//! (Givens 1958), and `R θ = z` gives the estimate: what a QR factorisation of all
//! rows would give, up to rounding, and with the rows' condition number instead of
//! its square. A row's part that no unknown explains goes to the residual.
//! Forgetting multiplies `R` and `z` by `√λ`.

use super::noise::Noise;
use crate::counts::Counts;
use crate::settings::{InitialCovariance, SettingsError, finite, forgetting, positive};
use crate::{Divergence, ResumeError, RowLearner, SampleOutcome, Saved};
use armlab_dense::dot;

const METHOD: &str = "rls-sqrt";

/// How to begin and what to forget.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareRootSettings {
    /// `λ`, per sample; 1 forgets nothing.
    pub forgetting: f64,
    /// Covariance before the first row, in units of the rows' noise; without one
    /// nothing is believed beforehand, and unknowns that no row has shown stay at
    /// their start.
    pub covariance: Option<InitialCovariance>,
    /// Feed what is believed beforehand back in as fast as it is forgotten, one
    /// unknown per sample in turn, so that unknowns that no row shows return to
    /// their start instead of winding up.
    pub refresh: bool,
    /// `θ` before the first row; zero if not given.
    pub start: Option<Vec<f64>>,
    /// Standard deviation of the rows' noise, if known; else it is found from the
    /// residuals.
    pub noise: Option<f64>,
}

impl Default for SquareRootSettings {
    fn default() -> Self {
        Self { forgetting: 1.0, covariance: None, refresh: false, start: None, noise: None }
    }
}

/// Recursive least squares in square-root information form.
#[derive(Clone, Debug)]
pub struct SquareRootRls {
    settings: SquareRootSettings,
    unknowns: usize,
    start: Vec<f64>,
    /// Rows of `[R z]` one after another, each from its diagonal on. Everything is
    /// relative to the start: `R (θ − θ₀) = z`.
    triangle: Vec<f64>,
    /// Rows of the prior information, as those of `R` but full.
    prior: Vec<f64>,
    /// The row that is being turned in.
    row: Vec<f64>,
    estimate: Vec<f64>,
    noise: Noise,
    counts: Counts,
}

impl SquareRootRls {
    /// A learner of `unknowns` unknowns.
    pub fn new(unknowns: usize, settings: SquareRootSettings) -> Result<Self, SettingsError> {
        forgetting(METHOD, settings.forgetting)?;
        if let Some(noise) = settings.noise {
            positive(METHOD, "noise", noise)?;
        }
        if settings.refresh && settings.covariance.is_none() {
            let hint = "there is nothing to feed back without an initial covariance";
            return Err(SettingsError::value(METHOD, "refresh", "on", hint));
        }
        let n = unknowns;
        let start = match &settings.start {
            None => vec![0.0; n],
            Some(start) => finite(METHOD, "start", start, n)?.to_vec(),
        };
        let prior = match &settings.covariance {
            None => Vec::new(),
            Some(covariance) => covariance.inverse_root(METHOD, n)?,
        };
        let mut learner = Self {
            unknowns,
            estimate: start.clone(),
            start,
            triangle: vec![0.0; (n + 1) * (n + 2) / 2 - 1],
            prior: Vec::new(),
            row: vec![0.0; n + 1],
            noise: Noise::default(),
            counts: Counts::default(),
            settings,
        };
        for row in prior.chunks_exact(n.max(1)) {
            learner.row[..n].copy_from_slice(row);
            learner.row[n] = 0.0;
            learner.turn_in();
        }
        learner.prior = prior;
        Ok(learner)
    }

    /// Samples that were left out because a number was not finite.
    pub fn skipped(&self) -> u64 {
        self.counts.skipped
    }
    /// Length of the residuals of all rows, as forgetting has left them.
    pub fn residual_norm(&self) -> f64 {
        self.noise.squares.sqrt()
    }

    fn noise_variance(&self) -> Option<f64> {
        let known = self.settings.noise.map(|deviation| deviation * deviation);
        known.or_else(|| self.noise.variance(self.unknowns))
    }

    /// Rotates `self.row` into the triangle and returns what is left of its target.
    #[inline]
    fn turn_in(&mut self) -> f64 {
        let n = self.unknowns;
        let mut rest = &mut self.triangle[..];
        for k in 0..n {
            let (own, below) = rest.split_at_mut(n + 1 - k);
            rest = below;
            let new = &mut self.row[k..];
            if new[0] == 0.0 {
                continue;
            }
            let length = length(own[0], new[0]);
            let (c, s) = (own[0] / length, new[0] / length);
            own[0] = length;
            for (r, x) in own[1..].iter_mut().zip(&mut new[1..]) {
                (*r, *x) = (c * *r + s * *x, c * *x - s * *r);
            }
        }
        self.row[n]
    }

    /// Solves the triangle. Unknowns that no row has shown stay at their start.
    fn solve(&mut self) {
        let n = self.unknowns;
        for k in (0..n).rev() {
            let own = self.of_row(k);
            let (diagonal, z) = (self.triangle[own], self.triangle[own + n - k]);
            // Estimates behind `k` hold the difference to the start already.
            let behind = dot(&self.triangle[own + 1..own + n - k], &self.estimate[k + 1..]);
            self.estimate[k] = if diagonal == 0.0 { 0.0 } else { (z - behind) / diagonal };
        }
        self.estimate.iter_mut().zip(&self.start).for_each(|(x, s)| *x += s);
    }

    /// Where row `k` of the triangle begins.
    fn of_row(&self, k: usize) -> usize {
        k * (self.unknowns + 1) - k * k.saturating_sub(1) / 2
    }

    fn forget(&mut self) {
        let factor = self.settings.forgetting;
        if factor == 1.0 {
            return;
        }
        let root = factor.sqrt();
        self.triangle.iter_mut().for_each(|r| *r *= root);
        self.noise.forget(factor);
        if self.settings.refresh && self.unknowns > 0 {
            // Each prior row comes once in n samples, by which λⁿ of it is left.
            let n = self.unknowns;
            let k = (self.counts.learnt() % n as u64) as usize;
            let weight = (1.0 - factor.powi(n as i32)).sqrt();
            let row = &self.prior[k * n..(k + 1) * n];
            self.row[..n].iter_mut().zip(row).for_each(|(x, p)| *x = weight * p);
            self.row[n] = 0.0;
            self.turn_in();
        }
    }

    /// Column `j` of `R⁻¹`, down to its diagonal; false if some unknown is not
    /// determined.
    fn inverse_column(&self, j: usize, out: &mut [f64]) -> bool {
        for i in (0..=j).rev() {
            let own = self.of_row(i);
            let diagonal = self.triangle[own];
            if diagonal == 0.0 {
                return false;
            }
            let unit = if i == j { 1.0 } else { 0.0 };
            let behind = dot(&self.triangle[own + 1..=own + j - i], &out[i + 1..=j]);
            out[i] = (unit - behind) / diagonal;
        }
        true
    }
}

/// `√(a² + b²)`; the careful way only where squares could leave the numbers.
#[inline]
fn length(a: f64, b: f64) -> f64 {
    let square = a * a + b * b;
    if square > 1e-280 && square < 1e280 { square.sqrt() } else { a.hypot(b) }
}

impl RowLearner for SquareRootRls {
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
        self.forget();
        let n = self.unknowns;
        for (row, &target) in rows.chunks_exact(n).zip(targets) {
            self.row[..n].copy_from_slice(row);
            self.row[n] = target - dot(row, &self.start);
            let left = self.turn_in();
            self.noise.count(left * left);
        }
        self.solve();
        if let Some(k) = self.estimate.iter().position(|x| !x.is_finite()) {
            let reason = format!(
                "the estimate of unknown {k} is no longer a finite number; are the units right?"
            );
            return Err(self.counts.diverged(METHOD, reason));
        }
        Ok(SampleOutcome::Used)
    }
    fn estimate(&self) -> &[f64] {
        &self.estimate
    }
    fn covariance(&self, out: &mut [f64]) -> bool {
        let n = self.unknowns;
        assert_eq!(out.len(), n * n, "a matrix of the unknowns");
        let Some(variance) = self.noise_variance() else { return false };
        out.fill(0.0);
        let mut column = vec![0.0; n];
        for j in 0..n {
            if !self.inverse_column(j, &mut column) {
                return false;
            }
            // R⁻¹R⁻ᵀ is the sum of its columns' squares.
            for i in 0..=j {
                let own = &mut out[i * n..i * n + j + 1];
                own.iter_mut().zip(&column).for_each(|(o, c)| *o += column[i] * c);
            }
        }
        out.iter_mut().for_each(|o| *o *= variance);
        true
    }
    fn variances(&self, out: &mut [f64]) -> bool {
        assert_eq!(out.len(), self.unknowns, "one variance per unknown");
        let Some(variance) = self.noise_variance() else { return false };
        out.fill(0.0);
        let mut column = vec![0.0; self.unknowns];
        for j in 0..self.unknowns {
            if !self.inverse_column(j, &mut column) {
                return false;
            }
            out.iter_mut().zip(&column[..=j]).for_each(|(o, c)| *o += variance * c * c);
        }
        true
    }
    fn save(&self) -> Saved {
        let saved = self.counts.save(METHOD);
        saved
            .with("triangle", &self.triangle)
            .with("estimate", &self.estimate)
            .with("noise", &[self.noise.squares, self.noise.rows])
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        saved.expect_method(METHOD)?;
        let mut next = self.clone();
        next.counts = Counts::restore(saved)?;
        saved.restore("triangle", &mut next.triangle)?;
        saved.restore("estimate", &mut next.estimate)?;
        let mut noise = [0.0; 2];
        saved.restore("noise", &mut noise)?;
        next.noise = Noise { squares: noise[0], rows: noise[1] };
        *self = next;
        Ok(())
    }
}
