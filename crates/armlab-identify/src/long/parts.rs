//! The second reading: a log, part after part.

use super::LongError;
use super::grid::{Grid, OutOfReach, Point};
use super::overlap::{Cut, Cutting, Overlap};
use super::recording::{LongRecording, Sampling};
use super::usable::Usable;
use crate::parallel::StreamPart;
use crate::recording::RawRecording;
use armlab_log::{Block, LogStream};
use std::collections::VecDeque;

/// Samples of a part, usually.
const PART: usize = 1 << 15;
/// Samples of a part of a log whose filter reaches far, unless it reaches farther.
const LARGER_PART: usize = 1 << 17;
/// Most samples over which a filter may reach.
const MOST_REACH: usize = 1 << 18;

/// A log's parts, in order.
pub struct Parts<'l> {
    log: &'l LongRecording,
    stream: LogStream,
    block: Block,
    read: u64,
    usable: Usable,
    grid: Option<Resampling>,
    overlap: Overlap,
    ready: VecDeque<Cut>,
    gaps: u64,
    ended: bool,
}

/// Rows on their way to a grid.
struct Resampling {
    grid: Grid,
    points: Vec<Point>,
    /// Columns of the last row of the block before, then of this block's rows.
    rows: Vec<Vec<f64>>,
}

/// A part of a log, with what surrounds it.
#[derive(Clone, Debug)]
pub struct Part<'l> {
    log: &'l LongRecording,
    cut: Cut,
}

impl<'l> Parts<'l> {
    /// Parts with so many samples on either side.
    pub(super) fn new(
        log: &'l LongRecording,
        cutoff: f64,
        reach: usize,
    ) -> Result<Self, LongError> {
        if reach > MOST_REACH {
            let (log, samples, most) = (log.name.clone(), reach as f64, MOST_REACH);
            return Err(LongError::Cutoff { log, cutoff, samples, most });
        }
        let part = (4 * reach).clamp(PART, LARGER_PART).max(reach);
        let cutting = Cutting { part, reach };
        let columns = 1 + log.channels.columns.len();
        let grid = match log.sampling {
            Sampling::AsLogged => None,
            Sampling::Grid { first } => Some(Resampling {
                grid: Grid::new(first, log.step),
                points: Vec::new(),
                rows: vec![Vec::new(); columns],
            }),
        };
        Ok(Self {
            log,
            stream: LogStream::open(&log.input, &log.options)?,
            block: Block::new(),
            read: 0,
            usable: Usable::new(),
            grid,
            overlap: Overlap::new(columns, cutting),
            ready: VecDeque::new(),
            gaps: 0,
            ended: false,
        })
    }

    /// Rows read so far.
    pub fn rows_read(&self) -> u64 {
        self.read
    }
    /// What was done to the log so far, for people.
    pub fn notes(&self) -> Vec<String> {
        self.log.notes(self.gaps)
    }

    /// Reads a block. A log that has grown since its survey ends where it ended.
    fn advance(&mut self) -> Result<(), LongError> {
        let left = self.log.rows - self.read;
        if left == 0 || !self.stream.next_block(&mut self.block)? {
            self.ended = true;
            return self.finish();
        }
        let count = (self.block.rows() as u64).min(left);
        self.read += count;
        let columns = &self.log.channels.columns;
        let rows = self.usable.rows(&self.block, columns);
        let rows = &rows[..rows.partition_point(|&i| (i as u64) < count)];
        let sources = std::iter::once(0).chain(columns.iter().copied());
        let target = match &mut self.grid {
            None => self.overlap.columns_mut(),
            Some(resampling) => {
                for column in &mut resampling.rows {
                    column.drain(..column.len().saturating_sub(1));
                }
                &mut resampling.rows
            }
        };
        for (target, source) in target.iter_mut().zip(sources) {
            let source = self.block.column(source);
            match rows.len() == source.len() {
                true => target.extend_from_slice(source),
                false => target.extend(rows.iter().map(|&i| source[i])),
            }
        }
        let new = rows.len();
        self.resample(new)?;
        self.ready.extend(std::iter::from_fn(|| self.overlap.take_part()));
        Ok(())
    }

    /// Puts the last `new` rows on the grid, if there is one.
    fn resample(&mut self, new: usize) -> Result<(), LongError> {
        let Some(Resampling { grid, points, rows }) = &mut self.grid else { return Ok(()) };
        let held = rows[0].len();
        for row in held - new..held {
            let t = rows[0][row];
            if grid.pauses_before(t) {
                self.gaps += 1;
                place(points, rows, &mut self.overlap);
                self.ready.extend(std::iter::from_fn(|| self.overlap.take_part()));
                self.ready.extend(self.overlap.take_rest());
            }
            grid.push(t, row, points).map_err(|OutOfReach { from, to }| {
                let (log, step) = (self.log.name.clone(), self.log.step);
                LongError::Stamps { log, from, to, step }
            })?;
        }
        place(points, rows, &mut self.overlap);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), LongError> {
        if let Some(Resampling { grid, points, rows }) = &mut self.grid
            && let Some(last) = rows[0].len().checked_sub(1)
        {
            grid.finish(last, points);
            place(points, rows, &mut self.overlap);
        }
        self.ready.extend(std::iter::from_fn(|| self.overlap.take_part()));
        self.ready.extend(self.overlap.take_rest());
        Ok(())
    }
}

/// Moves grid points behind the samples of the stretch.
fn place(points: &mut Vec<Point>, rows: &[Vec<f64>], overlap: &mut Overlap) {
    let columns = overlap.columns_mut();
    columns[0].extend(points.iter().map(|p| p.time));
    for (column, rows) in columns.iter_mut().zip(rows).skip(1) {
        column.extend(points.iter().map(|p| p.value(rows)));
    }
    points.clear();
}

impl<'l> Iterator for Parts<'l> {
    type Item = Result<Part<'l>, LongError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(cut) = self.ready.pop_front() {
                return Some(Ok(Part { log: self.log, cut }));
            }
            if self.ended {
                return None;
            }
            if let Err(error) = self.advance() {
                self.ended = true;
                self.ready.clear();
                return Some(Err(error));
            }
        }
    }
}

impl Part<'_> {
    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.cut.inner.len()
    }

    /// The part with what surrounds it, as logged.
    pub(super) fn raw(self) -> StreamPart {
        let Self { log, cut: Cut { columns, inner, offset } } = self;
        let mut columns = columns.into_iter();
        let time = columns.next().unwrap_or_default();
        let [q, qd, qdd, mut effort] =
            log.channels.widths.map(|w| columns.by_ref().take(w).collect::<Vec<_>>());
        for (column, factor) in effort.iter_mut().zip(&log.channels.factors) {
            if *factor != 1.0 {
                column.iter_mut().for_each(|x| *x *= factor);
            }
        }
        let raw = RawRecording::of_stretch(&log.name, log.step, time, [q, qd, qdd, effort])
            .starting_at(log.start);
        StreamPart { raw, offset, inner }
    }
}
