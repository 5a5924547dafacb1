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
    taps: OnceLock<[Arc<[f64]>; 2]>,
    /// Filter of the efforts.
    pub efforts: Gaussian,
    /// Samples between rows, a multiple of `coarse`.
    pub every: usize,
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
        // Rows stay where they would be without: the largest number that divides their spacing.
        let most = ((own / COARSE) as usize).clamp(1, COARSEST);
        let coarse = (1..=most).rev().find(|c| every.is_multiple_of(*c)).unwrap_or(1);
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
    /// the middles of rows are among these.
    pub fn phase(&self) -> usize {
        self.half() - self.coarse * self.coarse_half
    }

    fn taps(&self) -> &[Arc<[f64]>; 2] {
        self.taps.get_or_init(|| {
            let own: Arc<[f64]> = self.rows.taps(0, 0.0).into();
            let coarse = Gaussian::new(self.rows.sigma() / self.coarse as f64);
            let coarse = coarse.ok().filter(|_| self.coarse > 1);
            let bodies = coarse.map(|c| middle(c.taps(0, 0.0), self.coarse_half));
            [own.clone(), bodies.unwrap_or(own)]
        })
    }

    /// Weights of the filter of friction's columns.
    pub fn row_taps(&self) -> &[f64] {
        &self.taps()[0]
    }

    /// Weights of the filter of the bodies' columns, over the samples at which these are
    /// evaluated: as many on either side as fit into those of friction's columns.
    pub fn coarse_taps(&self) -> &[f64] {
        &self.taps()[1]
    }

    /// Rows of a stretch of so many samples.
    pub fn count(&self, samples: usize) -> usize {
        match samples.checked_sub(2 * self.lost() + 1) {
            Some(beyond) => beyond / self.every + 1,
            None => 0,
        }
    }
}

/// The weights within `half` of the middle one, with a sum of one.
fn middle(taps: Vec<f64>, half: usize) -> Arc<[f64]> {
    let beyond = (taps.len() / 2).saturating_sub(half);
    if beyond == 0 {
        return taps.into();
    }
    let some = &taps[beyond..taps.len() - beyond];
    let sum: f64 = some.iter().sum();
    some.iter().map(|t| t / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_evaluated_at_every_row_and_rows_stay_where_they_were() {
        for (cutoff, step) in [(4.0, 0.001), (6.1, 0.00098), (3.0, 0.0005), (8.0, 0.005)] {
            let kernels = Kernels::new(cutoff, step).unwrap();
            assert_eq!(kernels.every % kernels.coarse, 0);
            let half = kernels.coarse * (kernels.coarse_taps().len() / 2);
            assert_eq!(kernels.half(), kernels.phase() + half);
            assert!(kernels.phase() < kernels.coarse);
            let spacing = SPACING * Gaussian::sigma_at(cutoff * step);
            assert!((kernels.every as f64 - spacing).abs() <= 0.5, "{cutoff} {step}");
            for taps in [kernels.row_taps(), kernels.coarse_taps()] {
                assert!((taps.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
        // Intervals that no log has are refused, and at once.
        assert!(Kernels::new(4.0, 1e-300).is_err());
        assert!(Kernels::new(4.0, 0.001).unwrap().coarse > 2);
        assert_eq!(Kernels::new(8.0, 0.005).unwrap().coarse, 1);
    }
}
