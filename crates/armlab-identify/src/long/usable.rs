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
        let mut sound = vec![true; time.len()];
        for &column in columns {
            let column = block.column(column);
            sound.iter_mut().zip(column).for_each(|(sound, x)| *sound &= x.is_finite());
        }
        for (i, (&t, sound)) in time.iter().zip(sound).enumerate() {
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
