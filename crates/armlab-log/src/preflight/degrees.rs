//! Positions that are larger than any joint's radians: degrees, most likely.
//!
//! (Positions and velocities in different units are found by their disagreement.)

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;
use std::f64::consts::PI;

/// Without limits, joints that turn further than this from zero are suspicious, rad.
const FAR: f64 = 4.0 * PI;

pub(super) struct Degrees;

impl Check for Degrees {
    fn see(&mut self, _: &Block, _: &Layout) {}

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let mut sure = Vec::new();
        let mut suspicious = Vec::new();
        for (column, joint) in layout.of(Quantity::Position) {
            if layout.expectation.slides(joint) == Some(true) {
                continue;
            }
            let spread = summary.spread(column);
            match layout.expectation.position_limits(joint) {
                Some((lower, upper)) => {
                    let reach = lower.abs().max(upper.abs());
                    let radians = (spread.min * PI / 180.0, spread.max * PI / 180.0);
                    let fits = radians.0 >= lower - 0.1 && radians.1 <= upper + 0.1;
                    if spread.peak() > 1.5 * reach && fits {
                        sure.push(layout.name(column));
                    }
                }
                None if spread.peak() > FAR => suspicious.push(layout.name(column)),
                None => {}
            }
        }
        let mut found = Vec::new();
        if !sure.is_empty() {
            let message = "positions exceed the limits, but fit them as degrees";
            let action = "state the unit in the mapping: \"q1=COLUMN [deg], …\"";
            found.push(Finding::new(Severity::Error, "degrees", message, action).columns(sure));
        }
        if !suspicious.is_empty() {
            let message = "positions exceed two turns: are they degrees (or millimetres)?";
            let action =
                "used as radians; state another unit in the mapping: \"q1=COLUMN [deg], …\"";
            found.push(
                Finding::new(Severity::Warning, "degrees", message, action).columns(suspicious),
            );
        }
        found
    }
}
