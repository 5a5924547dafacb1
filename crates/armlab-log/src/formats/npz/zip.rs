//! The directory of a ZIP file, and its entries as streams.
//!
//! Layout: PKWARE, .ZIP File Format Specification (APPNOTE) 6.3.10, sections 4.3 and
//! 4.5.3. Sizes are taken from the central directory; data is unpacked while it is
//! read, so an entry that claims or holds terabytes costs no memory.

use crate::error::{LogError, Place};
use crate::input::{Input, Opened, read_full};
use flate2::Crc;
use flate2::read::DeflateDecoder;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};

/// Most entries, and the largest directory in bytes.
const MOST_ENTRIES: usize = 10_000;
const LARGEST_DIRECTORY: u64 = 16 << 20;
/// The end record, and how far from the end it may begin: behind it is a comment.
const END: [u8; 4] = *b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: u64 = 65_535;

const DAMAGED: &str = "the file is damaged or cut short: copy it anew";

/// One file in a ZIP file.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    method: u16,
    packed: u64,
    offset: u64,
    checksum: u32,
}

/// The content of an entry.
pub enum Content {
    Stored(Take<BufReader<Opened>>),
    Deflated(Box<DeflateDecoder<Take<BufReader<Opened>>>>),
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stored(bytes) => bytes.read(buffer),
            Self::Deflated(bytes) => bytes.read(buffer),
        }
    }
}

/// The content of an entry from its beginning; it fails at its end if the checksum is not met.
pub struct Checked {
    content: Content,
    sum: Crc,
    expected: u32,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.content.read(buffer)?;
        self.sum.update(buffer.get(..n).unwrap_or_default());
        if n == 0 && !buffer.is_empty() && self.sum.sum() != self.expected {
            let message = "its checksum (CRC-32) does not match: some bytes were changed";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(n)
    }
}

/// Numbers in a record, least byte first; zeros behind its end.
struct Record<'a>(&'a [u8]);

impl Record<'_> {
    fn number(&self, at: usize, bytes: usize) -> u64 {
        let part = self.0.get(at..at + bytes).unwrap_or_default();
        part.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
    }
}

fn damaged(input: &Input, at: u64, message: &str) -> LogError {
    LogError::new(input.name(), Place::Byte(at), message, DAMAGED)
}

fn read_at(input: &Input, file: &mut Opened, at: u64, buffer: &mut [u8]) -> Result<(), LogError> {
    let fail = |e: io::Error| LogError::reading(input.name(), &e);
    file.seek(SeekFrom::Start(at)).map_err(fail)?;
    let n = read_full(file, buffer).map_err(fail)?;
    if n == buffer.len() {
        Ok(())
    } else {
        Err(damaged(input, at, "the ZIP file points behind its end"))
    }
}

/// The entries of a ZIP file.
pub fn entries(input: &Input) -> Result<Vec<Entry>, LogError> {
    let (mut file, size) = input.open()?;
    let tail_at = size.saturating_sub(END_LENGTH as u64 + LONGEST_COMMENT);
    let mut tail = vec![0; (size - tail_at) as usize];
    read_at(input, &mut file, tail_at, &mut tail)?;
    let found = memchr::memmem::rfind(&tail, &END).filter(|at| at + END_LENGTH <= tail.len());
    let Some(at) = found else {
        return Err(damaged(input, size, "the ZIP file has no directory at its end"));
    };
    let end = Record(tail.get(at..).unwrap_or_default());
    let (mut count, mut length, mut start) =
        (end.number(10, 2), end.number(12, 4), end.number(16, 4));
    if start == 0xffff_ffff || count == 0xffff || length == 0xffff_ffff {
        let end_at = tail_at + at as u64;
        let mut locator = [0; 20];
        read_at(input, &mut file, end_at.saturating_sub(20), &mut locator)?;
        let mut big = [0; 56];
        if locator.starts_with(b"PK\x06\x07") {
            read_at(input, &mut file, Record(&locator).number(8, 8), &mut big)?;
        }
        if !big.starts_with(b"PK\x06\x06") {
            return Err(damaged(input, end_at, "the large directory is missing"));
        }
        let big = Record(&big);
        (count, length, start) = (big.number(32, 8), big.number(40, 8), big.number(48, 8));
    }
    if length > LARGEST_DIRECTORY || length > size || count > MOST_ENTRIES as u64 {
        return Err(damaged(input, start, "the directory of the ZIP file is too large"));
    }
    let mut directory = vec![0; length as usize];
    read_at(input, &mut file, start, &mut directory)?;
    let mut rest = directory.as_slice();
    let mut entries = Vec::new();
    for _ in 0..count {
        let at = start + (directory.len() - rest.len()) as u64;
        let (entry, next) = entry(rest).map_err(|message| damaged(input, at, message))?;
        entries.push(entry);
        rest = next;
    }
    Ok(entries)
}

