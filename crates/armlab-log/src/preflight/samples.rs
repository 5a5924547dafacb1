//! Too few samples, and what is not logged at all.

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Fewer samples per joint than this cannot carry the ten and more parameters of a link.
const FEWEST_PER_JOINT: u64 = 20;
/// A shorter log has not even one motion of a robot, s.
const SHORTEST: f64 = 0.25;
/// Fewer samples than this are few.
const FEW: u64 = 100;

pub(super) struct Samples;

impl Check for Samples {
    fn see(&mut self, _: &Block, _: &Layout) {}

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let mut found = Vec::new();
        let rows = summary.rows;
        let fewest = FEWEST_PER_JOINT * layout.joints as u64;
        if rows < fewest.max(FEW) {
            let severity = if rows < fewest { Severity::Error } else { Severity::Warning };
            let message = format!("{rows} samples of {} joints", layout.joints);
            let action = "record longer: too few samples to average over noise";
            found.push(Finding::new(severity, "few-samples", message, action));
        }
        if rows > 1 && summary.duration() < SHORTEST {
            let message = format!("the log lasts {:.3} s only", summary.duration());
            let action = "record at least a few seconds of motion";
            found.push(Finding::new(Severity::Error, "too-short", message, action));
        }
        let logged = layout.of(Quantity::Velocity).count();
        if logged < layout.joints {
            let message = match logged {
                0 => "no velocity column".to_string(),
                n => format!("velocity columns for {n} of {} joints only", layout.joints),
            };
            let action = "velocity is computed from the positions by differentiation";
            found.push(Finding::new(Severity::Info, "no-velocity", message, action));
        }
        found
    }
}
