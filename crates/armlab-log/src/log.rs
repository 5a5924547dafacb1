//! A log in memory.

use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place};
use crate::input::Input;
use crate::mapping::Role;
use crate::provenance::Provenance;
use crate::quantity::Quantity;
use crate::stream::{LogStream, ReadOptions};
use std::iter;
use std::ops::Range;

/// One quantity of one joint over the log's time stamps, in SI units.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// What it measures.
    pub quantity: Quantity,
    /// The joint, from 0; of [`Quantity::Other`] it means nothing.
    pub joint: usize,
    /// The file's name for it, or armlab's.
    pub name: String,
    /// One value per time stamp.
    pub values: Vec<f64>,
}

/// Named channels over real time stamps, in SI units. Stamps are as they were
/// recorded: neither uniform nor, before somebody has seen to it, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    time: Vec<f64>,
    channels: Vec<Channel>,
    joint_names: Vec<String>,
    provenance: Vec<Provenance>,
}

impl Log {
    /// A log with time stamps and nothing else.
    pub fn new(time: Vec<f64>) -> Self {
        Self { time, ..Self::default() }
    }

    /// Reads a whole file or bag folder: CSV, NPZ, MATLAB, Parquet, HDF5, MCAP or SQLite, by its
    /// content (the last four where they are built in).
    ///
    /// # Errors
    /// If the file cannot be read, is no log, or is larger than memory allows.
    pub fn read(path: impl AsRef<std::path::Path>) -> Result<Self, LogError> {
        Self::read_with(&Input::path(path), &ReadOptions::default())
    }

