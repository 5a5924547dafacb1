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

/// Width of the whole filter over that of the motion's own, at least.
const RATIO: f64 = 1.8;
/// Width of the motion's own filter, at most, s: cosines of a joint at 6 rad/s shrink
/// by 10⁻⁵ within it.
const MOTION: f64 = 0.0155;
/// Spacing of rows, in widths of the filter: noise that is white before leaves
/// neighbours correlated by 0.1, and 3 % of the information is lost.
const SPACING: f64 = 3.0;
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
    /// Filter of the regressor's columns.
    pub rows: Gaussian,
    /// Filter of the efforts.
    pub efforts: Gaussian,
    /// Samples between rows.
    pub every: usize,
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
        Ok(Self {
            step,
            cutoff,
            motion: Some(Gaussian::new(own)?.flattened(own)),
            rows: Gaussian::new((sigma * sigma - own * own).max(0.0).sqrt())?,
            efforts: Gaussian::new(sigma)?.flattened(own),
            every: ((SPACING * sigma).round() as usize).max(1),
        })
    }

    /// The same for a motion that is taken as logged: the columns pass through the
    /// whole filter.
    pub fn for_logged_motion(self) -> Self {
        let efforts = self.efforts.flattened(0.0);
        Self { motion: None, rows: efforts, efforts, ..self }
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
        self.lead() + self.rows.half()
    }

    /// Rows of a stretch of so many samples.
    pub fn count(&self, samples: usize) -> usize {
        match samples.checked_sub(2 * self.lost() + 1) {
            Some(beyond) => beyond / self.every + 1,
            None => 0,
        }
    }
}
