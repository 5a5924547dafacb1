//! Rows of one stretch of a log: columns filtered and sampled at the same instants.

use super::kernels::{EffortTaps, Kernels};
use super::motion::Stretch;
use crate::friction_columns::{FrictionColumn, RecordedMotion, slices};
use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use armlab_dense::dot;
use rayon::prelude::*;
use std::ops::Range;

/// Rows that are made together.
const TOGETHER: usize = 128;
/// A row is left out if more than this part of its filter lies near standstill.
const STANDSTILL: f64 = 0.01;

/// Rows of one joint.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointRows {
    /// Unknowns that show, ascending.
    pub places: Vec<usize>,
    /// Their columns.
    pub columns: Vec<Vec<f64>>,
    /// Part of each row's filter that lies near standstill.
    pub standstill: Vec<f64>,
}

/// Rows of one stretch, without efforts.
#[derive(Clone, Debug)]
pub(crate) struct FilteredStretch {
    /// Motion and efforts.
    pub stretch: Stretch,
    /// Middle of each row's filter, a sample of the motion.
    pub middles: Vec<usize>,
    /// Joint by joint.
    pub joints: Vec<JointRows>,
}

impl JointRows {
    /// Whether a row is far enough from standstill.
    pub fn moves(&self, row: usize) -> bool {
        self.standstill[row] <= STANDSTILL
    }
}

impl FilteredStretch {
    /// Base columns of a stretch, by a model without friction.
    pub fn base(model: &Model, stretch: Stretch, kernels: &Kernels) -> Result<Self, ProblemError> {
        let half = kernels.half();
        let samples = stretch.motion.samples();
        let middles = (half..samples - half).step_by(kernels.every).collect();
        Self::base_at(model, stretch, kernels, middles)
    }

    /// The same of rows with given middles, samples of the motion at which the bodies' columns
    /// are evaluated.
    pub fn base_at(
        model: &Model,
        mut stretch: Stretch,
        kernels: &Kernels,
        middles: Vec<usize>,
    ) -> Result<Self, ProblemError> {
        // Not needed any more afterwards.
        let coarse = stretch.coarse.take();
        let coarse = coarse.as_ref().unwrap_or(&stretch.motion);
        let windows: Vec<Window> =
            middles.iter().map(|m| Window::of(*m, kernels, coarse.samples())).collect();
        let places: Vec<Vec<usize>> = (0..model.joints())
            .map(|j| (0..model.unknowns()).filter(|&k| model.shows(j, k)).collect())
            .collect();
        let parts = windows
            .par_chunks(TOGETHER)
            .map(|windows| some_rows(model, coarse, windows, &places))
            .collect::<Result<Vec<_>, _>>()?;
        let mut joints: Vec<JointRows> = places
            .into_iter()
            .enumerate()
            .map(|(j, places)| JointRows {
                columns: vec![Vec::with_capacity(middles.len()); places.len()],
                places,
                standstill: at(&stretch.slow[j], &middles, kernels.row_taps()),
            })
            .collect();
        for part in parts {
            for (joint, part) in joints.iter_mut().zip(part) {
                joint.columns.iter_mut().zip(part).for_each(|(all, some)| all.extend(some));
            }
        }
        Ok(Self { stretch, middles, joints })
    }

    /// The same with a model's friction columns behind the base columns.
    pub fn with_friction(
        &self,
        model: &Model,
        kernels: &Kernels,
    ) -> Result<Vec<JointRows>, ProblemError> {
        let transmitted = model.transmitted(&self.stretch.motion, model.transmitting())?;
        let base = model.base().len();
        let joints = self.joints.par_iter().enumerate();
        Ok(joints
            .map(|(j, rows)| {
                let mut rows = rows.clone();
                let columns = model.friction().iter().enumerate().filter(|(_, c)| c.acts_on(j));
                let (places, columns): (Vec<usize>, Vec<&FrictionColumn>) =
                    columns.map(|(k, column)| (base + k, column)).unzip();
                rows.places.extend(places);
                rows.columns.extend(self.friction(j, &columns, &transmitted, kernels));
                rows
            })
            .collect())
    }

    /// Some friction columns of a joint, filtered; `transmitted` are all joints' efforts
    /// without friction, or nothing.
    pub fn friction(
        &self,
        joint: usize,
        columns: &[&FrictionColumn],
        transmitted: &[Vec<f64>],
        kernels: &Kernels,
    ) -> Vec<Vec<f64>> {
        let taps = kernels.row_taps();
        let mut entries = vec![0.0; self.stretch.motion.samples()];
        let elapsed = columns.iter().any(|c| c.needs_elapsed());
        self.recorded(transmitted, elapsed, |recorded| {
            let one = |column: &&FrictionColumn| {
                column.fill(joint, recorded, 0..entries.len(), &mut entries);
                at(&entries, &self.middles, taps)
            };
            columns.iter().map(one).collect()
        })
    }

