//! Columns of two joints that hold the same numbers: one column was mapped or recorded twice.

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

pub(super) struct Copies {
    /// Pairs of columns of one quantity that were the same in every row so far.
    pairs: Vec<(Quantity, usize, usize)>,
}

impl Copies {
    pub fn new(layout: &Layout) -> Self {
        let mut pairs = Vec::new();
        for quantity in [Quantity::Position, Quantity::Effort, Quantity::Current] {
            let columns: Vec<usize> = layout.of(quantity).map(|c| c.0).collect();
            for (i, &second) in columns.iter().enumerate() {
                pairs.extend(columns[..i].iter().map(|&first| (quantity, first, second)));
            }
        }
        Self { pairs }
    }
}

impl Check for Copies {
    fn see(&mut self, block: &Block, _: &Layout) {
        self.pairs.retain(|&(_, first, second)| block.column(first) == block.column(second));
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let changing = self.pairs.iter().filter(|p| summary.spread(p.1).range() > 0.0);
        let found = changing.map(|&(quantity, first, second)| {
            // Joints may be moved alike, but no two drives give the same efforts to the last digit.
            let (severity, action) = if quantity == Quantity::Position {
                (
                    Severity::Warning,
                    "is a column mapped twice? joints that move alike cannot be told apart",
                )
            } else {
                (Severity::Error, "map each joint's own column: \"tau1=COLUMN, tau2=COLUMN, …\"")
            };
            let message = "columns of two joints hold the same numbers in every row";
            Finding::new(severity, "same-columns", message, action)
                .columns([layout.name(first), layout.name(second)])
        });
        found.collect()
    }
}
