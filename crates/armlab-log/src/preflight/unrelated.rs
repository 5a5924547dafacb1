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

/// Partial sums of numbers that are added together, and how many these are at most: sums about
/// the first of them lose no digits that matter.
const LANES: usize = 8;
const TOGETHER: usize = 256;

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

    /// Adds numbers that follow each other. Those that are all finite are added among themselves
    /// first, without a division for each.
    fn add_all(&mut self, column: &[f64]) {
        let (Some(&first), Some(&last)) = (column.first(), column.last()) else { return };
        if column.iter().fold(false, |missing, x| missing | !x.is_finite()) {
            return column.iter().for_each(|&x| self.add(x));
        }
        let mut sums = [[0.0; LANES]; 3];
        let (some, rest) = column.as_chunks::<LANES>();
        for x in some {
            for l in 0..LANES {
                let off = x[l] - first;
                sums[0][l] += off;
                sums[1][l] += off * off;
            }
        }
        let neighbours = column.windows(LANES + 1).step_by(LANES);
        for x in neighbours.clone() {
            for l in 0..LANES {
                let step = x[l + 1] - x[l];
                sums[2][l] += step * step;
            }
        }
        let [mut sum, mut squares, mut differences] = sums.map(|s| s.iter().sum::<f64>());
        for x in rest {
            sum += x - first;
            squares += (x - first) * (x - first);
        }
        for pair in column[neighbours.len() * LANES..].windows(2) {
            differences += (pair[1] - pair[0]) * (pair[1] - pair[0]);
        }
        // Chan, Golub & LeVeque 1983.
        let count = column.len() as f64;
        let (mean, squares) = (first + sum / count, (squares - sum * sum / count).max(0.0));
        let (off, all) = (mean - self.mean, self.count + count);
        self.squares += squares + off * off * self.count * count / all;
        self.mean += off * count / all;
        self.count = all;
        let step = self.before.replace(last).map_or(0.0, |before| first - before);
        self.differences += differences + step * step;
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
            block.column(*column).chunks(TOGETHER).for_each(|x| sums.add_all(x));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_many_are_those_of_each() {
        let wave = |k: u32| 3.0 + (0.37 * f64::from(k)).sin() + 0.1 * f64::from(k % 7);
        for hole in [None, Some(300)] {
            let mut column: Vec<f64> = (0..1003).map(wave).collect();
            if let Some(k) = hole {
                column[k] = f64::NAN;
            }
            let (mut each, mut many) = (Sums::default(), Sums::default());
            column.iter().for_each(|&x| each.add(x));
            column.chunks(TOGETHER).for_each(|x| many.add_all(x));
            assert_eq!((each.count, each.before), (many.count, many.before));
            for (a, b) in [(each.squares, many.squares), (each.differences, many.differences)] {
                assert!((a / b - 1.0).abs() < 1e-12, "{a} {b}");
            }
        }
    }
}
