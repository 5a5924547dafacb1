//! What a schema, a channel or a message holds.

use std::io::{self, Read};

pub const SCHEMA: u8 = 0x03;
pub const CHANNEL: u8 = 0x04;
pub const MESSAGE: u8 = 0x05;
/// Longest schema, channel or message that is read, in bytes. Others are passed over.
const LONGEST: u64 = 4 << 20;

/// A record that is of use.
pub enum Record {
    Schema { id: u16, name: String, encoding: String, text: String },
    Channel { id: u16, schema: u16, topic: String, encoding: String },
    Message { log_time: u64 },
}

/// Fields of a record, least byte first.
pub struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    pub fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }
    pub fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(self.take(bytes)?.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b)))
    }
    pub fn id(&mut self) -> Option<u16> {
        self.number(2).map(|n| n as u16)
    }
    pub fn text(&mut self) -> Option<String> {
        let n = self.number(4)?;
        Some(String::from_utf8_lossy(self.take(n.try_into().ok()?)?).into_owned())
    }
}

/// What was found in place of a record.
pub enum Step {
    Record(Record),
    Other,
    End,
    Bad(&'static str),
}

/// One record in a chunk.
pub fn record(
    chunk: &mut impl Read,
    data: &mut Vec<u8>,
    wanted: &impl Fn(u16) -> bool,
) -> io::Result<Step> {
    let mut head = [0; 9];
    match crate::input::read_full(chunk, &mut head)? {
        0 => return Ok(Step::End),
        9 => {}
        _ => return Err(io::ErrorKind::UnexpectedEof.into()),
    }
    let mut fields = Fields(&head);
    let opcode = fields.number(1).unwrap_or(0) as u8;
    let length = fields.number(8).unwrap_or(0);
    let mut content = chunk.take(length);
    let step = content_of(opcode, length, &mut content, data, wanted)?;
    let left = content.limit();
    if io::copy(&mut content, &mut io::sink())? == left {
        Ok(step)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// A record of which opcode and length are known.
pub fn content_of(
    opcode: u8,
    length: u64,
    content: &mut impl Read,
    data: &mut Vec<u8>,
    wanted: &impl Fn(u16) -> bool,
) -> io::Result<Step> {
    if opcode == MESSAGE {
        let mut head = [0; 22];
        if length < head.len() as u64 {
            return Ok(Step::Bad("a message is too short"));
        }
        content.read_exact(&mut head)?;
        let mut fields = Fields(&head);
        let channel = fields.id().unwrap_or(0);
        if !wanted(channel) {
            return Ok(Step::Other);
        }
        let log_time = fields.take(4).and_then(|_| fields.number(8)).unwrap_or(0);
        if length > LONGEST {
            return Ok(Step::Bad("a message of joint states is longer than 4 MiB"));
        }
        data.clear();
        content.read_to_end(data)?;
        return Ok(Step::Record(Record::Message { log_time }));
    }
    if !matches!(opcode, SCHEMA | CHANNEL) {
        return Ok(Step::Other);
    }
    if length > LONGEST {
        return Ok(Step::Bad("a schema or a channel is longer than 4 MiB"));
    }
    let mut bytes = Vec::new();
    content.read_to_end(&mut bytes)?;
    let mut fields = Fields(&bytes);
    let record = match opcode {
        SCHEMA => (|| {
            let (id, name) = (fields.id()?, fields.text()?);
            let (encoding, text) = (fields.text()?, fields.text()?);
            Some(Record::Schema { id, name, encoding, text })
        })(),
        _ => (|| {
            let (id, schema) = (fields.id()?, fields.id()?);
            let (topic, encoding) = (fields.text()?, fields.text()?);
            Some(Record::Channel { id, schema, topic, encoding })
        })(),
    };
    Ok(record.map_or(Step::Bad("a schema or a channel is cut short"), Step::Record))
}