    /// Reads a whole file with options: columns, what a robot's description says,
    /// memory.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_with(input: &Input, options: &ReadOptions) -> Result<Self, LogError> {
        Self::collect(LogStream::open(input, options)?, options.memory)
    }

    /// Reads all that is left of a stream into at most `memory` bytes.
    pub fn collect(mut stream: LogStream, memory: u64) -> Result<Self, LogError> {
        let mut log = Self::new(Vec::new());
        for assignment in stream.channels() {
            let (quantity, joint) = match assignment.role {
                Role::Joint(quantity, joint) => (quantity, joint),
                _ => (Quantity::Other, 0),
            };
            let name = assignment.column.clone();
            log.channels.push(Channel { quantity, joint, name, values: Vec::new() });
        }
        let width = 8 * (log.channels.len() as u64 + 1);
        let mut block = Block::new();
        while stream.next_block(&mut block)? {
            let rows = log.time.len() as u64 + block.rows() as u64;
            if rows.saturating_mul(width) > memory {
                let message = format!("more than {} MiB of memory would be needed", memory >> 20);
                let hint = "read it in blocks, allow more memory, or cut the log";
                return Err(LogError::new(stream.file(), Place::File, message, hint));
            }
            log.time.extend_from_slice(block.column(0));
            for (i, channel) in log.channels.iter_mut().enumerate() {
                channel.values.extend_from_slice(block.column(i + 1));
            }
        }
        log.joint_names = stream.mapping().joint_names.clone();
        log.provenance = vec![stream.provenance()];
        Ok(log)
    }

    /// A log of time stamps and columns named `q1`, `qd1`, `qdd1`, `tau1` (effort), `i1`
    /// (current), `temp1` (temperature, °C) and so on, in SI units; columns of other names are kept under them.
    ///
    /// ```
    /// use armlab_log::{Log, Quantity};
    /// let log = Log::from_columns(vec![0.0, 0.1], [("q1", vec![0.0, 1.0])])?;
    /// assert_eq!(log.channel(Quantity::Position, 0), Some(&[0.0, 1.0][..]));
    /// # Ok::<(), armlab_log::LogError>(())
    /// ```
    ///
    /// # Errors
    /// If a column has not one value per time stamp, or a name occurs twice.
    pub fn from_columns<N: AsRef<str>>(
        time: Vec<f64>,
        columns: impl IntoIterator<Item = (N, Vec<f64>)>,
    ) -> Result<Self, LogError> {
        let mut log = Self::new(time);
        for (name, values) in columns {
            let name = name.as_ref();
            let wrong = |message: &str, hint: &str| {
                Err(LogError::new("columns", Place::Part(name.into()), message, hint))
            };
            if values.len() != log.rows() {
                return wrong("has not one value per time stamp", "give columns of one length");
            }
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let joint = name[stem.len()..].parse::<usize>().ok().filter(|j| *j > 0);
            if name == Quantity::RobotTemperature.stem() && log.named(name).is_none() {
                log.push_channel(Quantity::RobotTemperature, 0, values);
                continue;
            }
            match (Quantity::of_stem(stem), joint) {
                (Some(quantity), Some(joint)) if log.channel(quantity, joint - 1).is_none() => {
                    log.push_channel(quantity, joint - 1, values);
                }
                (None, _) | (_, None) if log.named(name).is_none() => log.push_other(name, values),
                _ => return wrong("occurs twice", "give every column a name of its own"),
            }
        }
        Ok(log)
    }

    /// Adds a channel.
    ///
    /// # Panics
    /// If it does not have one value per time stamp, or the log has it already.
    pub fn push_channel(&mut self, quantity: Quantity, joint: usize, values: Vec<f64>) {
        assert_eq!(values.len(), self.time.len(), "a channel has one value per time stamp");
        assert!(self.channel(quantity, joint).is_none(), "{quantity:?} {joint} is there already");
        let name = quantity.column(joint);
        self.channels.push(Channel { quantity, joint, name, values });
    }

    /// Adds a channel that is no quantity of a joint.
    ///
    /// # Panics
    /// If it does not have one value per time stamp, or the name is taken.
    pub fn push_other(&mut self, name: &str, values: Vec<f64>) {
        assert_eq!(values.len(), self.time.len(), "a channel has one value per time stamp");
        assert!(self.named(name).is_none(), "`{name}` is there already");
        let name = name.into();
        self.channels.push(Channel { quantity: Quantity::Other, joint: 0, name, values });
    }

    /// The log with a channel more; see [`Self::push_channel`].
    pub fn with_channel(mut self, quantity: Quantity, joint: usize, values: Vec<f64>) -> Self {
        self.push_channel(quantity, joint, values);
        self
    }

    /// The log with a note on where it comes from.
    pub fn with_provenance(mut self, provenance: Provenance) -> Self {
        self.provenance.push(provenance);
        self
    }

    /// The log with names for its joints.
    pub fn with_joint_names(mut self, names: Vec<String>) -> Self {
        self.joint_names = names;
        self
    }

    /// Time stamps, s.
    pub fn time(&self) -> &[f64] {
        &self.time
    }
    /// Number of samples.
    pub fn rows(&self) -> usize {
        self.time.len()
    }
    /// All channels.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }
    /// A quantity of a joint, from 0.
    pub fn channel(&self, quantity: Quantity, joint: usize) -> Option<&[f64]> {
        let wanted = |c: &&Channel| {
            c.quantity == quantity && c.joint == joint && quantity != Quantity::Other
        };
        self.channels.iter().find(wanted).map(|c| c.values.as_slice())
    }
    /// A channel by its file's name.
    pub fn named(&self, name: &str) -> Option<&[f64]> {
        self.channels.iter().find(|c| c.name == name).map(|c| c.values.as_slice())
    }
    /// One past the highest joint that has any channel.
    pub fn joints(&self) -> usize {
        let of_joints = self.channels.iter().filter(|c| c.quantity != Quantity::Other);
        of_joints.map(|c| c.joint + 1).max().unwrap_or(0)
    }
    /// True if a quantity is there for every joint.
    pub fn has_all(&self, quantity: Quantity) -> bool {
        self.joints() > 0 && (0..self.joints()).all(|j| self.channel(quantity, j).is_some())
    }
    /// Names of the joints, where they are known.
    pub fn joint_names(&self) -> &[String] {
        &self.joint_names
    }
    /// Where it comes from: one entry per file.
    pub fn provenance(&self) -> &[Provenance] {
        &self.provenance
    }
    /// From the first to the last stamp, s.
    pub fn duration(&self) -> f64 {
        match (self.time.first(), self.time.last()) {
            (Some(first), Some(last)) => last - first,
            _ => 0.0,
        }
    }

    /// Some of the rows.
    ///
    /// # Panics
    /// If they are not in the log.
    pub fn slice_rows(&self, rows: Range<usize>) -> Self {
        self.noted(format!("rows {} to {}", rows.start + 1, rows.end))
            .filled(|values| values[rows.clone()].to_vec())
    }

    /// The rows with `from ≤ t < to`.
    pub fn slice_time(&self, from: f64, to: f64) -> Self {
        let kept: Vec<bool> = self.time.iter().map(|t| (from..to).contains(t)).collect();
        self.noted(format!("rows with {from} s ≤ t < {to} s")).filled(|v| chosen(v, &kept))
    }

    /// The rows that can be computed with: every value but temperatures finite, every
    /// stamp later than the one before. Gives also how many rows were dropped.
    pub fn usable_rows(&self) -> (Self, usize) {
        let mut latest = f64::NEG_INFINITY;
        let needed = || self.channels.iter().filter(|c| !c.quantity.is_temperature());
        let kept: Vec<bool> = (0..self.rows())
            .map(|i| {
                let t = self.time[i];
                let good = t.is_finite() && t > latest && needed().all(|c| c.values[i].is_finite());
                latest = if good { t } else { latest };
                good
            })
            .collect();
        let dropped = kept.iter().filter(|k| !**k).count();
        let log = match dropped {
            0 => self.clone(),
            n => self
                .noted(format!("{n} rows dropped: values not finite, or stamps not increasing"))
                .filled(|v| chosen(v, &kept)),
        };
        (log, dropped)
    }

    /// This log and then another. The other must have the same channels and begin
    /// after this one ends; rows of different recordings do not belong into one log.
    pub fn followed_by(&self, next: &Self) -> Result<Self, LogError> {
        let file = next.provenance.first().map_or("log", |p| p.origin.as_str());
        let fail =
            |message: String, hint: &str| Err(LogError::new(file, Place::File, message, hint));
        if let (Some(last), Some(first)) = (self.time.last(), next.time.first())
            && !(first > last)
        {
            return fail(
                format!("it begins at {first} s, before the one it should follow ends ({last} s)"),
                "recordings with clocks of their own stay logs of their own",
            );
        }
        let mut joined = self.clone();
        joined.time.extend_from_slice(&next.time);
        for channel in &mut joined.channels {
            let Channel { quantity, joint, name, values } = channel;
            let more = match quantity {
                Quantity::Other => next.named(name),
                _ => next.channel(*quantity, *joint),
            };
            let Some(more) = more.filter(|_| next.channels.len() == self.channels.len()) else {
                return fail(
                    format!("its channels are not those of the log it should follow (`{name}`)"),
                    "join logs of one recording, with the same columns",
                );
            };
            values.extend_from_slice(more);
        }
        joined.provenance.extend(next.provenance.iter().cloned());
        Ok(joined)
    }

    /// Hands over all rows in blocks, time first, then the channels in their order.
    pub fn for_each_block(&self, mut f: impl FnMut(&Block)) {
        let mut block = Block::new();
        let mut first = 0;
        while first < self.rows() {
            let rows = first..(first + BLOCK_ROWS).min(self.rows());
            block.start(self.channels.len() + 1, first as u64);
            let columns = iter::once(&self.time).chain(self.channels.iter().map(|c| &c.values));
            for (to, from) in block.columns_mut().iter_mut().zip(columns) {
                to.extend_from_slice(&from[rows.clone()]);
            }
            f(&block);
            first = rows.end;
        }
    }

    /// The same without values, and with a note.
    fn noted(&self, note: String) -> Draft<'_> {
        let mut provenance = self.provenance.clone();
        if let Some(last) = provenance.last_mut() {
            last.notes.push(note);
        }
        Draft { log: self, provenance }
    }
}

/// A log whose values are still to be chosen.
struct Draft<'a> {
    log: &'a Log,
    provenance: Vec<Provenance>,
}

impl Draft<'_> {
    fn filled(self, choose: impl Fn(&[f64]) -> Vec<f64>) -> Log {
        let channels = self.log.channels.iter();
        Log {
            time: choose(&self.log.time),
            channels: channels
                .map(|c| Channel { values: choose(&c.values), name: c.name.clone(), ..*c })
                .collect(),
            joint_names: self.log.joint_names.clone(),
            provenance: self.provenance,
        }
    }
}

fn chosen(values: &[f64], kept: &[bool]) -> Vec<f64> {
    values.iter().zip(kept).filter(|(_, k)| **k).map(|(v, _)| *v).collect()
}
