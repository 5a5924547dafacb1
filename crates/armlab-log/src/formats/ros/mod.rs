//! ROS 2 bags: the messages of one topic as a log, whichever file they are in.

mod cdr;
mod columns;
mod definition;
pub(crate) mod known;
mod topic;

use super::Choice;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place, shown};
use crate::input::Input;
use crate::source::{Column, LogSource, Schema};
use crate::unit::Unit;
use cdr::Decoder;
use columns::Layout;
use std::sync::Arc;

/// Longest message that is read, in bytes.
pub const LONGEST_MESSAGE: usize = 4 << 20;
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// A topic of a bag.
#[derive(Clone, Debug, Default)]
pub struct Topic {
    pub name: String,
    /// Type of its messages, `package/msg/Type`.
    pub kind: String,
    /// How messages are written; `cdr` is read.
    pub encoding: String,
    /// Definition of the type in text, where the bag has it.
    pub definition: Option<Arc<str>>,
    /// What the bag knows it by.
    pub ids: Vec<i64>,
}

/// A file or a folder of messages.
pub trait Bag {
    /// Its format, in words.
    fn format(&self) -> &'static str;
    /// All topics.
    fn topics(&self) -> Result<Vec<Topic>, LogError>;
    /// The messages of a topic, from the first.
    fn messages(&self, topic: &Topic) -> Result<Box<dyn Messages>, LogError>;
}

/// Messages of a topic, one after the other.
pub trait Messages {
    /// Goes to the next message; gives when it was recorded, ns since 1970, or none at the end.
    fn next(&mut self) -> Result<Option<i64>, LogError>;
    /// The message that was gone to.
    fn data(&self) -> &[u8];
    /// True if the bag was seen to end without its end mark.
    fn unfinished(&self) -> bool;
}

/// A topic that is being read.
struct TopicSource {
    input: Input,
    messages: Box<dyn Messages>,
    decoder: Decoder,
    layout: Layout,
    schema: Schema,
    selected: Vec<usize>,
    /// The first stamp, ns.
    origin: i128,
    rows: u64,
    strangers: u64,
    ended: bool,
    notes: Vec<String>,
    unpacked: Vec<u8>,
}

/// Opens the topic of a bag that holds joint states.
pub fn open(input: &Input, bag: &dyn Bag, choice: &Choice) -> Result<Box<dyn LogSource>, LogError> {
    let topic = topic::chosen(input, bag, choice)?;
    let mut messages = bag.messages(&topic.topic)?;
    let Some(recorded) = messages.next()? else {
        let message = format!("topic `{}` has no messages", shown(&topic.topic.name));
        return Err(LogError::new(input.name(), Place::File, message, "was the robot running?"));
    };
    let mut unpacked = Vec::new();
    let first = plain(input, messages.data(), &mut unpacked, 1)?;
    let decoder = topic.decoders.into_iter().find_map(|mut d| d.read(first).map(|()| d));
    let Some(mut decoder) = decoder else { return Err(misfit(input, &topic.topic, 1)) };
    let mut notes = Vec::new();
    let mut layout = Layout::new(input, &mut decoder, &topic.topic, &mut notes)?;
    // Stamps that nobody set are 0.
    let stamp = layout.stamp(&decoder).filter(|stamp| *stamp != 0);
    layout.stamped = stamp.is_some();
    let origin = i128::from(stamp.unwrap_or(recorded));
    notes.push(format!("stamps are counted from {origin} ns"));
    if stamp.is_none() {
        notes.push("messages carry no stamps; the recorder's times are used".into());
    }
    let time = Column { unit: Unit::parse("ns"), ..Column::named("stamp") };
    let named = |c: &columns::MessageColumn| Column {
        stated: c.stated.clone(),
        ..Column::named(c.name.clone())
    };
    let names = layout.columns.iter().map(named);
    let schema = Schema {
        columns: std::iter::once(time).chain(names).collect(),
        rows: None,
        format: format!("{} (topic {})", bag.format(), shown(&topic.topic.name)),
    };
    Ok(Box::new(TopicSource {
        input: input.clone(),
        messages: bag.messages(&topic.topic)?,
        decoder,
        selected: (0..schema.columns.len()).collect(),
        layout,
        schema,
        origin,
        rows: 0,
        strangers: 0,
        ended: false,
        notes,
        unpacked,
    }))
}

/// A message as it was sent: recorders may pack each with zstd.
fn plain<'a>(
    input: &Input,
    data: &'a [u8],
    unpacked: &'a mut Vec<u8>,
    row: u64,
) -> Result<&'a [u8], LogError> {
    if !data.starts_with(&ZSTD) {
        return Ok(data);
    }
    super::zstd::unpack(data, LONGEST_MESSAGE, unpacked).map_err(|e| {
        let message = format!("this message cannot be unpacked: {e}");
        let hint = "the bag is damaged: record or copy it anew";
        LogError::new(input.name(), Place::Row(row, "stamp".into()), message, hint)
    })?;
    Ok(unpacked)
}

fn misfit(input: &Input, topic: &Topic, row: u64) -> LogError {
    let message = format!("this message is not a {} in CDR", shown(&topic.kind));
    let hint = "was the bag recorded with ROS 2? Others can be exported to CSV";
    LogError::new(input.name(), Place::Row(row, "stamp".into()), message, hint)
}

impl TopicSource {
    /// Reads the next message into the columns; false at the end.
    fn next_row(&mut self, block: &mut Block) -> Result<bool, LogError> {
        let Some(recorded) = self.messages.next()? else { return Ok(false) };
        let row = self.rows + 1;
        let data = plain(&self.input, self.messages.data(), &mut self.unpacked, row)?;
        if self.decoder.read(data).is_none() {
            return Err(misfit(&self.input, &self.layout.topic, row));
        }
        let stamp = self.layout.stamped.then(|| self.layout.stamp(&self.decoder)).flatten();
        let since = i128::from(stamp.unwrap_or(recorded)) - self.origin;
        let order = self.layout.order(&self.decoder);
        let mut known = 0;
        for (&column, values) in self.selected.iter().zip(block.columns_mut()) {
            let Some(index) = column.checked_sub(1) else {
                values.push(since as f64);
                continue;
            };
            let value = self.layout.value(&self.decoder, &order, index);
            known += usize::from(value.is_some());
            values.push(value.unwrap_or(f64::NAN));
        }
        self.strangers += u64::from(known == 0);
        self.rows += 1;
        Ok(true)
    }

    fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        if self.messages.unfinished() {
            self.notes.push("the bag ends without its end mark; what is there was read".into());
        }
        if self.strangers > 0 {
            let n = self.strangers;
            self.notes.push(format!("{n} messages name none of the first message's joints"));
        }
    }
}

impl LogSource for TopicSource {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn select(&mut self, columns: &[usize]) {
        self.selected = columns.to_vec();
    }

    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        block.start(self.selected.len(), self.rows);
        let mut rows = 0;
        while rows < BLOCK_ROWS && self.next_row(block)? {
            rows += 1;
        }
        if rows < BLOCK_ROWS {
            self.end();
        }
        Ok(rows > 0)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
