//! The kernels of parallel filtering, for one sampling interval.
//!
//! Motion is smoothed by a narrow kernel `P` and differentiated by its derivatives;
//! regressor columns made of it pass through a wider one `K`; efforts pass through
//! `K∗P`, which is one kernel of the same kind. Both sides of `Y x = τ` have then gone
//! through the same filter. Smoothing before the equations of motion is not the same
//! as after them: a plain Gaussian as `P` shrinks the cosine of an angle that turns at
//! `ω` by `ω²σ²/2`, which biased inertias of fast motions by several deviations. `P` is
//! flat instead, and shrinks it by `ω⁴σ⁴/8`.

use armlab_signal::{Gaussian, SignalError};
use std::sync::{Arc, OnceLock};

/// Width of the whole filter over that of the motion's own, at least.
const RATIO: f64 = 1.8;
/// Width of the motion's own filter, at most, s: cosines of a joint at 6 rad/s shrink
/// by 10⁻⁵ within it.
const MOTION: f64 = 0.0155;
/// Spacing of rows, in widths of the filter: noise that is white before leaves
/// neighbours correlated by 0.1, and 3 % of the information is lost.
const SPACING: f64 = 3.0;
/// The equations of motion are evaluated so many samples apart that the filter of the motion is
/// this many of them wide: the spectrum of what is smooth has then ended at half their rate, and
/// nothing is lost (10⁻¹³ are left). Friction, which jumps, is evaluated at every sample.
const COARSE: f64 = 2.5;
/// Most samples between them: more would save nothing.
const COARSEST: usize = 64;
/// Highest cut-off as a part of the sampling rate: there both kernels are as
/// narrow as they may be.
const HIGHEST: f64 = 0.075;

/// Kernels for one cut-off and sampling interval.
#[derive(Clone, Debug)]
pub(crate) struct Kernels {
    /// Sampling interval, s.
    pub step: f64,
    /// Cut-off of the whole filter, Hz.
    pub cutoff: f64,
    /// The motion's own filter; none where speeds and accelerations are logged.
    motion: Option<Gaussian>,
    /// Filter of friction's columns.
    rows: Gaussian,
    /// Samples between those at which the bodies' columns are evaluated.
    pub coarse: usize,
    /// Of these, on either side of a row's middle, over which its filter reaches.
    coarse_half: usize,
    /// Weights of friction's columns and of the bodies', once they were asked for.
    taps: OnceLock<Arc<RowTaps>>,
    /// Filter of the efforts.
    pub efforts: Gaussian,
    /// Samples between rows.
    pub every: usize,
}

/// Weights that make rows of columns.
#[derive(Clone, Debug)]
struct RowTaps {
    /// Of friction's columns, at every sample.
    own: Vec<f64>,
    /// Of the bodies' columns, by the number of samples that a row's middle lies behind one at which
    /// they are evaluated.
    bodies: Vec<Vec<f64>>,
}

/// Weights that read efforts and their rates at a delay.
pub(crate) struct EffortTaps {
    /// Whole samples of the delay.
    pub whole: i64,
    pub value: Vec<f64>,
    /// Per second.
    pub rate: Vec<f64>,
}

/// The highest cut-off for a sampling interval, Hz.
pub(crate) fn highest_cutoff(step: f64) -> f64 {
    HIGHEST / step
}

/// The lowest cut-off at which a stretch of so many samples gives so many rows, Hz.
pub(crate) fn lowest_cutoff(step: f64, samples: usize, rows: usize) -> f64 {
    // Rows take SPACING widths each, the ends about 4.5 (1 + 1/RATIO) on either side.
    let widths = SPACING * rows as f64 + 13.0;
    let sigma = samples as f64 / widths;
    Gaussian::sigma_at(1.0) / (sigma.max(Gaussian::NARROWEST) * step)
}

