//! ROS 2 bags (MCAP): the joint states of one topic.

mod joint_state;
mod records;

use super::{Choice, MOST_COLUMNS};
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place, shown};
use crate::input::Input;
use crate::source::{Column, LogSource, Schema};
use crate::unit::Unit;
use joint_state::JointState;
use records::{Record, Records};
use std::collections::BTreeMap;

const MESSAGE: [&str; 2] = ["sensor_msgs/msg/JointState", "sensor_msgs/JointState"];

/// Which list of a message a column comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Position,
    Velocity,
    Effort,
}

const LISTS: [(List, &str); 3] =
    [(List::Position, "position"), (List::Velocity, "velocity"), (List::Effort, "effort")];

impl JointState {
    fn list(&self, list: List) -> &[f64] {
        match list {
            List::Position => &self.position,
            List::Velocity => &self.velocity,
            List::Effort => &self.effort,
        }
    }
}

/// A bag that is being read.
struct McapSource {
    input: Input,
    records: Records,
    channels: Vec<u16>,
    schema: Schema,
    /// For every column but the stamp, its joint and list.
    sources: Vec<(String, List)>,
    selected: Vec<usize>,
    state: JointState,
    /// The first stamp, ns; whether stamps are those of the recorder.
    origin: i128,
    log_times: bool,
    rows: u64,
    strangers: u64,
    notes: Vec<String>,
}

/// Opens a bag.
pub(super) fn open(input: &Input, choice: &Choice) -> Result<Box<dyn LogSource>, LogError> {
    let (topic, channels) = topic(input, choice)?;
    let mut records = Records::open(input)?;
    let mut state = JointState::default();
    let whole =
        |message: String, hint: &str| LogError::new(input.name(), Place::File, message, hint);
    let first = loop {
        match records.next(|id| channels.contains(&id))? {
            Some(Record::Message { log_time }) => break log_time,
            Some(_) => {}
            None => {
                let message = format!("topic `{}` has no messages", shown(&topic));
                return Err(whole(message, "was the robot running?"));
            }
        }
    };
    read_state(input, &mut state, &records.data, 1)?;
    let log_times = state.stamp == 0;
    let origin = if log_times { i128::from(first) } else { i128::from(state.stamp) };
    let stamp = Column { unit: Unit::parse("ns"), ..Column::named("stamp") };
    let format = format!("MCAP (topic {})", shown(&topic));
    let mut schema = Schema { columns: vec![stamp], rows: None, format };
    let mut sources = Vec::new();
    for (list, word) in LISTS {
        if state.list(list).is_empty() {
            continue;
        }
        for name in &state.names {
            schema.columns.push(Column::named(format!("{name}_{word}")));
            sources.push((name.clone(), list));
        }
    }
    if schema.columns.len() > MOST_COLUMNS {
        let message = format!("there are more than {MOST_COLUMNS} columns");
        return Err(whole(message, "record only the joints of the robot"));
    }
    let mut notes = vec![format!("stamps are counted from {origin} ns")];
    if log_times {
        notes.push("messages carry no stamps; the recorder's times are used".into());
    }
    let selected = (0..schema.columns.len()).collect();
    Ok(Box::new(McapSource {
        input: input.clone(),
        records: Records::open(input)?,
        channels,
        schema,
        sources,
        selected,
        state,
        origin,
        log_times,
        rows: 0,
        strangers: 0,
        notes,
    }))
}

fn read_state(
    input: &Input,
    state: &mut JointState,
    data: &[u8],
    row: u64,
) -> Result<(), LogError> {
    state.read(data).ok_or_else(|| {
        let message = "this message is not a JointState in CDR";
        let hint = "was the bag recorded with ROS 2? Others can be exported to CSV";
        LogError::new(input.name(), Place::Row(row, "stamp".into()), message, hint)
    })
}

