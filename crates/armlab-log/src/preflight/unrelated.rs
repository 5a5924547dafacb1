//! Efforts that were put beside other samples than their own.
//!
//! The efforts of a robot that moves change little from one sample to the next. If neighbours in
//! every effort channel are as different as any two samples, while positions are smooth, rows of
//! the log were mixed up. The measure is von Neumann's: the mean squared difference of neighbours
//! by the variance is 2 for numbers without any order.

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Rows from which on order can be told from chance.
const ROWS: f64 = 200.0;
/// Efforts without order: less than a tenth of their variance is alike in neighbours.
const MIXED: f64 = 1.8;
/// Positions with order.
const SMOOTH: f64 = 0.2;

/// Sums of a channel.
#[derive(Clone, Copy, Default)]
struct Sums {
    before: Option<f64>,
    count: f64,
    mean: f64,
    /// `Σ (x − mean)²`
    squares: f64,
    /// `Σ (x − before)²`
    differences: f64,
}

impl Sums {
    fn add(&mut self, x: f64) {
        if !x.is_finite() {
            return;
        }
        self.count += 1.0;
        let off = x - self.mean;
        self.mean += off / self.count;
        self.squares += off * (x - self.mean);
        if let Some(before) = self.before.replace(x) {
            self.differences += (x - before) * (x - before);
        }
    }

    /// Von Neumann's ratio, for channels that change.
    fn ratio(&self) -> Option<f64> {
        (self.squares > 0.0 && self.count >= ROWS).then(|| self.differences / self.squares)
    }
}

pub(super) struct Unrelated {
    channels: Vec<(usize, Quantity, Sums)>,
}

impl Unrelated {
    pub fn new(layout: &Layout) -> Self {
        let counts = [Quantity::Position, Quantity::Effort, Quantity::Current];
        let channels = layout.of_joints().filter(|c| counts.contains(&c.1));
        Self { channels: channels.map(|(column, q, _)| (column, q, Sums::default())).collect() }
    }

    fn ratios(&self, position: bool) -> impl Iterator<Item = f64> + '_ {
        let of = move |c: &&(usize, Quantity, Sums)| (c.1 == Quantity::Position) == position;
        self.channels.iter().filter(of).filter_map(|c| c.2.ratio())
    }
}

impl Check for Unrelated {
    fn see(&mut self, block: &Block, _: &Layout) {
        for (column, _, sums) in &mut self.channels {
            block.column(*column).iter().for_each(|&x| sums.add(x));
        }
    }

    fn finish(&self, layout: &Layout, _: &Summary) -> Vec<Finding> {
        let least = self.ratios(false).reduce(f64::min);
        let smooth = self.ratios(true).any(|r| r < SMOOTH);
        if !smooth || !least.is_some_and(|r| r > MIXED) {
            return Vec::new();
        }
        let message = "efforts of neighbouring samples have nothing in common, though the robot \
                       moves smoothly";
        let action = "rows were mixed up, or the channels are noise: check how the log was \
                      written, and record again";
        let efforts = self.channels.iter().filter(|c| c.1 != Quantity::Position);
        let columns: Vec<String> = efforts.map(|c| layout.name(c.0)).collect();
        vec![Finding::new(Severity::Error, "unrelated-efforts", message, action).columns(columns)]
    }
}