impl Kernels {
    /// For a cut-off (Hz) and a sampling interval (s); cut-offs that are too high
    /// are lowered.
    pub fn new(cutoff: f64, step: f64) -> Result<Self, SignalError> {
        let cutoff = cutoff.min(highest_cutoff(step));
        let sigma = Gaussian::sigma_at(cutoff * step);
        let own = (sigma / RATIO).min(MOTION / step).max(Gaussian::NARROWEST);
        let rows = (sigma * sigma - own * own).max(0.0).sqrt();
        let every = ((SPACING * sigma).round() as usize).max(1);
        let coarse = ((own / COARSE) as usize).clamp(1, COARSEST);
        let rows = Gaussian::new(rows)?;
        Ok(Self {
            step,
            cutoff,
            motion: Some(Gaussian::new(own)?.flattened(own)),
            rows,
            coarse,
            coarse_half: rows.half() / coarse,
            taps: OnceLock::new(),
            efforts: Gaussian::new(sigma)?.flattened(own),
            every,
        })
    }

    /// The same for a motion that is taken as logged: the columns pass through the
    /// whole filter.
    pub fn for_logged_motion(self) -> Self {
        let efforts = self.efforts.flattened(0.0);
        let every = ((SPACING * efforts.sigma()).round() as usize).max(1);
        Self {
            motion: None,
            rows: efforts,
            coarse: 1,
            coarse_half: efforts.half(),
            taps: OnceLock::new(),
            efforts,
            every,
            ..self
        }
    }

    /// Weights that read efforts a delay (s) after the middle of a row.
    pub fn effort_taps(&self, delay: f64) -> EffortTaps {
        let samples = delay / self.step;
        let whole = samples.round();
        let [value, mut rate] = [0, 1].map(|n| self.efforts.taps(n, samples - whole));
        rate.iter_mut().for_each(|r| *r /= self.step);
        EffortTaps { whole: whole as i64, value, rate }
    }

    /// The motion's own filter.
    pub fn motion_filter(&self) -> Option<Gaussian> {
        self.motion
    }

    /// Samples on either side of one that the motion's own filter reaches over.
    pub fn lead(&self) -> usize {
        self.motion.as_ref().map_or(0, Gaussian::half)
    }

    /// Width of the motion's own filter, in samples.
    pub fn motion_width(&self) -> f64 {
        self.motion.as_ref().map_or(0.0, Gaussian::sigma)
    }

    /// Weights of the motion's own filter and of its derivatives, per sample.
    pub fn motion_taps(&self, derivative: usize) -> Vec<f64> {
        match &self.motion {
            Some(motion) => motion.taps(derivative, 0.0),
            None => vec![if derivative == 0 { 1.0 } else { 0.0 }],
        }
    }

    /// Samples at either end of a stretch for which no row is made.
    pub fn lost(&self) -> usize {
        self.lead() + self.half()
    }

    /// Samples on either side of a row's middle that its columns' filter reaches over.
    pub fn half(&self) -> usize {
        self.rows.half()
    }

    /// The first sample of a stretch's motion at which the bodies' columns are evaluated, so that
    /// the middle of the first row is among these.
    pub fn phase(&self) -> usize {
        self.half() - self.coarse * self.coarse_half
    }

    fn taps(&self) -> &RowTaps {
        self.taps.get_or_init(|| {
            let own = self.rows.taps(0, 0.0);
            let coarse = Gaussian::new(self.rows.sigma() / self.coarse as f64);
            let coarse = coarse.ok().filter(|_| self.coarse > 1);
            let bodies = match coarse {
                None => vec![own.clone()],
                Some(coarse) => {
                    (0..self.coarse).map(|behind| self.between(&coarse, behind)).collect()
                }
            };
            RowTaps { own, bodies }.into()
        })
    }

    /// Weights of the bodies' columns for a row so many samples behind one at which they are
    /// evaluated, by the filter of rows in units of the samples between these.
    fn between(&self, rows: &Gaussian, behind: usize) -> Vec<f64> {
        let shift = behind as f64 / self.coarse as f64;
        let taps = rows.taps(0, shift);
        let half = taps.len() / 2;
        let (before, after) = (self.coarse_half, self.coarse_half + usize::from(behind > 0));
        let some = half.saturating_sub(before)..(half + after + 1).min(taps.len());
        let places = some.clone().map(|k| self.coarse as f64 * (k as f64 - half as f64 - shift));
        let far = self.half() as f64;
        let all = self.rows.taps(0, 0.0);
        let square = all.iter().enumerate().map(|(k, t)| t * (k as f64 - far).powi(2)).sum();
        with_moments(&taps[some], &places.collect::<Vec<f64>>(), square)
    }

