//! Positions and speeds beyond the robot's limits.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Beyond a limit by less than this share of the range (or limit) is overshoot.
const SLACK: f64 = 0.02;
/// Positions of this many times the limits, over as many times their range, are in another unit.
const OTHER_UNIT: f64 = 5.0;

/// A column with its limits, and the rows beyond them.
struct Watched {
    column: usize,
    lower: f64,
    upper: f64,
    beyond: Rows,
}

pub(super) struct Limits {
    watched: Vec<Watched>,
}

impl Limits {
    pub fn new(layout: &Layout) -> Self {
        let expectation = &layout.expectation;
        let watched = layout.of_joints().filter_map(|(column, quantity, joint)| {
            let (lower, upper) = match quantity {
                Quantity::Position => {
                    let (lower, upper) = expectation.position_limits(joint)?;
                    let slack = SLACK * (upper - lower);
                    (lower - slack, upper + slack)
                }
                Quantity::Velocity => {
                    let limit = expectation.velocity_limit(joint)? * (1.0 + SLACK);
                    (-limit, limit)
                }
                _ => return None,
            };
            Some(Watched { column, lower, upper, beyond: Rows::default() })
        });
        Self { watched: watched.collect() }
    }
}

impl Check for Limits {
    fn see(&mut self, block: &Block, _: &Layout) {
        for Watched { column, lower, upper, beyond } in &mut self.watched {
            for (i, x) in block.column(*column).iter().enumerate() {
                if x < lower || x > upper {
                    beyond.add(block.first_row() + i as u64);
                }
            }
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let hit = self.watched.iter().filter(|w| w.beyond.count > 0);
        hit.map(|w| {
            let spread = summary.spread(w.column);
            let is_position = layout.of(Quantity::Position).any(|(c, _)| c == w.column);
            // Beyond the limits throughout, not in a few rows that are glitches.
            let (range, reach) = (w.upper - w.lower, w.upper.abs().max(w.lower.abs()));
            let throughout = spread.rms() > OTHER_UNIT * reach && spread.range() > OTHER_UNIT * range;
            if is_position && throughout {
                let message = format!(
                    "range {:.4} to {:.4} is far beyond the robot's limits ({:.4} to {:.4}): counts of \
                     an encoder, the motor's side of a gear, or millimetres?",
                    spread.min, spread.max, w.lower, w.upper
                );
                let action = "state the unit in the mapping (\"q1=COLUMN [mm]\"), or scale the column in \
                              a mapping file ({ column = \"…\", scale = … })";
                return Finding::new(Severity::Error, "position-unit", message, action)
                    .columns([layout.name(w.column)]);
            }
            let message = format!(
                "range {:.4} to {:.4} exceeds the robot's limits ({:.4} to {:.4})",
                spread.min, spread.max, w.lower, w.upper
            );
            let action = "used as it is; check robot, unit and zero position";
            Finding::new(Severity::Warning, "beyond-limits", message, action)
                .columns([layout.name(w.column)])
                .rows(w.beyond.clone())
        })
        .collect()
    }
}