    /// The columns that are found together with one, filtered; `entries` is memory for them.
    pub fn friction_together(
        &self,
        joint: usize,
        column: &FrictionColumn,
        transmitted: &[Vec<f64>],
        kernels: &Kernels,
        entries: &mut Vec<Vec<f64>>,
    ) -> Vec<Vec<f64>> {
        let taps = kernels.row_taps();
        self.recorded(transmitted, column.needs_elapsed(), |recorded| {
            column.fill_together(joint, recorded, entries);
            entries.iter().map(|entries| at(entries, &self.middles, taps)).collect()
        })
    }

    /// The motion as friction sees it.
    fn recorded<T>(
        &self,
        transmitted: &[Vec<f64>],
        elapsed: bool,
        see: impl FnOnce(&RecordedMotion) -> T,
    ) -> T {
        let motion = &self.stretch.motion;
        let (q, qd, qdd) = (slices(&motion.q), slices(&motion.qd), slices(&motion.qdd));
        let (effort, transmitted) = (slices(&motion.effort), slices(transmitted));
        let elapsed = motion.times_since_start(elapsed);
        see(&RecordedMotion {
            q: &q,
            qd: &qd,
            qdd: &qdd,
            effort: &effort,
            transmitted: &transmitted,
            elapsed: &elapsed,
            temperature: &motion.temperature,
        })
    }

    /// A column along the motion, filtered as the regressor's are.
    pub fn filtered(&self, column: &[f64], kernels: &Kernels) -> Vec<f64> {
        at(column, &self.middles, kernels.row_taps())
    }

    /// A joint's filtered efforts and their rates (per second) by weights of some delay after
    /// each row; `None` where the filter reaches beyond the log.
    pub fn efforts(&self, joint: usize, taps: &EffortTaps) -> Vec<Option<[f64; 2]>> {
        let efforts = &self.stretch.efforts[joint];
        let half = (taps.value.len() / 2) as i64;
        self.middles
            .iter()
            .map(|&middle| {
                let from = (middle + self.stretch.lead) as i64 + taps.whole - half;
                let from = usize::try_from(from).ok()?;
                let window = efforts.get(from..from + taps.value.len())?;
                Some([dot(window, &taps.value), dot(window, &taps.rate)])
            })
            .collect()
    }
}

/// A column filtered at some samples.
fn at(column: &[f64], middles: &[usize], taps: &[f64]) -> Vec<f64> {
    let half = taps.len() / 2;
    middles.iter().map(|&m| dot(&column[m - half..m - half + taps.len()], taps)).collect()
}

/// What a row is made of: samples at which the bodies' columns are evaluated.
struct Window<'k> {
    first: usize,
    taps: &'k [f64],
    /// What their weights are multiplied by.
    scale: f64,
}

impl<'k> Window<'k> {
    /// Of a row with this middle, where so many samples are evaluated.
    fn of(middle: usize, kernels: &'k Kernels, samples: usize) -> Self {
        let (first, all) = kernels.coarse_taps(middle);
        let taps = &all[..all.len().min(samples - first)];
        let scale = if taps.len() == all.len() { 1.0 } else { 1.0 / taps.iter().sum::<f64>() };
        Self { first, taps, scale }
    }
    fn end(&self) -> usize {
        self.first + self.taps.len()
    }
}

/// Columns of some rows that follow each other, joint by joint.
fn some_rows(
    model: &Model,
    motion: &Recording,
    windows: &[Window],
    places: &[Vec<usize>],
) -> Result<Vec<Vec<Vec<f64>>>, ProblemError> {
    let (Some(first), Some(last)) = (windows.first(), windows.last()) else {
        return Ok(places.iter().map(|p| vec![Vec::new(); p.len()]).collect());
    };
    let mut all: Vec<Vec<Vec<f64>>> =
        places.iter().map(|p| vec![vec![0.0; windows.len()]; p.len()]).collect();
    let mut start = first.first;
    model.stream(motion, start..last.end(), |block| {
        let end = start + block.samples;
        // Rows whose filter and this block overlap.
        let overlap: Vec<(usize, Range<usize>, Range<usize>)> = windows
            .iter()
            .enumerate()
            .filter_map(|(row, window)| {
                let (from, to) = (window.first.max(start), window.end().min(end));
                let origin = window.first;
                (from < to).then(|| (row, from - start..to - start, from - origin..to - origin))
            })
            .collect();
        for (j, columns) in all.iter_mut().enumerate() {
            let block = block.columns_of(j);
            for (out, &place) in columns.iter_mut().zip(&places[j]) {
                for (row, samples, weights) in &overlap {
                    let taps = &windows[*row].taps[weights.clone()];
                    out[*row] += dot(&block[place][samples.clone()], taps);
                }
            }
        }
        start = end;
        Ok(())
    })?;
    for out in all.iter_mut().flatten() {
        out.iter_mut().zip(windows).for_each(|(row, window)| *row *= window.scale);
    }
    Ok(all)
}
