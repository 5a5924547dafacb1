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

/// Degrees are 57 times as many as radians: motion this many times beyond a limit may be
/// in degrees.
const BEYOND: f64 = 3.0;

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
                    if spread.peak() > BEYOND * reach && fits {
                        sure.push(layout.name(column));
                    }
                }
                None if spread.peak() > FAR => suspicious.push(layout.name(column)),
                None => {}
            }
        }
        // One joint may turn far; several hardly do.
        let turning =
            layout.of(Quantity::Position).filter(|p| layout.expectation.slides(p.1) != Some(true));
        let most = 2 * suspicious.len() > turning.count() && suspicious.len() > 1;
        sure.extend(by_velocity(layout, summary));
        let mut found = Vec::new();
        if !sure.is_empty() {
            let message = "the motion exceeds the limits, but fits them in degrees";
            let action = "state the unit in the mapping: \"q1=COLUMN [deg], …\"";
            found.push(Finding::new(Severity::Error, "degrees", message, action).columns(sure));
        }
        if !suspicious.is_empty() {
            let message = "positions exceed two turns: are they degrees (or millimetres)?";
            let action = "state the unit in the mapping: \"q1=COLUMN [deg], …\"";
            let severity = if most { Severity::Error } else { Severity::Warning };
            found.push(Finding::new(severity, "degrees", message, action).columns(suspicious));
        }
        found
    }
}

/// Positions and velocities of all moving joints, where the velocities exceed their limits
/// and fit them as degrees per second.
fn by_velocity(layout: &Layout, summary: &Summary) -> Vec<String> {
    let turns = |joint: &usize| layout.expectation.slides(*joint) == Some(false);
    let limited =
        layout.of(Quantity::Velocity).filter(|v| turns(&v.1)).filter_map(|(column, joint)| {
            let limit = layout.expectation.velocity_limit(joint)?;
            let peak = summary.spread(column).peak();
            (peak > 0.1 * limit).then_some((column, joint, peak / limit))
        });
    let limited: Vec<(usize, usize, f64)> = limited.collect();
    let all_fit = limited.iter().all(|(.., share)| share * PI / 180.0 < 1.1);
    let most_exceed =
        2 * limited.iter().filter(|(.., share)| *share > BEYOND).count() > limited.len();
    if !(all_fit && most_exceed) {
        return Vec::new();
    }
    let position = |joint| layout.column(Quantity::Position, joint).map(|c| layout.name(c));
    limited.iter().flat_map(|(c, j, _)| position(*j).into_iter().chain([layout.name(*c)])).collect()
}
