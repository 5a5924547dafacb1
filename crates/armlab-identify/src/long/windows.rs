//! A few windows spread over a log: what choices are made on.

use super::thinned::Thinned;
use crate::recording::{RawRecording, RecordingError};
use armlab_log::{Block, Log, Quantity};
use std::ops::Range;

/// Rows of a window.
const WINDOW: usize = 1 << 14;
/// Most windows; a log of no more rows than they hold is kept whole.
const MOST: usize = 4;

/// Where windows of at least so many samples are in a log of `samples`, neighbours as one.
pub(crate) fn spread(samples: usize, shortest: usize) -> Vec<Range<usize>> {
    let length = shortest.max(WINDOW);
    let mut kept = Thinned::new(MOST);
    (0..samples).step_by(length).for_each(|from| kept.push(from..(from + length).min(samples)));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for window in kept.into_kept() {
        match joined.last_mut() {
            Some(last) if last.end == window.start => last.end = window.end,
            _ => joined.push(window),
        }
    }
    keep_long(&mut joined, Range::len, length);
    joined
}

/// Leaves out what is shorter than half a window, unless nothing is longer: the end of a log would
/// limit the cut-offs that are tried.
fn keep_long<T>(windows: &mut Vec<T>, length: impl Fn(&T) -> usize, window: usize) {
    let long = |w: &T| 2 * length(w) >= window;
    if windows.iter().any(long) {
        windows.retain(long);
    }
}

/// Columns of one window, time first.
#[derive(Clone, Debug)]
struct Window {
    first_row: u64,
    columns: Vec<Vec<f64>>,
}

impl Window {
    fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}

/// Collects windows while a log passes by.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    /// Columns of a block, time first.
    columns: Vec<usize>,
    thinned: Thinned<Window>,
    open: Option<Window>,
    /// Rows of the current window that have passed.
    passed: usize,
    row: u64,
}

impl Windows {
    /// Windows with these columns of the log's blocks.
    pub(super) fn new(columns: &[usize]) -> Self {
        let columns = std::iter::once(0).chain(columns.iter().copied()).collect();
        Self { columns, thinned: Thinned::new(MOST), open: None, passed: 0, row: 0 }
    }

    /// Looks at the next rows.
    pub(super) fn pass(&mut self, block: &Block) {
        let mut from = 0;
        while from < block.rows() {
            if self.passed == 0 && self.thinned.wants_next() {
                let columns = vec![Vec::new(); self.columns.len()];
                self.open = Some(Window { first_row: self.row, columns });
            }
            let count = (WINDOW - self.passed).min(block.rows() - from);
            if let Some(open) = &mut self.open {
                for (to, &column) in open.columns.iter_mut().zip(&self.columns) {
                    to.extend_from_slice(&block.column(column)[from..from + count]);
                }
            }
            from += count;
            self.passed += count;
            self.row += count as u64;
            if self.passed == WINDOW {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        self.passed = 0;
        match self.open.take() {
            Some(window) => self.thinned.push(window),
            None => self.thinned.skip(),
        }
    }

    /// The windows as recordings with the log's sampling interval, neighbours as one. Those with
    /// too few usable rows are left out, unless all are.
    pub(super) fn recordings(
        mut self,
        name: &str,
        quantities: &[(Quantity, usize)],
        joints: usize,
        gains: Option<&[f64]>,
        step: f64,
    ) -> Result<Vec<RawRecording>, RecordingError> {
        if self.passed > 0 {
            self.close();
        }
        let mut joined: Vec<Window> = Vec::new();
        for window in self.thinned.into_kept() {
            match joined.last_mut() {
                Some(last) if last.first_row + last.rows() as u64 == window.first_row => {
                    let pairs = last.columns.iter_mut().zip(window.columns);
                    pairs.for_each(|(last, more)| last.extend(more));
                }
                _ => joined.push(window),
            }
        }
        keep_long(&mut joined, Window::rows, WINDOW);
        let mut recordings = Vec::new();
        let mut trouble = None;
        for window in joined {
            let mut columns = window.columns.into_iter();
            let mut log = Log::new(columns.next().unwrap_or_default());
            for (&(quantity, joint), values) in quantities.iter().zip(columns) {
                log.push_channel(quantity, joint, values);
            }
            match RawRecording::with_step(&log, name, joints, gains, Some(step)) {
                Ok(recording) => recordings.push(recording),
                Err(error) => trouble = Some(error),
            }
        }
        match trouble {
            Some(error) if recordings.is_empty() => Err(error),
            _ => Ok(recordings),
        }
    }
}