    /// Weights of the filter of friction's columns.
    pub fn row_taps(&self) -> &[f64] {
        &self.taps().own
    }

    /// The first of the samples at which the bodies' columns are evaluated that a row with this
    /// middle is made of, and their weights. The last of them may lie beyond the motion.
    pub fn coarse_taps(&self, middle: usize) -> (usize, &[f64]) {
        let from_first = middle - self.phase();
        let taps = &self.taps().bodies[from_first % self.coarse];
        (from_first / self.coarse - self.coarse_half, taps)
    }

    /// Rows of a stretch of so many samples.
    pub fn count(&self, samples: usize) -> usize {
        match samples.checked_sub(2 * self.lost() + 1) {
            Some(beyond) => beyond / self.every + 1,
            None => 0,
        }
    }
}

/// Weights at some places times the parabola that makes their sum one, the mean place zero and the
/// mean square of the places as given: a slow wave is filtered as by all weights.
fn with_moments(taps: &[f64], places: &[f64], square: f64) -> Vec<f64> {
    let width = square.sqrt();
    let moment =
        |n: i32| -> f64 { taps.iter().zip(places).map(|(t, u)| t * (u / width).powi(n)).sum() };
    let [m0, m1, m2, m3, m4] = [0, 1, 2, 3, 4].map(moment);
    // Cramer's rule for a, b, c of a + b u + c u², u in widths.
    let determinant = |[a, b, c]: [f64; 3], [d, e, f]: [f64; 3], [g, h, i]: [f64; 3]| {
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    };
    let all = determinant([m0, m1, m2], [m1, m2, m3], [m2, m3, m4]);
    let a = determinant([1.0, m1, m2], [0.0, m2, m3], [1.0, m3, m4]) / all;
    let b = determinant([m0, 1.0, m2], [m1, 0.0, m3], [m2, 1.0, m4]) / all;
    let c = determinant([m0, m1, 1.0], [m1, m2, 0.0], [m2, m3, 1.0]) / all;
    let weight = |(t, u): (&f64, &f64)| {
        let u = u / width;
        t * (a + u * (b + u * c))
    };
    taps.iter().zip(places).map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_between_samples_at_which_columns_are_evaluated_are_those_of_all_samples() {
        let settings = [(4.0, 0.001), (3.64, 0.001), (6.1, 0.00098), (3.0, 0.0005), (8.0, 0.005)];
        for (cutoff, step) in settings {
            let kernels = Kernels::new(cutoff, step).unwrap();
            let (half, coarse, phase) = (kernels.half(), kernels.coarse, kernels.phase());
            assert!(phase < coarse);
            let spacing = SPACING * Gaussian::sigma_at(cutoff * step);
            assert!((kernels.every as f64 - spacing).abs() <= 0.5, "{cutoff} {step}");
            let wave = |k: usize| 0.3 + (6.0 * step * k as f64).sin();
            let samples = 2 * half + 10 * kernels.every;
            for middle in (half..samples - half).step_by(kernels.every) {
                let all = kernels.row_taps().iter().enumerate();
                let all: f64 = all.map(|(i, t)| t * wave(middle - half + i)).sum();
                let (first, taps) = kernels.coarse_taps(middle);
                assert!((taps.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                let some = taps.iter().enumerate();
                let some: f64 = some.map(|(i, t)| t * wave(phase + (first + i) * coarse)).sum();
                assert!((some - all).abs() < 5e-7, "{cutoff} {step} {middle}: {:e}", some - all);
                assert!(phase + (first + taps.len() - 1) * coarse < samples - 1 + coarse);
            }
        }
        // Intervals that no log has are refused, and at once.
        assert!(Kernels::new(4.0, 1e-300).is_err());
        assert!(Kernels::new(4.0, 0.001).unwrap().coarse > 2);
        assert_eq!(Kernels::new(8.0, 0.005).unwrap().coarse, 1);
    }
}
