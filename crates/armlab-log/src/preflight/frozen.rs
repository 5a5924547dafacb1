//! Channels that repeat one value while the robot moves.
//!
//! A joint at rest repeats its position, too. So a run of equal values counts only if
//! something else contradicts it: for a position, the integral of its logged velocity over the
//! run; for a velocity, the position that went elsewhere than `v Δt`; for effort and
//! current, joints that moved while a measured signal, which has noise, did not.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Shortest run that is looked at, in rows.
const SHORTEST: u64 = 20;
/// Motion that contradicts a constant value, rad or m.
const MOTION: f64 = 0.02;
/// The same in a joint that is known to slide, m.
const SLIDING_MOTION: f64 = 0.002;

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
    /// Travel of all joints at the start of the run.
    travel: f64,
    /// Time, witness and travel in the latest row of the run.
    latest: (f64, f64, f64),
    stuck: Rows,
    runs: u64,
}

pub(super) struct Frozen {
    watched: Vec<Watched>,
    positions: Vec<usize>,
    /// Positions in the row before.
    before: Vec<f64>,
    time: f64,
    /// Path of all joints so far.
    travel: f64,
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
                travel: 0.0,
                latest: (f64::NAN, f64::NAN, 0.0),
                stuck: Rows::default(),
                runs: 0,
            })
        });
        let watched = watched.collect();
        let positions: Vec<usize> = layout.of(Quantity::Position).map(|p| p.0).collect();
        let before = vec![f64::NAN; positions.len()];
        Self { watched, positions, before, time: f64::NAN, travel: 0.0, rows: 0 }
    }
}

impl Watched {
    /// Ends a run before `row`; notes it if it was contradicted.
    fn end(&mut self, row: u64) {
        if row - self.since < SHORTEST {
            return;
        }
        let (time, witness, travel) = self.latest;
        let moved = match self.quantity {
            Quantity::Position => self.integral.abs(),
            Quantity::Velocity => {
                (witness - self.witness_start - self.value * (time - self.start)).abs()
            }
            _ => travel - self.travel,
        };
        if moved > self.motion {
            self.runs += 1;
            self.stuck.add_stretch(self.since, row - self.since);
        }
    }
}

impl Check for Frozen {
    fn see(&mut self, block: &Block, _: &Layout) {
        for i in 0..block.rows() {
            let row = block.first_row() + i as u64;
            let t = block.column(0)[i];
            for (&column, before) in self.positions.iter().zip(&mut self.before) {
                let q = block.column(column)[i];
                let moved = (q - *before).abs();
                if moved.is_finite() {
                    self.travel += moved;
                }
                *before = q;
            }
            let dt = t - self.time;
            for watched in &mut self.watched {
                let x = block.column(watched.column)[i];
                let witness = watched.witness.map_or(0.0, |w| block.column(w)[i]);
                if x == watched.value {
                    if dt.is_finite() && dt > 0.0 && witness.is_finite() {
                        watched.integral += witness * dt;
                    }
                    watched.latest = (t, witness, self.travel);
                    continue;
                }
                watched.end(row);
                watched.value = x;
                watched.since = row;
                watched.start = t;
                watched.witness_start = witness;
                watched.integral = 0.0;
                watched.travel = self.travel;
                watched.latest = (t, witness, self.travel);
            }
            self.time = t;
            self.rows = row + 1;
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
            last.end(self.rows);
            if last.runs == 0 {
                continue;
            }
            let share = last.stuck.count as f64 / self.rows.max(1) as f64;
            let message = format!(
                "constant in {} intervals ({:.1} % of the log) while the robot moves",
                last.runs,
                100.0 * share
            );
            let severity = if share > 0.05 { Severity::Error } else { Severity::Warning };
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
