//! Values that are missing or not finite.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;

/// Share of rows beyond which dropping them is no remedy.
const TOO_MANY: f64 = 0.1;

pub(super) struct Finite {
    /// Columns without which a row is of no use: temperatures may be logged now and then.
    needed: Vec<bool>,
    columns: Vec<Rows>,
    any: Rows,
}

impl Finite {
    pub fn new(layout: &Layout) -> Self {
        let mut needed = vec![true; layout.width()];
        for (column, quantity, _) in layout.of_joints() {
            needed[column] = !quantity.is_temperature();
        }
        Self { needed, columns: vec![Rows::default(); layout.width()], any: Rows::default() }
    }
}

impl Check for Finite {
    fn see(&mut self, block: &Block, _: &Layout) {
        // Time has a check of its own.
        let mut clean = true;
        let columns = || block.columns().iter().zip(&self.needed).skip(1);
        let with_rows = columns().zip(self.columns.iter_mut().skip(1));
        for ((column, _), rows) in with_rows.filter(|((_, needed), _)| **needed) {
            // Mostly all are: to stop at the first that is not would look at them one by one.
            if column.iter().fold(true, |all, x| all & x.is_finite()) {
                continue;
            }
            clean = false;
            for (i, _) in column.iter().enumerate().filter(|(_, x)| !x.is_finite()) {
                rows.add(block.first_row() + i as u64);
            }
        }
        for i in 0..if clean { 0 } else { block.rows() } {
            if columns().any(|(c, needed)| *needed && !c[i].is_finite()) {
                self.any.add(block.first_row() + i as u64);
            }
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let mut found = Vec::new();
        let of = |full: bool| {
            let columns = self.columns.iter().enumerate();
            columns.filter(move |(_, r)| r.count > 0 && (r.count == summary.rows) == full)
        };
        let empty: Vec<String> = of(true).map(|(i, _)| layout.name(i)).collect();
        if !empty.is_empty() {
            let message = "the column has no number".to_string();
            let action = "leave the column out of the mapping, or repair the recording";
            found.push(
                Finding::new(Severity::Error, "empty-column", message, action).columns(empty),
            );
        }
        let holes: Vec<String> = of(false).map(|(i, _)| layout.name(i)).collect();
        if !holes.is_empty() {
            let share = self.any.count as f64 / summary.rows.max(1) as f64;
            let (severity, action) = if share > TOO_MANY {
                (Severity::Error, "too many rows to drop: repair the recording")
            } else {
                (Severity::Warning, "these rows are dropped")
            };
            let message = format!("{} rows with missing or infinite values", self.any.count);
            found.push(
                Finding::new(severity, "not-finite", message, action)
                    .columns(holes)
                    .rows(self.any.clone()),
            );
        }
        found
    }
}
