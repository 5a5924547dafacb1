//! Records of an MCAP file in the order in which they are written.

use super::messages::Topic;
use flate2::Crc;
use std::io::{self, Write};

const MAGIC: &[u8] = b"\x89MCAP0\r\n";

/// Messages that are written at once.
#[derive(Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    /// First and last time, ns.
    times: Option<(u64, u64)>,
    /// For each channel, times and places of its messages.
    index: Vec<Vec<(u64, u64)>>,
}

/// A file that is being written.
pub struct Records<W: Write> {
    out: W,
    at: u64,
    /// Schemas and channels, which stand again at the end.
    descriptions: Vec<u8>,
    chunk_indices: Vec<u8>,
    chunks: u32,
    times: Option<(u64, u64)>,
    counts: Vec<u64>,
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn record(bytes: &mut Vec<u8>, opcode: u8, content: &[u8]) {
    bytes.push(opcode);
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(content);
}

fn both(old: Option<(u64, u64)>, time: u64) -> Option<(u64, u64)> {
    let (first, last) = old.unwrap_or((time, time));
    Some((first.min(time), last.max(time)))
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Adds a message; `time` in ns.
    pub fn message(&mut self, channel: u16, sequence: u32, time: u64, data: &[u8]) {
        let place = self.bytes.len() as u64;
        let channels = usize::from(channel) + 1;
        self.index.resize_with(self.index.len().max(channels), Vec::new);
        if let Some(index) = self.index.get_mut(usize::from(channel)) {
            index.push((time, place));
        }
        self.times = both(self.times, time);
        self.bytes.push(0x05);
        self.bytes.extend((22 + data.len() as u64).to_le_bytes());
        self.bytes.extend(channel.to_le_bytes());
        self.bytes.extend(sequence.to_le_bytes());
        self.bytes.extend(time.to_le_bytes());
        self.bytes.extend(time.to_le_bytes());
        self.bytes.extend(data);
    }
}

impl<W: Write> Records<W> {
    pub fn begin(mut out: W) -> io::Result<Self> {
        let mut header = Vec::new();
        text(&mut header, "ros2");
        text(&mut header, "armlab");
        let mut bytes = MAGIC.to_vec();
        record(&mut bytes, 0x01, &header);
        out.write_all(&bytes)?;
        Ok(Self {
            out,
            at: bytes.len() as u64,
            descriptions: Vec::new(),
            chunk_indices: Vec::new(),
            chunks: 0,
            times: None,
            counts: Vec::new(),
        })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Adds the schema and the channel of a topic.
    pub fn describe(&mut self, chunk: &mut Chunk, id: u16, topic: &Topic) {
        let mut schema = (id + 1).to_le_bytes().to_vec();
        text(&mut schema, topic.kind);
        text(&mut schema, "ros2msg");
        text(&mut schema, topic.definition);
        let mut channel = id.to_le_bytes().to_vec();
        channel.extend((id + 1).to_le_bytes());
        text(&mut channel, topic.name);
        text(&mut channel, "cdr");
        // One entry of metadata, which rosbag2 looks for.
        let mut metadata = Vec::new();
        text(&mut metadata, "offered_qos_profiles");
        text(&mut metadata, "");
        channel.extend((metadata.len() as u32).to_le_bytes());
        channel.extend(metadata);
        let mut both = Vec::new();
        record(&mut both, 0x03, &schema);
        record(&mut both, 0x04, &channel);
        chunk.bytes.extend(&both);
        self.descriptions.extend(both);
        self.counts.push(0);
    }

    /// Writes a chunk and the index of its messages, and empties it.
    pub fn write_chunk(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        let Chunk { bytes, times, index } = std::mem::take(chunk);
        let Some((first, last)) = times else { return Ok(()) };
        self.times = both(both(self.times, first), last);
        let mut sum = Crc::new();
        sum.update(&bytes);
        let size = (bytes.len() as u64).to_le_bytes();
        let mut content = [first.to_le_bytes(), last.to_le_bytes(), size].concat();
        content.extend(sum.sum().to_le_bytes());
        text(&mut content, "");
        content.extend(size);
        content.extend(bytes);
        let mut written = Vec::new();
        record(&mut written, 0x06, &content);
        let (start, length) = (self.at, written.len() as u64);
        self.write(&written)?;
        let index_start = self.at;
        let mut offsets = Vec::new();
        for (channel, messages) in index.iter().enumerate() {
            offsets.extend((channel as u16).to_le_bytes());
            offsets.extend(self.at.to_le_bytes());
            self.write(&message_index(channel as u16, messages))?;
            if let Some(count) = self.counts.get_mut(channel) {
                *count += messages.len() as u64;
            }
        }
        let index_length = self.at - index_start;
        let mut entry = [first, last, start, length].map(u64::to_le_bytes).concat();
        entry.extend((offsets.len() as u32).to_le_bytes());
        entry.extend(offsets);
        entry.extend(index_length.to_le_bytes());
        text(&mut entry, "");
        entry.extend([size, size].concat());
        record(&mut self.chunk_indices, 0x08, &entry);
        self.chunks += 1;
        Ok(())
    }

    /// Writes the end of the data, the summary and the footer.
    pub fn end(mut self) -> io::Result<W> {
        let mut data_end = Vec::new();
        record(&mut data_end, 0x0f, &[0; 4]);
        self.write(&data_end)?;
        let start = self.at;
        let mut summary = std::mem::take(&mut self.descriptions);
        record(&mut summary, 0x0b, &self.statistics());
        summary.extend(std::mem::take(&mut self.chunk_indices));
        let mut footer = vec![0x02];
        footer.extend(20_u64.to_le_bytes());
        footer.extend(start.to_le_bytes());
        footer.extend(0_u64.to_le_bytes());
        summary.extend(footer);
        // The checksum of the summary, up to where it stands itself.
        let mut sum = Crc::new();
        sum.update(&summary);
        summary.extend(sum.sum().to_le_bytes());
        summary.extend(MAGIC);
        self.write(&summary)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn statistics(&self) -> Vec<u8> {
        let (first, last) = self.times.unwrap_or((0, 0));
        let channels = self.counts.len() as u32;
        let mut content = self.counts.iter().sum::<u64>().to_le_bytes().to_vec();
        content.extend((channels as u16).to_le_bytes());
        for number in [channels, 0, 0, self.chunks] {
            content.extend(number.to_le_bytes());
        }
        content.extend([first.to_le_bytes(), last.to_le_bytes()].concat());
        content.extend((10 * channels).to_le_bytes());
        for (channel, count) in self.counts.iter().enumerate() {
            content.extend((channel as u16).to_le_bytes());
            content.extend(count.to_le_bytes());
        }
        content
    }
}

fn message_index(channel: u16, messages: &[(u64, u64)]) -> Vec<u8> {
    let mut content = channel.to_le_bytes().to_vec();
    content.extend((16 * messages.len() as u32).to_le_bytes());
    for (time, place) in messages {
        content.extend([time.to_le_bytes(), place.to_le_bytes()].concat());
    }
    let mut bytes = Vec::new();
    record(&mut bytes, 0x07, &content);
    bytes
}
