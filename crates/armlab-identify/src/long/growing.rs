//! Segments of a log whose length nobody knows: always between twenty and forty
//! of them, once there are that many.

use crate::reduced::Segment;

/// Segments at which neighbours are merged two by two.
const MOST: usize = 40;
/// Rows of a segment, before any were merged.
const SHORTEST: u64 = 64;

/// Segments of about equal length.
#[derive(Clone, Debug)]
pub(super) struct Growing {
    segments: Vec<Segment>,
    /// The segment that is not full yet, and its rows.
    open: Option<(Segment, u64)>,
    /// Samples of a full segment.
    full: u64,
}

impl Growing {
    pub(super) fn new() -> Self {
        Self { segments: Vec::new(), open: None, full: SHORTEST }
    }
    /// Adds the next rows, reduced.
    pub(super) fn push(&mut self, segment: Segment, rows: u64) {
        let (segment, rows) = match self.open.take() {
            Some((open, before)) => (open.merged(&segment), before + rows),
            None => (segment, rows),
        };
        if rows < self.full {
            self.open = Some((segment, rows));
            return;
        }
        self.segments.push(segment);
        if self.segments.len() == MOST {
            let pairs = self.segments.chunks_exact(2).map(|pair| pair[0].merged(&pair[1]));
            self.segments = pairs.collect();
            self.full *= 2;
        }
    }
    /// All segments; the last may be shorter.
    pub(super) fn finish(mut self) -> Vec<Segment> {
        self.segments.extend(self.open.map(|(segment, _)| segment));
        self.segments
    }
}
