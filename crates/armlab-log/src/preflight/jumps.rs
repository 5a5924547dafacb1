//! Positions that jump between two rows: angles that wrap around, glitches, parts of
//! recordings put together.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;
use std::f64::consts::TAU;

/// Steps between two rows that are looked at, rad or m.
const STEP: f64 = 0.5;
/// The same of a joint that is known to slide, m.
const SLIDING_STEP: f64 = 0.1;
/// A step is a jump if it is so many times faster than the motion is in the mean.
const FASTER: f64 = 20.0;
/// Where more than this share of the steps is long, they are the motion.
const MANY: f64 = 0.02;
/// Long steps that are kept.
const KEPT: usize = 4096;
/// How near to a full turn a wrapped angle jumps.
const NEAR: f64 = 0.1;

struct Column {
    column: usize,
    longest: f64,
    /// Stamp and position in the row before.
    last: (f64, f64),
    /// Rows, steps and speeds of long steps.
    long: Vec<(u64, f64, f64)>,
    /// Sums over the other steps: number, way, time.
    steps: u64,
    way: f64,
    time: f64,
}

pub(super) struct Jumps {
    columns: Vec<Column>,
}

impl Jumps {
    pub fn new(layout: &Layout) -> Self {
        let columns = layout.of(Quantity::Position).map(|(column, joint)| {
            let slides = layout.expectation.slides(joint) == Some(true);
            let longest = if slides { SLIDING_STEP } else { STEP };
            let (last, long) = ((f64::NAN, f64::NAN), Vec::new());
            Column { column, longest, last, long, steps: 0, way: 0.0, time: 0.0 }
        });
        Self { columns: columns.collect() }
    }
}

impl Check for Jumps {
    fn see(&mut self, block: &Block, _: &Layout) {
        for of in &mut self.columns {
            let (mut t0, mut q0) = of.last;
            let (mut steps, mut way, mut all) = (of.steps, of.way, of.time);
            for (i, (&t, &q)) in block.column(0).iter().zip(block.column(of.column)).enumerate() {
                if !(t.is_finite() && q.is_finite()) {
                    continue;
                }
                let (time, step) = (t - t0, (q - q0).abs());
                (t0, q0) = (t, q);
                // Not so before the first row, either.
                if !(time > 0.0) {
                    continue;
                }
                if step > of.longest && of.long.len() < KEPT {
                    of.long.push((block.first_row() + i as u64, step, step / time));
                } else {
                    steps += 1;
                    way += step;
                    all += time;
                }
            }
            of.last = (t0, q0);
            (of.steps, of.way, of.time) = (steps, way, all);
        }
    }

    fn finish(&self, layout: &Layout, _: &Summary) -> Vec<Finding> {
        let jumped = self.columns.iter().filter_map(|of| {
            let few = (of.long.len() as f64) < MANY * of.steps as f64;
            let fast = FASTER * of.way / of.time;
            let jumps: Vec<_> = of.long.iter().filter(|(_, _, speed)| *speed > fast).collect();
            let largest = jumps.iter().map(|j| j.1).fold(0.0, f64::max);
            if !few || jumps.is_empty() {
                return None;
            }
            let turn = |step: f64| [TAU, 360.0].iter().any(|t| (step / t - 1.0).abs() < NEAR);
            let (message, action) = if jumps.iter().all(|j| turn(j.1)) {
                let message = "the angle jumps by a full turn: it wraps around";
                (message.to_string(), "unwrap the angle, as numpy.unwrap does")
            } else {
                let message = format!("the position jumps by up to {largest:.2} between two rows");
                (message, "remove these rows, or use the part before or after the jump")
            };
            let mut rows = Rows::default();
            jumps.iter().for_each(|j| rows.add(j.0));
            let finding = Finding::new(Severity::Error, "position-jumps", message, action);
            Some(finding.columns([layout.name(of.column)]).rows(rows))
        });
        jumped.collect()
    }
}
