//! A file as a log: mapped, in SI units, block after block.

use crate::block::Block;
use crate::error::{LogError, Place, shown};
use crate::expectation::Expectation;
use crate::formats::{self, Choice};
use crate::input::Input;
use crate::mapping::{Assignment, Instructions, Mapping, Role};
use crate::provenance::Provenance;
use crate::quantity::Quantity;
use crate::source::LogSource;
use crate::unit::Unit;

/// How to read a log.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// What a person said of the columns.
    pub instructions: Instructions,
    /// What the robot lets one expect.
    pub expectation: Expectation,
    /// Topic of a bag that has several.
    pub topic: Option<String>,
    /// Sampling rate for files without time stamps, Hz.
    pub rate: Option<f64>,
    /// Most memory that [`crate::Log::read`] may fill, in bytes.
    pub memory: u64,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            instructions: Instructions::default(),
            expectation: Expectation::default(),
            topic: None,
            rate: None,
            memory: 2 << 30,
        }
    }
}

/// Times since 1970 are larger than this in every unit, other times in seconds smaller.
const EPOCH: f64 = 1e8;
/// Times that begin beyond this lose digits: they are counted from the first stamp.
const FAR: f64 = 1e6;

/// A log that is being read. Blocks hold time first, then [`Self::channels`].
pub struct LogStream {
    file: String,
    source: Box<dyn LogSource>,
    mapping: Mapping,
    /// Of the columns in a block, after time.
    channels: Vec<Assignment>,
    /// The first block, read when the file was opened.
    pending: Option<Block>,
    format: String,
}

impl LogStream {
    /// Opens a file and maps its columns.
    pub fn open(input: &Input, options: &ReadOptions) -> Result<Self, LogError> {
        let source = formats::open(input, &Choice { topic: options.topic.clone() })?;
        Self::new(input.name(), source, options)
    }

    /// Maps the columns of a source.
    pub fn new(
        file: &str,
        mut source: Box<dyn LogSource>,
        options: &ReadOptions,
    ) -> Result<Self, LogError> {
        let ReadOptions { instructions, expectation, rate, .. } = options;
        let mapping = Mapping::new(file, source.schema(), instructions, expectation, *rate)?;
        let mapping = match mapping.rate {
            // A rate that was given beats stamps that are there.
            Some(_) => without_time(mapping),
            None => mapping,
        };
        let order = mapping.order();
        source.select(&order);
        let format = source.schema().format.clone();
        let of = |&i: &usize| mapping.columns.get(i).cloned();
        let channels: Vec<Assignment> =
            order.iter().filter_map(of).filter(|c| c.role != Role::Time).collect();
        let mut first = Block::new();
        if !source.next_block(&mut first)? {
            let hint = "below the names there is one line or record per sample";
            return Err(LogError::new(file, Place::File, "there are no samples in it", hint));
        }
        let file = file.to_string();
        let mut stream = Self { file, source, mapping, channels, pending: None, format };
        stream.settle_time(first.column(0).first().copied().unwrap_or(f64::NAN));
        stream.pending = Some(first);
        Ok(stream)
    }

    /// Chooses unit and origin of time by the first stamp.
    fn settle_time(&mut self, first: f64) {
        let Some(time) = self.mapping.columns.iter_mut().find(|c| c.role == Role::Time) else {
            return;
        };
        if time.unit.is_none() && !time.told && first >= 1e3 * EPOCH {
            let name = match first {
                x if x < 1e14 => "ms",
                x if x < 1e17 => "us",
                _ => "ns",
            };
            time.unit = Unit::parse(name);
            time.factor = time.unit.map_or(1.0, |u| u.factor);
            time.why = format!("{}; unit from its size", time.why);
        }
        if (first * time.factor).abs() > FAR && first.is_finite() {
            time.origin = first;
        }
    }

    /// How the file is called.
    pub fn file(&self) -> &str {
        &self.file
    }
    /// The file's format, in words.
    pub fn format(&self) -> &str {
        &self.format
    }
    /// Which column is which.
    pub fn mapping(&self) -> &Mapping {
        &self.mapping
    }
    /// The columns of a block after its first, which is time.
    pub fn channels(&self) -> &[Assignment] {
        &self.channels
    }
    /// What the reader passed over so far, in words.
    pub fn notes(&self) -> &[String] {
        self.source.notes()
    }

    /// The column of a block that holds a quantity of a joint.
    pub fn column_of(&self, quantity: Quantity, joint: usize) -> Option<usize> {
        let at = self.channels.iter().position(|c| c.role == Role::Joint(quantity, joint));
        at.map(|i| i + 1)
    }

    /// Reads the next rows in SI units; false, with an empty block, at the end.
    pub fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        let more = match self.pending.take() {
            Some(first) => {
                *block = first;
                true
            }
            None => self.source.next_block(block)?,
        };
        if let Some(rate) = self.mapping.rate {
            let first = block.first_row();
            let times = (0..block.rows() as u64).map(|i| (first + i) as f64 / rate).collect();
            block.insert_front(times);
        }
        let time = self.mapping.time();
        let assignments = time.into_iter().chain(&self.channels);
        let from = usize::from(self.mapping.rate.is_some());
        for (column, how) in block.columns_mut().iter_mut().skip(from).zip(assignments) {
            if !how.is_plain() {
                convert(column, how);
            }
        }
        Ok(more)
    }

    /// Where the log comes from, as far as it is read.
    pub fn provenance(&self) -> Provenance {
        let line = |c: &Assignment| {
            let unit = c.unit.map_or("SI assumed".into(), |u| u.name.to_string());
            let text = format!("{} ← {} [{unit}] {}", c.target(), shown(&c.column), c.conversion());
            text.trim_end().to_string()
        };
        let mut notes = self.source.notes().to_vec();
        if let Some(rate) = self.mapping.rate {
            notes.push(format!("time stamps made up from a rate of {rate} Hz"));
        }
        if let Some(time) = self.mapping.time().filter(|t| t.origin != 0.0) {
            notes.push(format!("time counted from the first stamp, {}", time.origin));
        }
        Provenance {
            origin: self.file.clone(),
            format: self.format.clone(),
            mapping: self.mapping.time().into_iter().chain(&self.channels).map(line).collect(),
            notes,
        }
    }
}

/// Brings numbers into SI units. Parts such as ms are divided for, which rounds once where
/// multiplying by 0.001 would round twice.
fn convert(column: &mut [f64], how: &Assignment) {
    let Assignment { factor, origin, offset, .. } = *how;
    let parts = (1.0 / factor).round();
    match factor == 1.0 / parts {
        true => column.iter_mut().for_each(|x| *x = (*x - origin) / parts + offset),
        false => column.iter_mut().for_each(|x| *x = (*x - origin) * factor + offset),
    }
}

fn without_time(mut mapping: Mapping) -> Mapping {
    for column in mapping.columns.iter_mut().filter(|c| c.role == Role::Time) {
        column.role = Role::Unused;
        column.why = "a rate was given instead".into();
    }
    mapping
}
