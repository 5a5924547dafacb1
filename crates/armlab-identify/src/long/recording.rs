//! A log that is read in parts.

use super::LongError;
use super::repeats::Repeats;
use super::survey::Stamps;
use super::usable::Usable;
use super::windows::Windows;
use crate::conditioning::{FEWEST, groups, note_on_dropped, notes_on_grid};
use crate::recording::{RawRecording, RecordingError};
use armlab_engine::text::significant;
use armlab_log::{Block, Input, LogStream, Quantity, ReadOptions};
use armlab_progress::Progress;

/// Rows between two messages.
const NOTED: u64 = 1_000_000;

/// Where the columns of the driven joints are.
#[derive(Clone, Debug)]
pub(super) struct Channels {
    /// Of positions, speeds, accelerations and efforts, the number of columns.
    pub(super) widths: [usize; 4],
    /// Columns of a block, group after group.
    pub(super) columns: Vec<usize>,
    /// What efforts are multiplied by.
    pub(super) factors: Vec<f64>,
    quantities: Vec<(Quantity, usize)>,
}

impl Channels {
    fn of(
        stream: &LogStream,
        name: &str,
        joints: usize,
        gains: Option<&[f64]>,
    ) -> Result<Self, RecordingError> {
        let (groups, factors) = groups(name, joints, gains, |quantity, joint| {
            stream.column_of(quantity, joint).map(|column| (column, (quantity, joint)))
        })?;
        let widths = groups.each_ref().map(|g| g.as_ref().map_or(0, Vec::len));
        let (columns, quantities) = groups.into_iter().flatten().flatten().unzip();
        Ok(Self { widths, columns, factors, quantities })
    }
}

/// How samples follow from rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sampling {
    /// Rows are samples.
    AsLogged,
    /// Rows are put on a grid that begins at the first stamp.
    Grid {
        /// The first usable stamp.
        first: f64,
    },
}

/// The first reading of a log, for those who have another use for its blocks as well.
pub struct Survey<'g> {
    name: String,
    joints: usize,
    gains: Option<&'g [f64]>,
    channels: Channels,
    stamps: Stamps,
    usable: Usable,
    windows: Windows,
    repeats: Repeats,
    rows: u64,
}

impl<'g> Survey<'g> {
    /// Ready for the blocks of a log of a robot with so many driven joints; gains as in
    /// [`LongRecording::open`].
    pub fn new(
        stream: &LogStream,
        name: &str,
        joints: usize,
        gains: Option<&'g [f64]>,
    ) -> Result<Self, LongError> {
        let channels = Channels::of(stream, name, joints, gains)?;
        let windows = Windows::new(&channels.columns);
        let repeats = Repeats::new(&channels.columns[..channels.widths[0]]);
        let (name, stamps, usable) = (name.into(), Stamps::new(), Usable::new());
        Ok(Self { name, joints, gains, channels, stamps, usable, windows, repeats, rows: 0 })
    }

    /// Looks at the next block.
    pub fn see(&mut self, block: &Block, progress: &Progress) -> Result<(), LongError> {
        let before = self.rows;
        self.rows += block.rows() as u64;
        self.windows.pass(block);
        let time = block.column(0);
        for &i in self.usable.rows(block, &self.channels.columns) {
            self.stamps.push(time[i]);
            self.repeats.push(block, i);
        }
        progress.check()?;
        if self.rows / NOTED > before / NOTED {
            progress.note(&self.name, &format!("{} million rows read", self.rows / NOTED));
        }
        Ok(())
    }

    /// The log that was surveyed, which is `input` read with `options`.
    pub fn finish(self, input: &Input, options: &ReadOptions) -> Result<LongRecording, LongError> {
        let Self { name, joints, gains, channels, stamps, usable, windows, repeats, rows } = self;
        if stamps.count() < FEWEST as u64 {
            let rows = stamps.count() as usize;
            return Err(RecordingError::Short { log: name, rows }.into());
        }
        let (sampling, step) = match stamps.are_even() {
            true => (Sampling::AsLogged, stamps.mean()),
            false => (Sampling::Grid { first: stamps.first() }, stamps.median()),
        };
        let start = stamps.first();
        let selection = windows.recordings(&name, &channels.quantities, joints, gains, step)?;
        let selection: Vec<RawRecording> =
            selection.into_iter().map(|r| r.starting_at(start)).collect();
        let period = repeats.period(start, stamps.mean(), &selection);
        Ok(LongRecording {
            input: input.clone(),
            options: options.clone(),
            name,
            channels,
            rows,
            step,
            start,
            sampling,
            period,
            dropped: usable.dropped(),
            selection,
        })
    }
}

/// A log that is read in parts; opening it reads it once.
#[derive(Clone, Debug)]
pub struct LongRecording {
    pub(super) input: Input,
    pub(super) options: ReadOptions,
    pub(super) name: String,
    pub(super) channels: Channels,
    pub(super) rows: u64,
    pub(super) step: f64,
    /// The first usable stamp, s.
    pub(super) start: f64,
    pub(super) sampling: Sampling,
    /// The period of a motion that repeats, s.
    pub(super) period: Option<f64>,
    dropped: u64,
    selection: Vec<RawRecording>,
}

impl LongRecording {
    /// Surveys a log for a robot with so many driven joints. Efforts are logged
    /// ones, or currents times `gains` where the log has no efforts.
    pub fn open(
        input: &Input,
        name: &str,
        options: &ReadOptions,
        joints: usize,
        gains: Option<&[f64]>,
        progress: &Progress,
    ) -> Result<Self, LongError> {
        let mut stream = LogStream::open(input, options)?;
        let mut survey = Survey::new(&stream, name, joints, gains)?;
        let mut block = Block::new();
        while stream.next_block(&mut block)? {
            survey.see(&block, progress)?;
        }
        survey.finish(input, options)
    }

    /// The log's name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Rows of the log.
    pub fn rows(&self) -> u64 {
        self.rows
    }
    /// Driven joints.
    pub fn joints(&self) -> usize {
        self.channels.widths[0]
    }
    /// Sampling interval, s.
    pub fn step(&self) -> f64 {
        self.step
    }
    /// True when accelerations are logged, so that nothing is filtered.
    pub fn is_complete(&self) -> bool {
        self.channels.widths[1] > 0 && self.channels.widths[2] > 0
    }
    /// Windows spread over the log, which cut-off and friction are chosen on;
    /// the whole log if it is short.
    pub fn selection(&self) -> &[RawRecording] {
        &self.selection
    }
    /// What is done to the log, for people, if `gaps` were found in it.
    pub(super) fn notes(&self, gaps: u64) -> Vec<String> {
        let mut notes: Vec<String> = note_on_dropped(self.dropped).into_iter().collect();
        if let Sampling::Grid { .. } = self.sampling {
            notes.extend(notes_on_grid(self.step, gaps));
        }
        notes.extend(self.period.map(|period| {
            let period = significant(period, 4);
            format!("the motion repeats every {period} s: rows of one phase count together")
        }));
        notes
    }
}
