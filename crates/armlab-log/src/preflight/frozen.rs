//! Channels that repeat one value while the robot moves.
//!
//! A joint at rest repeats its position, too. So a run of equal values counts only if
//! something else contradicts it: for a position, the integral of its logged velocity within the
//! run; for a velocity, the position that went elsewhere than `v Δt`; for effort and
//! current, joints that moved while a measured signal, which has noise, did not. A coarsely
//! rounded effort is constant for a while, too, but most often then changes by one step of its
//! rounding, where a channel that was frozen jumps to what it has missed, after longer.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Rows that are looked at together.
const TOGETHER: usize = 64;
/// Shortest run that is looked at, in rows.
const SHORTEST: u64 = 20;
/// Motion that contradicts a constant value, rad or m.
const MOTION: f64 = 0.02;
/// The same in a joint that is known to slide, m.
const SLIDING_MOTION: f64 = 0.002;
/// A run that ends by no more than so many of the smallest steps is rounding.
const ROUNDING: f64 = 1.5;
/// Effort that has fewer steps in its range is coarse.
const STEPS: f64 = 400.0;
/// Share of a log that may be constant, together, or at once if the channel is coarse.
const MOST: f64 = 0.05;
/// Changes from which on the smallest step is known.
const CHANGES: u64 = 10;
/// A run that ends by a larger step, or with the log, is rounding if it is no longer than so many
/// times the longest that was.
const LONGER: u64 = 3;

struct Watched {
    column: usize,
    quantity: Quantity,
    /// The column whose motion contradicts: velocity of a position, position of a velocity.
    witness: Option<usize>,
    motion: f64,
    /// The value that is being repeated, since which row and when.
    value: f64,
    since: u64,
    start: f64,
    /// What the witness said at the start of the run, and its integral since.
    witness_start: f64,
    integral: f64,
    /// The largest motion that the witness showed within the run.
    moved: f64,
    /// The smallest step between two values, and how many steps there were.
    step: f64,
    changes: u64,
    /// Rows of the longest run that was rounding.
    rounded: u64,
    /// Travel of all joints at the start of the run.
    travel: f64,
    /// Travel in the latest row of the run.
    latest: f64,
    stuck: Rows,
    runs: u64,
    /// Rows of the longest of them.
    longest: u64,
}

pub(super) struct Frozen {
    watched: Vec<Watched>,
    positions: Vec<usize>,
    /// Positions in the row before.
    before: Vec<f64>,
    time: f64,
    /// Path of all joints so far, and in every row of a block.
    travel: f64,
    travels: Vec<f64>,
    rows: u64,
}

impl Frozen {
    pub fn new(layout: &Layout) -> Self {
        let watched = layout.of_joints().filter_map(|(column, quantity, joint)| {
            let witness = match quantity {
                Quantity::Position => Some(layout.column(Quantity::Velocity, joint)?),
                Quantity::Velocity => Some(layout.column(Quantity::Position, joint)?),
                Quantity::Effort | Quantity::Current => None,
                _ => return None,
            };
            let slides = layout.expectation.slides(joint) == Some(true);
            Some(Watched {
                column,
                quantity,
                witness,
                motion: if slides { SLIDING_MOTION } else { MOTION },
                value: f64::NAN,
                since: 0,
                start: f64::NAN,
                witness_start: f64::NAN,
                integral: 0.0,
                moved: 0.0,
                step: f64::INFINITY,
                changes: 0,
                rounded: 0,
                travel: 0.0,
                latest: 0.0,
                stuck: Rows::default(),
                runs: 0,
                longest: 0,
            })
        });
        let watched = watched.collect();
        let positions: Vec<usize> = layout.of(Quantity::Position).map(|p| p.0).collect();
        let before = vec![f64::NAN; positions.len()];
        let (time, travel, travels, rows) = (f64::NAN, 0.0, Vec::new(), 0);
        Self { watched, positions, before, time, travel, travels, rows }
    }
}

impl Watched {
    /// Ends a run before `row`, with the value behind it; notes it if it was contradicted.
    fn end(&mut self, row: u64, next: Option<f64>) {
        let length = row - self.since;
        let step = next.map(|x| (x - self.value).abs());
        if let Some(step) = step.filter(|s| s.is_finite()) {
            self.step = self.step.min(step);
            self.changes += 1;
        }
        if length < SHORTEST {
            return;
        }
        let effort = matches!(self.quantity, Quantity::Effort | Quantity::Current);
        let moved = if effort { self.latest - self.travel } else { self.moved };
        let rounding = effort
            && self.changes >= CHANGES
            && match step {
                Some(step) if step <= ROUNDING * self.step => true,
                _ => length <= LONGER * self.rounded,
            };
        if rounding {
            self.rounded = self.rounded.max(length);
        } else if moved > self.motion {
            self.runs += 1;
            self.longest = self.longest.max(length);
            self.stuck.add_stretch(self.since, length);
        }
    }

