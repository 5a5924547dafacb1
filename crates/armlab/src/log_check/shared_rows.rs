//! Rows that logs have in common, found without having both in memory.
//!
//! Every row becomes a number that depends on its values alone, and rows whose number ends in
//! enough zeros are remembered: which ones depends on the content, so that two logs with the same
//! rows remember the same ones, wherever in the log they are.

use crate::log::preflight::Layout;
use crate::log::{Block, Quantity};
use std::collections::BTreeSet;

/// Rows that are remembered at most.
const MOST: usize = 4096;
/// Rows that tell a copy at least.
const FEWEST: usize = 16;
/// Rows whose numbers are made together.
const TOGETHER: usize = 64;
/// Part of the remembered rows that a copy shares.
const SHARED: f64 = 0.9;

/// Some rows of a log, by their efforts and by their positions.
pub(crate) struct RowPrints {
    columns: [Vec<usize>; 2],
    prints: [Prints; 2],
}

impl RowPrints {
    /// Ready for blocks with these columns.
    pub fn new(layout: &Layout) -> Self {
        let of = |quantity: Quantity| layout.of(quantity).map(|c| c.0).collect::<Vec<usize>>();
        let efforts = [Quantity::Effort, Quantity::Current].map(of).concat();
        let columns = [efforts, of(Quantity::Position)];
        Self { columns, prints: [(); 2].map(|()| Prints::default()) }
    }
    /// Looks at the next block.
    pub fn see(&mut self, block: &Block) {
        for (columns, prints) in self.columns.iter().zip(&mut self.prints) {
            if columns.is_empty() {
                continue;
            }
            // Rows side by side: the number of one waits for its values in turn.
            let mut numbers = [0; TOGETHER];
            for first in (0..block.rows()).step_by(TOGETHER) {
                let rows = first..block.rows().min(first + TOGETHER);
                let numbers = &mut numbers[..rows.len()];
                numbers.fill(0);
                for &column in columns {
                    let values = &block.column(column)[rows.clone()];
                    numbers.iter_mut().zip(values).for_each(|(n, x)| *n = with_value(*n, *x));
                }
                numbers.iter().for_each(|&number| prints.add(number));
            }
        }
    }
    /// Whether the rows are those of another log, or of a part of it, by their efforts.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        self.prints[0].are_among(&other.prints[0])
    }
    /// The same by efforts or positions.
    pub fn is_known_from(&self, other: &Self) -> bool {
        self.is_copy_of(other) || self.prints[1].are_among(&other.prints[1])
    }
}

/// Numbers of rows that end in at least so many zeros.
#[derive(Default)]
struct Prints {
    kept: BTreeSet<u64>,
    zeros: u32,
}

impl Prints {
    fn add(&mut self, number: u64) {
        let number = mixed(number);
        if number.trailing_zeros() < self.zeros {
            return;
        }
        self.kept.insert(number);
        while self.kept.len() > MOST {
            self.zeros += 1;
            let zeros = self.zeros;
            self.kept.retain(|n| n.trailing_zeros() >= zeros);
        }
    }

    fn are_among(&self, others: &Self) -> bool {
        let zeros = self.zeros.max(others.zeros);
        let own = || self.kept.iter().filter(|n| n.trailing_zeros() >= zeros);
        let (all, shared) = (own().count(), own().filter(|n| others.kept.contains(n)).count());
        all >= FEWEST && shared as f64 >= SHARED * all as f64
    }
}

/// The number of a row with one more value; its bits are mixed once all are there.
fn with_value(number: u64, value: f64) -> u64 {
    (number.rotate_left(23) ^ (value + 0.0).to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A number whose bits all depend on all bits of another (the last steps of SplitMix64).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prints(rows: std::ops::Range<u32>, factor: f64) -> Prints {
        let mut prints = Prints::default();
        for i in rows {
            let t = f64::from(i);
            let values = [(0.01 * t).sin() * factor, (0.017 * t).cos()];
            prints.add(values.into_iter().fold(0, with_value));
        }
        prints
    }

    #[test]
    fn parts_of_any_length_are_found_and_other_rows_are_not() {
        let whole = prints(0..200_000, 1.0);
        assert!(whole.zeros > 4 && whole.kept.len() <= MOST);
        assert!(prints(0..200_000, 1.0).are_among(&whole));
        assert!(prints(70_000..90_000, 1.0).are_among(&whole));
        assert!(!whole.are_among(&prints(70_000..90_000, 1.0)), "a part does not hold the whole");
        assert!(!prints(70_000..90_000, 1.0001).are_among(&whole));
        assert!(!prints(190_000..300_000, 1.0).are_among(&whole));
    }
}