/// The entry at the front of the directory, and what follows it.
fn entry(directory: &[u8]) -> Result<(Entry, &[u8]), &'static str> {
    const LENGTH: usize = 46;
    if directory.len() < LENGTH || !directory.starts_with(b"PK\x01\x02") {
        return Err("here should be an entry of the ZIP file's directory");
    }
    let record = Record(directory);
    let of = |at| record.number(at, 2) as usize;
    let (name_length, extra_length, comment_length) = (of(28), of(30), of(32));
    let behind_name = LENGTH + name_length;
    let end = behind_name + extra_length + comment_length;
    let (Some(name), Some(extra), Some(rest)) = (
        directory.get(LENGTH..behind_name),
        directory.get(behind_name..behind_name + extra_length),
        directory.get(end..),
    ) else {
        return Err("an entry of the ZIP file's directory is cut short");
    };
    if record.number(8, 2) & 1 != 0 {
        return Err("this entry of the ZIP file is encrypted");
    }
    let (mut packed, unpacked, mut offset) =
        (record.number(20, 4), record.number(24, 4), record.number(42, 4));
    // The large numbers stand in a field of their own, only those that are needed.
    if let Some(large) = large_numbers(extra) {
        let mut at = if unpacked == 0xffff_ffff { 8 } else { 0 };
        if packed == 0xffff_ffff {
            packed = large.number(at, 8);
            at += 8;
        }
        if offset == 0xffff_ffff {
            offset = large.number(at, 8);
        }
    }
    let name = String::from_utf8_lossy(name).into_owned();
    let (method, checksum) = (record.number(10, 2) as u16, record.number(16, 4) as u32);
    Ok((Entry { name, method, packed, offset, checksum }, rest))
}

/// The extra field with the large numbers (tag 1).
fn large_numbers(mut extra: &[u8]) -> Option<Record<'_>> {
    while extra.len() >= 4 {
        let record = Record(extra);
        let (tag, length) = (record.number(0, 2), record.number(2, 2) as usize);
        let content = extra.get(4..4 + length)?;
        if tag == 1 {
            return Some(Record(content));
        }
        extra = extra.get(4 + length..)?;
    }
    None
}

impl Entry {
    /// True if it can be read from any place.
    pub fn is_stored(&self) -> bool {
        self.method == 0
    }

    /// Opens the content, which is compared with its checksum at its end.
    pub fn checked(&self, input: &Input) -> Result<Checked, LogError> {
        let content = self.open(input, 0)?;
        Ok(Checked { content, sum: Crc::new(), expected: self.checksum })
    }

    /// Opens the content, `skip` bytes into it.
    pub fn open(&self, input: &Input, skip: u64) -> Result<Content, LogError> {
        const LENGTH: usize = 30;
        let (mut file, size) = input.open()?;
        let mut header = [0; LENGTH];
        read_at(input, &mut file, self.offset, &mut header)?;
        let record = Record(&header);
        if !header.starts_with(b"PK\x03\x04") {
            return Err(damaged(input, self.offset, "here should be an entry of the ZIP file"));
        }
        let data = self.offset + LENGTH as u64 + record.number(26, 2) + record.number(28, 2);
        if data.checked_add(self.packed).is_none_or(|end| end > size) {
            return Err(damaged(input, self.offset, "the entry ends behind the file"));
        }
        let fail = |e: io::Error| LogError::reading(input.name(), &e);
        let jump = if self.is_stored() { skip.min(self.packed) } else { 0 };
        file.seek(SeekFrom::Start(data + jump)).map_err(fail)?;
        let bytes = BufReader::with_capacity(1 << 16, file).take(self.packed - jump);
        match self.method {
            0 => Ok(Content::Stored(bytes)),
            8 => {
                let mut content = DeflateDecoder::new(bytes);
                io::copy(&mut (&mut content).take(skip), &mut io::sink()).map_err(fail)?;
                Ok(Content::Deflated(Box::new(content)))
            }
            method => Err(LogError::new(
                input.name(),
                Place::Part(self.name.clone()),
                format!("it is packed by method {method}"),
                "save with np.savez or np.savez_compressed",
            )),
        }
    }
}
