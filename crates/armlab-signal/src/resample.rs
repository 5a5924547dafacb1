//! From real time stamps to an even grid, without inventing what was not recorded.
//!
//! Between stamps the values are interpolated. A pause longer than a limit is
//! not bridged: the record is cut there, each part is interpolated on its own,
//! and grid points inside the pause are masked and hold NaN.

use crate::error::{SignalError, check_finite, check_length, check_stamps, check_step};
use crate::interpolate::{Ends, PiecewiseCubic};
use std::ops::Range;

/// Most samples of a grid: a stamp that is wrong by years must not ask for terabytes.
const MOST_SAMPLES: f64 = 2e7;

/// How values between stamps are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Straight lines: never overshoots, adds high frequencies.
    Linear,
    /// Shape-preserving cubic: never overshoots.
    Pchip,
    /// Cubic spline: smoothest, and most accurate on smooth signals.
    #[default]
    Spline,
}

/// A pause in a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Last stamp before it, seconds.
    pub from: f64,
    /// First stamp after it, seconds.
    pub to: f64,
    /// Grid points inside it, which are masked.
    pub samples: Range<usize>,
}

/// Columns on an even grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Resampled {
    /// The grid, seconds.
    pub stamps: Vec<f64>,
    /// Its step, seconds.
    pub step: f64,
    /// The columns; NaN where masked.
    pub columns: Vec<Vec<f64>>,
    /// False where nothing was recorded.
    pub valid: Vec<bool>,
    /// The pauses.
    pub gaps: Vec<Gap>,
}

impl Resampled {
    /// The longest ranges of valid samples, in order.
    pub fn valid_ranges(&self) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for gap in &self.gaps {
            if gap.samples.start > start {
                ranges.push(start..gap.samples.start);
            }
            start = gap.samples.end.max(start);
        }
        if self.stamps.len() > start {
            ranges.push(start..self.stamps.len());
        }
        ranges
    }
}

/// How to resample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampler {
    /// Step of the grid, seconds.
    pub step: f64,
    /// How values between stamps are found.
    pub method: Method,
    /// Longest pause that is bridged, seconds.
    pub longest_gap: f64,
}

impl Resampler {
    /// Splines on a grid of `step` seconds; pauses of more than ten steps are masked.
    pub fn new(step: f64) -> Self {
        Self { step, method: Method::default(), longest_gap: 10.0 * step }
    }
    /// With another interpolation.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }
    /// With another longest pause, seconds.
    pub fn longest_gap(mut self, seconds: f64) -> Self {
        self.longest_gap = seconds;
        self
    }

    /// Brings columns with common stamps onto the grid that begins at the first stamp.
    pub fn apply(&self, stamps: &[f64], columns: &[&[f64]]) -> Result<Resampled, SignalError> {
        check_step(self.step)?;
        check_stamps(stamps)?;
        for (i, column) in columns.iter().enumerate() {
            check_length(&format!("column {i} (from 0)"), column.len(), stamps.len())?;
            check_finite(&format!("column {i} (from 0)"), column)?;
        }
        let (Some(&first), Some(&last)) = (stamps.first(), stamps.last()) else {
            let (what, hint) = ("resampling".into(), "give some samples");
            return Err(SignalError::TooShort { what, needed: 1, got: 0, hint });
        };
        // A last point that rounding moved past the last stamp by nothing still counts.
        let steps = ((last - first) / self.step + 1e-9).floor();
        if !(steps < MOST_SAMPLES) {
            let value = format!("{} s for {} s of record", self.step, last - first);
            let hint = format!(
                "that makes more than {MOST_SAMPLES:e} samples; cut the record or take a larger step"
            );
            return Err(SignalError::setting("the step of the grid", value, hint));
        }
        let n = steps as usize + 1;
        let grid: Vec<f64> = (0..n).map(|i| (first + i as f64 * self.step).min(last)).collect();
        let mut out = Resampled {
            columns: vec![vec![f64::NAN; n]; columns.len()],
            valid: vec![false; n],
            gaps: Vec::new(),
            step: self.step,
            stamps: grid,
        };
        for part in self.parts(stamps) {
            self.fill(&mut out, &stamps[part.clone()], columns, part);
        }
        for w in stamps.windows(2) {
            if w[1] - w[0] > self.longest_gap {
                let start = out.stamps.partition_point(|t| *t <= w[0]);
                let end = out.stamps.partition_point(|t| *t < w[1]);
                out.gaps.push(Gap { from: w[0], to: w[1], samples: start..end.max(start) });
            }
        }
        Ok(out)
    }

    /// Ranges of stamps between pauses.
    pub fn parts(&self, stamps: &[f64]) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut start = 0;
        for i in 1..stamps.len() {
            if stamps[i] - stamps[i - 1] > self.longest_gap {
                parts.push(start..i);
                start = i;
            }
        }
        parts.push(start..stamps.len());
        parts
    }

    /// Fills the grid points within one part.
    fn fill(&self, out: &mut Resampled, stamps: &[f64], columns: &[&[f64]], part: Range<usize>) {
        let (first, last) = (stamps[0], stamps[stamps.len() - 1]);
        let start = out.stamps.partition_point(|t| *t < first);
        let end = out.stamps.partition_point(|t| *t <= last);
        let Resampled { stamps: grid, columns: targets, valid, .. } = out;
        valid[start..end].fill(true);
        for (target, column) in targets.iter_mut().zip(columns) {
            let values = &column[part.clone()];
            let curve = match self.method {
                Method::Linear => PiecewiseCubic::linear(stamps, values),
                Method::Pchip => PiecewiseCubic::pchip(stamps, values),
                Method::Spline => PiecewiseCubic::spline(stamps, values, Ends::NOT_A_KNOT),
            };
            for i in start..end {
                // A part of one sample, or one that makes no curve, has only its samples.
                target[i] = match &curve {
                    Ok(curve) => curve.value(grid[i]),
                    Err(_) => values[stamps.partition_point(|t| *t <= grid[i]).saturating_sub(1)],
                };
            }
        }
    }
}

/// The step of stamps that are even to within `tolerance` of the mean step;
/// `None` where they are not.
pub fn uniform_step(stamps: &[f64], tolerance: f64) -> Result<Option<f64>, SignalError> {
    check_stamps(stamps)?;
    let (Some(first), Some(last), 2..) = (stamps.first(), stamps.last(), stamps.len()) else {
        let (what, hint) = ("a sampling interval".into(), "give two samples or more");
        return Err(SignalError::TooShort { what, needed: 2, got: stamps.len(), hint });
    };
    let step = (last - first) / (stamps.len() - 1) as f64;
    let even = stamps.windows(2).all(|w| ((w[1] - w[0]) - step).abs() <= tolerance * step);
    Ok(even.then_some(step))
}
