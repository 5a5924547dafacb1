//! The filter of the motion along which efforts are predicted.
//!
//! Rows are filtered on both sides and serve to estimate. A prediction is compared
//! with efforts as they were measured, sample by sample, and needs accelerations at
//! every sample: too low a cut-off takes motion away, too high a one lets noise in.

use super::SelectionError;
use super::losses::weights_of;
use super::trials::Trials;
use crate::error::EstimationError;
use crate::motion_filter::MotionFilter;
use crate::parallel::{MotionSource, RowSet};
use crate::problem::Model;
use crate::recording::{RawRecording, Recording};
use crate::solve::unknowns_of;
use rayon::prelude::*;

/// Cut-offs that are tried, Hz: the lowest, and each so many times the one before.
const LOWEST: f64 = 1.0;
const RATIO: f64 = std::f64::consts::SQRT_2;
/// The highest, as a part of the sampling rate.
const HIGHEST: f64 = 0.35;
/// Samples of a log that are looked at; windows of one log share them.
const SAMPLES: usize = 1 << 14;
/// Cut-offs that are tried together, and how many times the least that is left ends the search:
/// noise that a filter lets in grows on with its cut-off.
const TOGETHER: usize = 6;
const HOPELESS: f64 = 2.0;
/// A lower cut-off that leaves this much more is as good.
const AS_GOOD: f64 = 1.001;

impl Trials<'_> {
    /// Unknowns that fit rows.
    pub fn unknowns_of_rows(&self, rows: &RowSet) -> Result<Vec<f64>, SelectionError> {
        let reduced = rows.reduce()?;
        let prior = vec![0.0; reduced.unknowns()];
        let weights = weights_of(&reduced)?;
        Ok(unknowns_of(&reduced.whole(&weights), &prior).map_err(EstimationError::from)?)
    }

    /// The middle of every log, of so many samples at most; windows of one log share them.
    pub fn middles(&self, samples: usize) -> Vec<RawRecording> {
        let windows = |r: &RawRecording| {
            self.recordings.iter().filter(|other| other.name() == r.name()).count()
        };
        self.recordings.iter().map(|r| r.middle(samples / windows(r).max(1))).collect()
    }

    /// The filter with which a model that fits the rows predicts efforts best.
    pub fn motion(
        &self,
        model: &Model,
        rows: &RowSet,
        x: &[f64],
    ) -> Result<MotionFilter, SelectionError> {
        let delay = rows.delay();
        let logged = |s: &MotionSource| *s == MotionSource::Accelerations;
        if rows.report().logs.iter().all(|l| l.sources.iter().all(logged)) {
            return Ok(MotionFilter { cutoff: None, delay });
        }
        let logs = self.middles(SAMPLES);
        let step = logs.iter().map(RawRecording::step).fold(0.0, f64::max);
        let next = |f: &f64| Some(f * RATIO).filter(|f| f * step < HIGHEST);
        let tried: Vec<f64> = std::iter::successors(Some(LOWEST), next).collect();
        let mut losses: Vec<f64> = Vec::new();
        for some in tried.chunks(TOGETHER) {
            let before = losses.iter().copied().fold(f64::INFINITY, f64::min);
            let found = some
                .par_iter()
                .map(|&f| {
                    self.progress.check()?;
                    let filter = MotionFilter { cutoff: Some(f), delay };
                    let mut loss = 0.0;
                    for rows in filter.all_rows(&logs)? {
                        loss += missed(model, &rows.recording, x)?;
                    }
                    Ok(loss)
                })
                .collect::<Result<Vec<f64>, SelectionError>>()?;
            let hopeless = found.iter().all(|loss| *loss > HOPELESS * before);
            losses.extend(found);
            if hopeless {
                break;
            }
        }
        let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
        let chosen = losses.iter().position(|l| *l <= AS_GOOD * least).unwrap_or(0);
        Ok(MotionFilter { cutoff: Some(tried[chosen]), delay })
    }
}

/// Squared efforts that are not predicted.
fn missed(model: &Model, recording: &Recording, x: &[f64]) -> Result<f64, SelectionError> {
    let predicted = model.predict(recording, x).map_err(EstimationError::from)?;
    let columns = recording.effort.iter().zip(&predicted);
    Ok(columns.flat_map(|(m, p)| m.iter().zip(p)).map(|(m, p)| (m - p).powi(2)).sum())
}
