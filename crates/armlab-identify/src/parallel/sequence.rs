//! Rows of one stretch with efforts.

use super::filtered::{FilteredStretch, JointRows};
use super::kernels::{EffortTaps, Kernels};
use super::wide::WideRows;
use crate::problem::{Model, ProblemError};
use std::ops::Range;

/// Rows of one stretch with efforts, at the present delay.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    pub log: usize,
    /// Time stamps of the rows, s.
    pub times: Vec<f64>,
    pub joints: Vec<JointSequence>,
}

/// Rows of one joint in a stretch.
#[derive(Clone, Debug)]
pub(super) struct JointSequence {
    pub rows: JointRows,
    /// Efforts and their rates; `None` where the row is left out.
    pub efforts: Vec<Option<[f64; 2]>>,
    /// What the rows' filter takes out and samples tell.
    pub wide: Option<WideRows>,
}

impl JointSequence {
    /// A stretch's rows of a joint with efforts at a delay.
    pub fn of(stretch: &FilteredStretch, j: usize, rows: JointRows, taps: &EffortTaps) -> Self {
        let mut efforts = stretch.efforts(j, taps);
        for (k, effort) in efforts.iter_mut().enumerate() {
            if !rows.moves(k) {
                *effort = None;
            }
        }
        Self { rows, efforts, wide: None }
    }
}

impl Sequence {
    /// Rows per joint.
    pub fn rows(&self) -> usize {
        self.joints.first().map_or(0, |j| j.efforts.len())
    }

    /// All of them, as a range of its own.
    pub fn all_rows(&self) -> Vec<Range<usize>> {
        std::iter::once(0..self.rows()).collect()
    }

    /// Numbers in the columns of all joints.
    pub fn numbers(&self) -> usize {
        self.rows() * self.joints.iter().map(|j| j.rows.columns.len()).sum::<usize>()
    }

    /// Whether another's rows have the same columns.
    pub fn is_alike(&self, other: &Self) -> bool {
        let mut pairs = self.joints.iter().zip(&other.joints);
        pairs.all(|(own, other)| own.rows.places == other.rows.places)
    }

    /// Adds rows of the same columns behind these.
    pub fn append(&mut self, next: Self) {
        self.times.extend(next.times);
        for (own, next) in self.joints.iter_mut().zip(next.joints) {
            let columns = own.rows.columns.iter_mut().zip(next.rows.columns);
            columns.for_each(|(own, next)| own.extend(next));
            own.rows.standstill.extend(next.rows.standstill);
            own.efforts.extend(next.efforts);
        }
    }

    /// Rows of a model in a stretch; all of them where friction does not jump.
    pub fn of(
        model: &Model,
        stretch: &FilteredStretch,
        log: usize,
        kernels: &Kernels,
        delay: f64,
    ) -> Result<Self, ProblemError> {
        let joints = stretch.with_friction(model, kernels)?.into_iter().enumerate();
        let taps = kernels.effort_taps(delay);
        let joints = joints.map(|(j, mut rows)| {
            if !model.jumps(j) {
                rows.standstill.fill(0.0);
            }
            JointSequence::of(stretch, j, rows, &taps)
        });
        let time = &stretch.stretch.motion.time;
        let times = stretch.middles.iter().map(|&m| time[m]).collect();
        Ok(Self { log, times, joints: joints.collect() })
    }
}
