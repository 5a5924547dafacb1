//! A file as a log: mapped, in SI units, block after block.

use crate::block::Block;
use crate::error::{LogError, Place, shown};
use crate::expectation::Expectation;
use crate::formats::{self, Choice};
use crate::input::Input;
use crate::mapping::{Assignment, Instructions, Mapping, NamedJoint, Role};
use crate::provenance::Provenance;
use crate::quantity::Quantity;
use crate::source::LogSource;

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
    /// Most memory that [`crate::Log::read_with`] may fill, in bytes.
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

    /// Which of the expected joints a file has columns for, before they are all required.
    pub fn named_joints(input: &Input, options: &ReadOptions) -> Result<Vec<NamedJoint>, LogError> {
        let source = formats::open(input, &Choice { topic: options.topic.clone() })?;
        let ReadOptions { instructions, expectation, .. } = options;
        Mapping::named_joints(input.name(), source.schema(), instructions, expectation)
    }

    /// Maps the columns of a source.
    pub fn new(
        file: &str,
        mut source: Box<dyn LogSource>,
        options: &ReadOptions,
    ) -> Result<Self, LogError> {
        let ReadOptions { instructions, expectation, rate, .. } = options;
        let mut mapping = Mapping::new(file, source.schema(), instructions, expectation, *rate)?;
        source.select(&mapping.order());
        let format = source.schema().format.clone();
        let channels = mapping.channels();
        let mut first = Block::new();
        if !source.next_block(&mut first)? {
            let hint = "below the names there is one line or record per sample";
            return Err(LogError::new(file, Place::File, "there are no samples in it", hint));
        }
        mapping.settle_time(first.column(0).first().copied().unwrap_or(f64::NAN));
        let file = file.to_string();
        Ok(Self { file, source, mapping, channels, pending: Some(first), format })
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
        self.mapping.apply(&self.channels, block);
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
