//! Rows that can be computed with: every value finite, every stamp later than
//! the one before.

use armlab_log::Block;

/// Picks the usable rows of block after block.
#[derive(Clone, Debug)]
pub(super) struct Usable {
    latest: f64,
    rows: Vec<usize>,
    dropped: u64,
}

impl Usable {
    /// Before the first block.
    pub(super) fn new() -> Self {
        Self { latest: f64::NEG_INFINITY, rows: Vec::new(), dropped: 0 }
    }
    /// The usable rows of the next block, by what stands in these columns; time
    /// is column 0.
    pub(super) fn rows(&mut self, block: &Block, columns: &[usize]) -> &[usize] {
        let time = block.column(0);
        self.rows.clear();
        let mut sound = Vec::new();
        for column in columns.iter().map(|&c| block.column(c)).filter(|c| !are_finite(c)) {
            sound.resize(time.len(), true);
            sound.iter_mut().zip(column).for_each(|(sound, x)| *sound &= x.is_finite());
        }
        for (i, &t) in time.iter().enumerate() {
            // All are where none was found that is not.
            let sound = sound.get(i).copied().unwrap_or(true);
            if sound && t.is_finite() && t > self.latest {
                self.rows.push(i);
                self.latest = t;
            }
        }
        self.dropped += (time.len() - self.rows.len()) as u64;
        &self.rows
    }
    /// Rows that were left out so far.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }
}

/// Whether all numbers are finite, in several sums side by side: zero times another is none.
fn are_finite(column: &[f64]) -> bool {
    const SUMS: usize = 8;
    let mut sums = [0.0; SUMS];
    let whole = column.chunks_exact(SUMS);
    let rest = whole.remainder().iter().all(|x| x.is_finite());
    for some in whole {
        for k in 0..SUMS {
            sums[k] += 0.0 * some[k];
        }
    }
    rest && sums.iter().all(|sum| *sum == 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_that_is_not_finite_is_found_anywhere() {
        for length in [0, 1, 7, 8, 9, 40] {
            let column: Vec<f64> = (0..length).map(|k| f64::from(k) - 3.0).collect();
            assert!(are_finite(&column), "{length}");
            for at in 0..column.len() {
                for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let mut column = column.clone();
                    column[at] = value;
                    assert!(!are_finite(&column), "{length} {at} {value}");
                }
            }
        }
    }
}
