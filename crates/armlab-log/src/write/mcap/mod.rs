//! ROS 2 bags (MCAP): positions, velocities and efforts as `sensor_msgs/msg/JointState` on
//! `/joint_states`, commanded values the same on `/joint_references`, and what is left as names and
//! values on `/other_channels`. Times are whole nanoseconds.
//!
//! Format: MCAP specification, version 0 (<https://mcap.dev/spec>).

mod messages;
mod records;

use super::LogWriter;
use crate::block::Block;
use messages::{Topic, topics};
use records::{Chunk, Records};
use std::io::{self, Write};

/// Bytes of messages in a chunk.
const CHUNK: usize = 1 << 20;

/// Writes a log as a bag.
pub struct McapWriter<W: Write> {
    records: Records<W>,
    topics: Vec<Topic>,
    chunk: Chunk,
    message: Vec<u8>,
    counts: Vec<u32>,
}

impl<W: Write> McapWriter<W> {
    /// Begins a file with these columns, see [`super::header`]. Joints without a name are called
    /// `joint1`, `joint2`, ….
    pub fn new(out: W, header: &[String], joint_names: &[String]) -> io::Result<Self> {
        let topics = topics(header, joint_names);
        let mut records = Records::begin(out)?;
        let mut chunk = Chunk::default();
        for (id, topic) in topics.iter().enumerate() {
            records.describe(&mut chunk, id as u16, topic);
        }
        let counts = vec![0; topics.len()];
        Ok(Self { records, topics, chunk, message: Vec::new(), counts })
    }

    /// Writes what is left and the end of the file, and gives back what was written to.
    pub fn into_inner(mut self) -> io::Result<W> {
        self.records.write_chunk(&mut self.chunk)?;
        self.records.end()
    }
}

impl<W: Write> LogWriter for McapWriter<W> {
    fn write_block(&mut self, block: &Block) -> io::Result<()> {
        for row in 0..block.rows() {
            let time = block.column(0).get(row).copied().unwrap_or(f64::NAN);
            for ((id, topic), count) in self.topics.iter().enumerate().zip(&mut self.counts) {
                self.message.clear();
                topic.write(block, row, time, &mut self.message);
                self.chunk.message(id as u16, *count, nanoseconds(time), &self.message);
                *count = count.wrapping_add(1);
            }
            if self.chunk.len() > CHUNK {
                self.records.write_chunk(&mut self.chunk)?;
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.into_inner().map(drop)
    }
}

/// A time in s as whole nanoseconds; times before 0 are 0 here, and right in the messages.
fn nanoseconds(time: f64) -> u64 {
    (time * 1e9).round() as u64
}
