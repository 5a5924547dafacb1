//! Values that no robot reaches: glitches of the recording.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Beyond so many times the limit a value is a glitch, not a fast robot.
const BEYOND_LIMIT: f64 = 10.0;

pub(super) struct Absurd {
    /// Largest plausible magnitude of each column.
    most: Vec<f64>,
    /// Whether the robot's limits are known.
    limited: Vec<bool>,
    rows: Vec<Rows>,
}

impl Absurd {
    pub fn new(layout: &Layout) -> Self {
        let mut most = vec![f64::INFINITY; layout.width()];
        let mut limited = vec![false; layout.width()];
        for (column, quantity, joint) in layout.of_joints() {
            let expected = match quantity {
                Quantity::Velocity => layout.expectation.velocity_limit(joint),
                Quantity::Effort => layout.expectation.effort_limit(joint),
                _ => None,
            };
            // Without limits: positions and speeds may be in degrees or rpm, efforts in N mm.
            limited[column] = expected.is_some();
            most[column] = expected.map_or(1e7, |limit| (BEYOND_LIMIT * limit).max(1.0));
        }
        let rows = vec![Rows::default(); layout.width()];
        Self { most, limited, rows }
    }
}

impl Check for Absurd {
    fn see(&mut self, block: &Block, _: &Layout) {
        for ((column, most), rows) in block.columns().iter().zip(&self.most).zip(&mut self.rows) {
            // Mostly none is: to stop at the first would look at them one by one.
            if !column.iter().fold(false, |any, x| any | (x.abs() > *most)) {
                continue;
            }
            for (i, x) in column.iter().enumerate() {
                // Infinity is missing, not absurd.
                if x.abs() > *most && x.is_finite() {
                    rows.add(block.first_row() + i as u64);
                }
            }
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let hit = self.rows.iter().enumerate().filter(|(_, r)| r.count > 0);
        hit.map(|(column, rows)| {
            let peak = summary.spread(column).peak();
            if let Some(finding) = self.unit(column, layout, summary) {
                return finding;
            }
            let message = if self.limited[column] {
                format!("maximum {}, over 10 times the limit", readable(peak))
            } else {
                format!("maximum {}, which is not plausible", readable(peak))
            };
            let action = "remove these rows: a few outliers of this size spoil every estimate";
            Finding::new(Severity::Error, "absurd", message, action)
                .columns([layout.name(column)])
                .rows(rows.clone())
        })
        .collect()
    }
}

impl Absurd {
    /// Efforts that are beyond the limit throughout are in another unit.
    fn unit(&self, column: usize, layout: &Layout, summary: &Summary) -> Option<Finding> {
        let limit = self.most.get(column)? / BEYOND_LIMIT;
        let mut efforts = layout.of(Quantity::Effort);
        let throughout = self.limited[column] && summary.spread(column).rms() > limit;
        if !throughout || !efforts.any(|(c, _)| c == column) {
            return None;
        }
        let message = format!(
            "efforts up to {} where the limit is {}: in N mm instead of N m?",
            readable(summary.spread(column).peak()),
            readable(limit)
        );
        let action = "state the unit in the mapping: \"tau1=COLUMN [N mm], …\"";
        let finding = Finding::new(Severity::Error, "effort-unit", message, action);
        Some(finding.columns([layout.name(column)]))
    }
}

/// A number as people write it: 57.3, 1.2e9.
fn readable(x: f64) -> String {
    if x < 1e6 { format!("{}", (x * 10.0).round() / 10.0) } else { format!("{x:.1e}") }
}
