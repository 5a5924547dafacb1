//! The records of an MCAP file, one after the other, through its chunks.
//!
//! Format: MCAP specification, version 0 (<https://mcap.dev/spec>). Chunks are unpacked while
//! they are read, so neither a chunk nor what it claims of itself costs memory.

use super::content::{CHANNEL, Fields, MESSAGE, Record, SCHEMA, Step, content_of, record};
use crate::error::{LogError, Place};
use crate::formats::zstd::Frames;
use crate::input::{Input, Opened};
use flate2::{Crc, CrcReader};
use std::io::{self, BufReader, Read, Seek, SeekFrom};

const MAGIC: u64 = 8;
const FOOTER: u8 = 0x02;
const CHUNK: u8 = 0x06;
const DATA_END: u8 = 0x0f;
const CHANGED: &str = "a checksum (CRC-32) does not match: some bytes were changed";

/// The records of a chunk, and their checksum; 0 if there is none.
struct Chunk {
    content: Box<dyn Read>,
    sum: Crc,
    expected: u32,
}

impl Read for Chunk {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.content.read(buffer)?;
        self.sum.update(buffer.get(..n).unwrap_or_default());
        if n == 0 && !buffer.is_empty() && self.expected != 0 && self.sum.sum() != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, CHANGED));
        }
        Ok(n)
    }
}

/// Walks over the records.
pub struct Records {
    input: Input,
    file: BufReader<Opened>,
    size: u64,
    /// Offset of the next record outside of chunks.
    at: u64,
    chunk: Option<Chunk>,
    /// The data of the message that was last given.
    pub data: Vec<u8>,
    /// True once the file was seen to end without saying so.
    pub unfinished: bool,
    /// Reads the summary, in which there are no messages.
    summary: bool,
    /// True once there was a message outside of chunks.
    loose: bool,
}

impl Records {
    /// All records from the beginning.
    pub fn open(input: &Input) -> Result<Self, LogError> {
        let (file, size) = input.open()?;
        let mut records = Self {
            input: input.clone(),
            file: BufReader::with_capacity(1 << 16, file),
            size,
            at: MAGIC,
            chunk: None,
            data: Vec::new(),
            unfinished: false,
            summary: false,
            loose: false,
        };
        records.seek(MAGIC)?;
        Ok(records)
    }

    /// The summary's records, if the file has one.
    pub fn summary(input: &Input) -> Result<Option<Self>, LogError> {
        const LENGTH: u64 = 9 + 20 + MAGIC;
        let mut records = Self::open(input)?;
        let Some(footer) = records.size.checked_sub(LENGTH).filter(|at| *at >= MAGIC) else {
            return Ok(None);
        };
        records.seek(footer)?;
        let mut bytes = [0; 17];
        records.file.read_exact(&mut bytes).map_err(|e| LogError::reading(input.name(), &e))?;
        let mut fields = Fields(&bytes);
        let head = (fields.number(1), fields.number(8), fields.number(8));
        match head {
            (Some(opcode), Some(20), Some(start))
                if opcode == u64::from(FOOTER) && (MAGIC..footer).contains(&start) =>
            {
                records.seek(start)?;
                records.summary = true;
                Ok(Some(records))
            }
            _ => Ok(None),
        }
    }

    fn seek(&mut self, at: u64) -> Result<(), LogError> {
        self.at = at;
        let sought = self.file.seek(SeekFrom::Start(at));
        sought.map(drop).map_err(|e| LogError::reading(self.input.name(), &e))
    }

    fn damaged(&self, message: impl Into<String>) -> LogError {
        let hint = "the bag is damaged; `mcap recover` may save the rest of it";
        LogError::new(self.input.name(), Place::Byte(self.at), message, hint)
    }

