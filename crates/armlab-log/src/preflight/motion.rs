//! Joints that never move, and time at which nothing does.

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// A joint whose position stays within this does not move, rad or m.
const STILL: f64 = 2e-3;
/// The same of a joint that is known to slide, m.
const SLIDING_STILL: f64 = 2e-4;
/// A log in which no joint moves further than this hardly moves, rad or m.
const HARDLY: f64 = 0.02;
/// The same of a joint that is known to slide, m.
const SLIDING_HARDLY: f64 = 1e-3;
/// Standstill at the ends that is worth a word: share of the log, and s.
const WORTH: (f64, f64) = (0.05, 0.5);
/// Fewest rows of which standstill is told.
const FEWEST: u64 = 100;

fn still(layout: &Layout, joint: usize) -> f64 {
    if layout.expectation.slides(joint) == Some(true) { SLIDING_STILL } else { STILL }
}

pub(super) struct Motion {
    /// Column, still width, and the position from which motion is counted.
    joints: Vec<(usize, f64, f64)>,
    first: Option<f64>,
    /// First and last time at which something had moved.
    moved: Option<(f64, f64)>,
}

impl Motion {
    pub fn new(layout: &Layout) -> Self {
        let joints = layout.of(Quantity::Position).map(|(c, j)| (c, still(layout, j), f64::NAN));
        Self { joints: joints.collect(), first: None, moved: None }
    }
}

impl Check for Motion {
    fn see(&mut self, block: &Block, _: &Layout) {
        let times = block.column(0);
        if self.first.is_none() {
            self.first = times.iter().copied().find(|t| t.is_finite());
        }
        // The first and the last row of the block in which some joint had moved.
        let mut moved: Option<(usize, usize)> = None;
        for (column, still, from) in &mut self.joints {
            let positions = block.column(*column);
            if from.is_nan() {
                *from = positions.iter().copied().find(|q| q.is_finite()).unwrap_or(f64::NAN);
            }
            for (row, q) in positions.iter().enumerate() {
                if (q - *from).abs() > *still && q.is_finite() {
                    *from = *q;
                    moved = Some(moved.map_or((row, row), |(a, b)| (a.min(row), b.max(row))));
                }
            }
        }
        if let Some((first, last)) = moved {
            let begin = self.moved.map_or(times[first], |(begin, _)| begin);
            self.moved = Some((begin, times[last]));
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let mut found = Vec::new();
        let resting: Vec<(usize, usize)> = layout
            .of(Quantity::Position)
            .filter(|&(c, j)| {
                summary.spread(c).count > 1 && summary.spread(c).range() < still(layout, j)
            })
            .collect();
        if !resting.is_empty() {
            let message = format!("{} of {} joints do not move", resting.len(), layout.joints);
            let action =
                "their inertias cannot be identified from this log: add one that moves them";
            let columns: Vec<String> = resting.iter().map(|r| layout.name(r.0)).collect();
            found.push(
                Finding::new(Severity::Warning, "motionless", message, action).columns(columns),
            );
        }
        found.extend(hardly_moving(layout, summary));
        let span = summary.span.zip(self.moved).filter(|_| summary.rows >= FEWEST);
        if let Some(((first, latest), (begin, end))) = span {
            let rest = (begin - first) + (latest - end);
            if rest > WORTH.0 * (latest - first) && rest > WORTH.1 {
                let message = format!(
                    "no motion in the first {:.2} s and the last {:.2} s",
                    begin - first,
                    latest - end
                );
                let action = "samples at rest contain gravity and stiction only";
                found.push(Finding::new(Severity::Info, "standstill", message, action));
            }
        }
        found
    }
}

/// A log in which no joint moves enough to show its inertia.
fn hardly_moving(layout: &Layout, summary: &Summary) -> Option<Finding> {
    let enough = |joint: usize| match layout.expectation.slides(joint) {
        Some(false) => HARDLY,
        _ => SLIDING_HARDLY,
    };
    let moves = |(c, j): (usize, usize)| summary.spread(c).range() > enough(j);
    if summary.rows < 2 || layout.of(Quantity::Position).any(moves) {
        return None;
    }
    let ranges = layout.of(Quantity::Position).map(|(c, _)| summary.spread(c).range());
    let message = format!(
        "the robot hardly moves: no joint by more than {:.2e} rad or m",
        ranges.fold(0.0, f64::max)
    );
    let action = "record a motion that uses the range of the joints";
    let columns: Vec<String> = layout.of(Quantity::Position).map(|p| layout.name(p.0)).collect();
    Some(Finding::new(Severity::Error, "hardly-moving", message, action).columns(columns))
}