/// The topic of joint states, and its channels.
fn topic(input: &Input, choice: &Choice) -> Result<(String, Vec<u16>), LogError> {
    let mut topics = topics(input, Records::summary(input)?)?;
    if topics.is_empty() {
        topics = self::topics(input, Some(Records::open(input)?))?;
    }
    let list: Vec<String> = topics.keys().map(|t| shown(t)).collect();
    let fail = |message: String, hint: String| {
        Err(LogError::new(input.name(), Place::File, message, hint))
    };
    match (&choice.topic, topics.len()) {
        (Some(wanted), _) => match topics.remove_entry(wanted) {
            Some(found) => Ok(found),
            None => fail(
                format!("there are no joint states on topic `{}`", shown(wanted)),
                format!("topics with joint states: {}", list.join(", ")),
            ),
        },
        (None, 0) => fail(
            "there are no messages of type sensor_msgs/msg/JointState".into(),
            "record the topic of joint states: ros2 bag record -s mcap /joint_states".into(),
        ),
        (None, 1) => topics.pop_first().map_or_else(|| fail(String::new(), String::new()), Ok),
        (None, _) => fail(
            format!("several topics have joint states: {}", list.join(", ")),
            "choose one topic".into(),
        ),
    }
}

/// Topics of joint states with their channels.
fn topics(input: &Input, records: Option<Records>) -> Result<BTreeMap<String, Vec<u16>>, LogError> {
    const MOST: usize = 1 << 16;
    let mut schemas = Vec::new();
    let mut topics: BTreeMap<String, Vec<u16>> = BTreeMap::new();
    let Some(mut records) = records else { return Ok(topics) };
    let mut seen = 0;
    while let Some(record) = records.next(|_| false)? {
        seen += 1;
        match record {
            Record::Schema { id, name } if MESSAGE.contains(&name.as_str()) => schemas.push(id),
            Record::Channel { id, schema, topic, encoding }
                if encoding == "cdr" && schemas.contains(&schema) =>
            {
                let ids = topics.entry(topic).or_default();
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
            _ => {}
        }
        if seen > 64 * MOST || topics.len() > MOST || schemas.len() > MOST {
            let hint = "is this a bag?";
            return Err(LogError::new(input.name(), Place::File, "too many channels", hint));
        }
    }
    Ok(topics)
}

impl LogSource for McapSource {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn select(&mut self, columns: &[usize]) {
        self.selected = columns.to_vec();
    }

    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        block.start(self.selected.len(), self.rows);
        let mut rows = 0;
        while rows < BLOCK_ROWS {
            let channels = &self.channels;
            let log_time = match self.records.next(|id| channels.contains(&id))? {
                None => break,
                Some(Record::Message { log_time }) => log_time,
                Some(_) => continue,
            };
            read_state(&self.input, &mut self.state, &self.records.data, self.rows + 1)?;
            let state = &self.state;
            let stamp = if self.log_times { i128::from(log_time) } else { i128::from(state.stamp) };
            let mut known = 0;
            for (&column, values) in self.selected.iter().zip(block.columns_mut()) {
                let Some((name, list)) = column.checked_sub(1).and_then(|i| self.sources.get(i))
                else {
                    values.push((stamp - self.origin) as f64);
                    continue;
                };
                // Joints usually keep their place in the message.
                let guess = (column - 1) % state.names.len().max(1);
                let at = if state.names.get(guess) == Some(name) {
                    Some(guess)
                } else {
                    state.names.iter().position(|n| n == name)
                };
                known += usize::from(at.is_some());
                let value = at.and_then(|at| state.list(*list).get(at));
                values.push(value.copied().unwrap_or(f64::NAN));
            }
            self.strangers += u64::from(known == 0);
            rows += 1;
            self.rows += 1;
        }
        if rows < BLOCK_ROWS {
            if self.records.unfinished {
                self.notes.push("the bag ends without its end mark; what is there was read".into());
                self.records.unfinished = false;
            }
            if self.strangers > 0 {
                let n = std::mem::take(&mut self.strangers);
                self.notes.push(format!("{n} messages name none of the first message's joints"));
            }
        }
        Ok(rows > 0)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