    /// The next schema, channel or message. Of messages only those that `wanted`
    /// says yes to are read.
    pub fn next(&mut self, wanted: impl Fn(u16) -> bool) -> Result<Option<Record>, LogError> {
        loop {
            if let Some(mut chunk) = self.chunk.take() {
                let read = record(&mut chunk, &mut self.data, &wanted);
                match read.map_err(|e| self.damaged(format!("a chunk cannot be unpacked: {e}")))? {
                    Step::End => continue,
                    Step::Other => self.chunk = Some(chunk),
                    Step::Record(record) => {
                        self.chunk = Some(chunk);
                        return Ok(Some(record));
                    }
                    Step::Bad(what) => return Err(self.damaged(what)),
                }
                continue;
            }
            let mut head = [0; 9];
            if self.size.saturating_sub(self.at) < head.len() as u64 {
                self.unfinished = true;
                return Ok(None);
            }
            self.file
                .read_exact(&mut head)
                .map_err(|e| LogError::reading(self.input.name(), &e))?;
            let mut fields = Fields(&head);
            let opcode = fields.number(1).unwrap_or(0) as u8;
            let length = fields.number(8).unwrap_or(0);
            let start = self.at + head.len() as u64;
            if matches!(opcode, DATA_END | FOOTER) && !(self.summary && opcode == DATA_END) {
                if opcode == DATA_END && length >= 4 && self.size - start >= 4 {
                    self.check_data(self.at)?;
                }
                return Ok(None);
            }
            let Some(end) = start.checked_add(length).filter(|end| *end <= self.size) else {
                self.unfinished = true;
                return Ok(None);
            };
            match opcode {
                CHUNK if !self.summary => {
                    self.chunk = Some(self.chunk_at(start, length)?);
                    self.seek(end)?;
                }
                SCHEMA | CHANNEL | MESSAGE => {
                    self.loose |= opcode == MESSAGE;
                    let mut content = (&mut self.file).take(length);
                    let step = content_of(opcode, length, &mut content, &mut self.data, &wanted)
                        .map_err(|e| LogError::reading(self.input.name(), &e))?;
                    self.seek(end)?;
                    match step {
                        Step::Record(record) => return Ok(Some(record)),
                        Step::Bad(what) => return Err(self.damaged(what)),
                        Step::Other | Step::End => {}
                    }
                }
                _ => self.seek(end)?,
            }
        }
    }

    /// Opens the records in a chunk.
    fn chunk_at(&self, start: u64, length: u64) -> Result<Chunk, LogError> {
        let fail = |e: io::Error| LogError::reading(self.input.name(), &e);
        let (mut file, _) = self.input.open()?;
        file.seek(SeekFrom::Start(start)).map_err(fail)?;
        let mut bytes = BufReader::with_capacity(1 << 16, file).take(length);
        let mut head = [0; 8 + 8 + 8 + 4 + 4];
        bytes.read_exact(&mut head).map_err(fail)?;
        let expected = Fields(head.get(24..).unwrap_or_default()).number(4).unwrap_or(0) as u32;
        let name = Fields(head.get(28..).unwrap_or_default()).number(4).unwrap_or(0);
        if name > 32 {
            return Err(self.damaged("a chunk names its compression by a long text"));
        }
        let mut compression = vec![0; name as usize + 8];
        bytes.read_exact(&mut compression).map_err(fail)?;
        let packed = compression.split_off(name as usize);
        let packed = Fields(&packed).number(8).unwrap_or(0);
        bytes.set_limit(packed.min(bytes.limit()));
        let content: Box<dyn Read> = match compression.as_slice() {
            b"" => Box::new(bytes),
            b"lz4" => Box::new(lz4_flex::frame::FrameDecoder::new(bytes)),
            b"zstd" => Box::new(Frames::new(bytes)),
            other => {
                let other = crate::error::shown(&String::from_utf8_lossy(other));
                return Err(
                    self.damaged(format!("a chunk is packed with `{other}`, which is not known"))
                );
            }
        };
        Ok(Chunk { content, sum: Crc::new(), expected })
    }

    /// Compares the checksum of all that comes before the end of the data. Only what is outside of
    /// chunks needs it: these have their own.
    fn check_data(&mut self, end: u64) -> Result<(), LogError> {
        let mut fields = [0; 4];
        let fail = |e: io::Error| LogError::reading(self.input.name(), &e);
        self.file.read_exact(&mut fields).map_err(fail)?;
        let expected = u32::from_le_bytes(fields);
        if expected == 0 || !self.loose {
            return Ok(());
        }
        let (file, _) = self.input.open()?;
        let mut sum = CrcReader::new(BufReader::with_capacity(1 << 16, file).take(end));
        io::copy(&mut sum, &mut io::sink()).map_err(fail)?;
        if sum.crc().sum() == expected { Ok(()) } else { Err(self.damaged(CHANGED)) }
    }
}
