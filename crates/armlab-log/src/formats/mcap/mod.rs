//! ROS 2 bags (MCAP).

mod content;
mod records;

use super::Choice;
use super::ros::{self, Bag, Messages, Topic};
use crate::error::{LogError, Place};
use crate::input::Input;
use crate::source::LogSource;
use content::Record;
use records::Records;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most channels, schemas and records in which they are looked for.
const MOST: usize = 1 << 16;
/// Longest definitions of all messages together, in bytes.
const LONGEST_SCHEMAS: usize = 16 << 20;

/// An MCAP file.
pub(super) struct McapBag {
    input: Input,
}

struct McapMessages {
    records: Records,
    ids: Vec<i64>,
}

/// Opens a bag.
pub(super) fn open(input: &Input, choice: &Choice) -> Result<Box<dyn LogSource>, LogError> {
    ros::open(input, &McapBag::new(input), choice)
}

impl McapBag {
    pub(super) fn new(input: &Input) -> Self {
        Self { input: input.clone() }
    }

    fn topics_in(&self, mut records: Records) -> Result<Vec<Topic>, LogError> {
        let mut schemas: BTreeMap<u16, (String, Option<Arc<str>>)> = BTreeMap::new();
        let mut topics: BTreeMap<String, Topic> = BTreeMap::new();
        let (mut seen, mut length) = (0, 0);
        while let Some(record) = records.next(|_| false)? {
            seen += 1;
            match record {
                Record::Schema { id, name, encoding, text } => {
                    length += text.len() + name.len();
                    let text = (encoding == "ros2msg").then(|| Arc::from(text));
                    schemas.insert(id, (name, text));
                }
                Record::Channel { id, schema, topic, encoding } => {
                    let (kind, definition) = schemas.get(&schema).cloned().unwrap_or_default();
                    let new =
                        Topic { name: topic.clone(), kind, encoding, definition, ids: vec![] };
                    let known = topics.entry(topic).or_insert(new);
                    if !known.ids.contains(&i64::from(id)) {
                        known.ids.push(i64::from(id));
                    }
                }
                Record::Message { .. } => {}
            }
            if seen > 64 * MOST || topics.len() > MOST || length > LONGEST_SCHEMAS {
                let hint = "is this a bag?";
                return Err(LogError::new(
                    self.input.name(),
                    Place::File,
                    "too many channels or definitions",
                    hint,
                ));
            }
        }
        Ok(topics.into_values().collect())
    }
}

impl Bag for McapBag {
    fn format(&self) -> &'static str {
        "MCAP"
    }

    fn topics(&self) -> Result<Vec<Topic>, LogError> {
        let summary = Records::summary(&self.input)?;
        let topics = summary.map(|s| self.topics_in(s)).transpose()?.unwrap_or_default();
        if topics.is_empty() { self.topics_in(Records::open(&self.input)?) } else { Ok(topics) }
    }

    fn messages(&self, topic: &Topic) -> Result<Box<dyn Messages>, LogError> {
        let (records, ids) = (Records::open(&self.input)?, topic.ids.clone());
        Ok(Box::new(McapMessages { records, ids }))
    }
}

impl Messages for McapMessages {
    fn next(&mut self) -> Result<Option<i64>, LogError> {
        let ids = &self.ids;
        loop {
            match self.records.next(|id| ids.contains(&i64::from(id)))? {
                None => return Ok(None),
                Some(Record::Message { log_time }) => {
                    return Ok(Some(i64::try_from(log_time).unwrap_or(i64::MAX)));
                }
                Some(_) => {}
            }
        }
    }

    fn data(&self) -> &[u8] {
        &self.records.data
    }

    fn unfinished(&self) -> bool {
        self.records.unfinished
    }
}
