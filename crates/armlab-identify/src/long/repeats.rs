//! Whether the motion of a long log repeats, seen while the log passes by: its beginning tells the
//! period, and windows spread over the log whether it goes on.

use super::thinned::Thinned;
use crate::parallel::{goes_on, repeats_after};
use crate::recording::RawRecording;
use armlab_log::Block;

/// Rows at the beginning of a log in which a period is looked for, and how many of them are kept.
const BEGINNING: u64 = 1 << 18;
const MOST: usize = 1 << 14;
/// Rows between those of a window that are looked at.
const BETWEEN: usize = 16;

/// Positions at the beginning of a log.
#[derive(Clone, Debug)]
pub(super) struct Repeats {
    /// Columns of a block.
    columns: Vec<usize>,
    rows: u64,
    kept: Thinned<Vec<f64>>,
}

impl Repeats {
    /// Of no row yet; positions are in these columns of a block.
    pub(super) fn new(columns: &[usize]) -> Self {
        Self { columns: columns.to_vec(), rows: 0, kept: Thinned::new(MOST) }
    }
    /// Looks at the next usable row.
    pub(super) fn push(&mut self, block: &Block, row: usize) {
        if self.rows >= BEGINNING {
            return;
        }
        self.rows += 1;
        match self.kept.wants_next() {
            true => self.kept.push(self.columns.iter().map(|&c| block.column(c)[row]).collect()),
            false => self.kept.skip(),
        }
    }
    /// The period, s, of a log with rows `step` seconds apart from `start` on.
    pub(super) fn period(&self, start: f64, step: f64, windows: &[RawRecording]) -> Option<f64> {
        let column = |j: usize| self.kept.kept().iter().map(|row| row[j]).collect();
        let columns: Vec<Vec<f64>> = (0..self.columns.len()).map(column).collect();
        let period = repeats_after(&columns)?;
        let spacing = step * self.kept.stride() as f64;
        let later = windows.iter().flat_map(|window| {
            let (time, q) = (window.time(), window.positions());
            let at =
                move |k: usize| ((time[k] - start) / spacing, q.iter().map(|c| c[k]).collect());
            (0..time.len()).step_by(BETWEEN).map(at)
        });
        goes_on(&columns, period, later).then_some(period * spacing)
    }
}