    /// Goes through values each of which ends a run of one row; the first is the present one.
    fn pass(&mut self, values: &[f64]) {
        for pair in values.windows(2) {
            let step = (pair[1] - pair[0]).abs();
            self.step = if step < self.step { step } else { self.step };
            self.changes += u64::from(step < f64::INFINITY);
        }
        self.value = values.last().copied().unwrap_or(self.value);
    }

    /// One more row of the same value: what the witness says, `dt` after the row before.
    fn go_on(&mut self, t: f64, dt: f64, witness: f64, travel: f64) {
        self.latest = travel;
        if !(dt.is_finite() && dt > 0.0 && witness.is_finite()) {
            return;
        }
        self.integral += witness * dt;
        let moved = match self.quantity {
            Quantity::Position => self.integral.abs(),
            _ => (witness - self.witness_start - self.value * (t - self.start)).abs(),
        };
        if moved.is_finite() {
            self.moved = self.moved.max(moved);
        }
    }
}

impl Check for Frozen {
    fn see(&mut self, block: &Block, _: &Layout) {
        let rows = block.rows();
        // Travel of all joints in every row: what they move in it, then the sum.
        self.travels.clear();
        self.travels.resize(rows, 0.0);
        for (&column, before) in self.positions.iter().zip(&mut self.before) {
            let mut last = *before;
            for (travel, &q) in self.travels.iter_mut().zip(block.column(column)) {
                let moved = (q - last).abs();
                *travel += if moved.is_finite() { moved } else { 0.0 };
                last = q;
            }
            *before = last;
        }
        for travel in &mut self.travels {
            self.travel += *travel;
            *travel = self.travel;
        }
        let stamps = block.column(0);
        for watched in &mut self.watched {
            let witnesses = watched.witness.map(|w| block.column(w));
            let values = block.column(watched.column);
            let mut before = self.time;
            let mut see = |watched: &mut Watched, i: usize| {
                let (x, t, travel) = (values[i], stamps[i], self.travels[i]);
                let witness = witnesses.map_or(0.0, |w| w[i]);
                if x == watched.value {
                    watched.go_on(t, t - before, witness, travel);
                } else {
                    let row = block.first_row() + i as u64;
                    watched.end(row, Some(x));
                    watched.value = x;
                    watched.since = row;
                    watched.start = t;
                    watched.witness_start = witness;
                    (watched.integral, watched.moved) = (0.0, 0.0);
                    (watched.travel, watched.latest) = (travel, travel);
                }
                before = t;
            };
            let rows = rows.min(values.len());
            for first in (0..rows).step_by(TOGETHER) {
                let end = rows.min(first + TOGETHER);
                let some = &values[first..end];
                let changing = some.windows(2).fold(true, |all, w| all & (w[0] != w[1]));
                if changing && some.len() > 3 {
                    // The second row ends what runs; those behind it are runs of one, and the last
                    // one may go on.
                    (first..first + 2).for_each(|i| see(watched, i));
                    watched.pass(&some[1..some.len() - 1]);
                    watched.since = block.first_row() + end as u64 - 2;
                    see(watched, end - 1);
                } else {
                    (first..end).for_each(|i| see(watched, i));
                }
            }
        }
        if let Some(&t) = stamps.last() {
            self.time = t;
            self.rows = block.first_row() + rows as u64;
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let mut found = Vec::new();
        for watched in &self.watched {
            let spread = summary.spread(watched.column);
            let effort = matches!(watched.quantity, Quantity::Effort | Quantity::Current);
            // Effort that never changes at all has a finding of its own.
            if effort && spread.range() == 0.0 {
                continue;
            }
            let mut last = Watched { stuck: watched.stuck.clone(), ..*watched };
            last.end(self.rows, None);
            if last.runs == 0 {
                continue;
            }
            let share = last.stuck.count as f64 / self.rows.max(1) as f64;
            let message = format!(
                "constant in {} intervals ({:.1} % of the log) while the robot moves",
                last.runs,
                100.0 * share
            );
            // Smooth efforts in few steps are constant now and then.
            let coarse = effort && spread.range() < STEPS * last.step;
            let counted = if coarse { last.longest } else { last.stuck.count };
            let severity = if counted as f64 > MOST * self.rows.max(1) as f64 {
                Severity::Error
            } else {
                Severity::Warning
            };
            let action = "remove these rows, or record again: sensor or bus was frozen";
            found.push(
                Finding::new(severity, "frozen", message, action)
                    .columns([layout.name(watched.column)])
                    .rows(last.stuck.clone()),
            );
        }
        found
    }
}
