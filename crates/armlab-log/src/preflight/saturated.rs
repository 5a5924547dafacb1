//! Effort or current that is cut off at a limit.
//!
//! A measured signal meets its largest value once. If it stays there for several samples on
//! end, and that more than once or for long, an amplifier or a converter was at its end.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Samples on end at the extreme that make a plateau.
const PLATEAU: u64 = 3;
/// Samples on plateaus that are worth a word.
const WORTH: u64 = 5;
/// Share of the log on a plateau beyond which the log is of no use.
const MOST: f64 = 0.05;
/// Share of the effort limit that counts as being at it.
const AT_LIMIT: f64 = 0.999;

/// Samples that are looked at together.
const TOGETHER: usize = 64;

/// One end of a channel's range.
#[derive(Clone, Default)]
struct Extreme {
    value: Option<f64>,
    run: u64,
    on_plateaus: Rows,
}

impl Extreme {
    /// Sees some samples, the first of them in row `first`.
    fn see_all(&mut self, values: &[f64], sign: f64, first: u64) {
        // Most are nowhere near the largest so far, which ends a run and changes nothing else.
        if let Some(top) = self.value
            && !any(values, |x| sign * x >= top)
        {
            self.run = 0;
            return;
        }
        for (i, x) in values.iter().enumerate() {
            self.see(sign * x, first + i as u64);
        }
    }

    /// Sees `x`, with the sign that makes the extreme a maximum.
    fn see(&mut self, x: f64, row: u64) {
        match self.value {
            _ if !x.is_finite() => self.run = 0,
            Some(top) if x < top => self.run = 0,
            Some(top) if x == top => {
                self.run += 1;
                if self.run == PLATEAU {
                    (0..PLATEAU).for_each(|i| self.on_plateaus.add(row + 1 + i - PLATEAU));
                } else if self.run > PLATEAU {
                    self.on_plateaus.add(row);
                }
            }
            _ => *self = Self { value: Some(x), run: 1, on_plateaus: Rows::default() },
        }
    }
}

/// Whether something is true of one of few values; all are asked, side by side.
fn any(values: &[f64], is: impl Fn(f64) -> bool) -> bool {
    values.iter().fold(false, |found, x| found | is(*x))
}

pub(super) struct Saturated {
    /// Column, limit, both extremes, rows at the limit.
    watched: Vec<(usize, Option<f64>, [Extreme; 2], Rows)>,
}

impl Saturated {
    pub fn new(layout: &Layout) -> Self {
        let driven = layout.of_joints().filter_map(|(column, quantity, joint)| {
            let limit = match quantity {
                Quantity::Effort => layout.expectation.effort_limit(joint),
                Quantity::Current => None,
                _ => return None,
            };
            Some((column, limit, <[Extreme; 2]>::default(), Rows::default()))
        });
        Self { watched: driven.collect() }
    }
}

impl Check for Saturated {
    fn see(&mut self, block: &Block, _: &Layout) {
        for (column, limit, [top, bottom], at_limit) in &mut self.watched {
            let limit = limit.map(|limit| AT_LIMIT * limit);
            for (n, values) in block.column(*column).chunks(TOGETHER).enumerate() {
                let first = block.first_row() + (n * TOGETHER) as u64;
                top.see_all(values, 1.0, first);
                bottom.see_all(values, -1.0, first);
                let Some(limit) = limit else { continue };
                let reaches = |x: f64| x.is_finite() && x.abs() >= limit;
                if any(values, reaches) {
                    let rows = (first..).zip(values).filter(|(_, x)| reaches(**x));
                    rows.for_each(|(row, _)| at_limit.add(row));
                }
            }
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let mut found = Vec::new();
        for (column, limit, extremes, at_limit) in &self.watched {
            let spread = summary.spread(*column);
            // What never changes, or rests at zero on one side, is not cut off.
            if spread.range() == 0.0 {
                continue;
            }
            for (extreme, end) in extremes.iter().zip([spread.max, spread.min]) {
                if extreme.on_plateaus.count >= WORTH && end != 0.0 {
                    let message = format!(
                        "clipped at {end:.5} ({} samples in plateaus)",
                        extreme.on_plateaus.count
                    );
                    let action = "remove these rows: the true effort was larger than logged";
                    let share = extreme.on_plateaus.count as f64 / summary.rows.max(1) as f64;
                    let severity = if share > MOST { Severity::Error } else { Severity::Warning };
                    found.push(
                        Finding::new(severity, "saturated", message, action)
                            .columns([layout.name(*column)])
                            .rows(extreme.on_plateaus.clone()),
                    );
                }
            }
            if let (Some(limit), true) = (limit, at_limit.count > 0) {
                let message = format!("reaches the robot's limit of {limit}");
                let action = "used as it is; was the drive saturated?";
                found.push(
                    Finding::new(Severity::Warning, "at-effort-limit", message, action)
                        .columns([layout.name(*column)])
                        .rows(at_limit.clone()),
                );
            }
        }
        found
    }
}
