//! Data elements: a tag with type and length, then content, padded to eight bytes.

use std::io::{self, Read};

pub const MATRIX: u32 = 14;
pub const COMPRESSED: u32 = 15;

/// What comes before the content of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    pub kind: u32,
    /// Bytes of content.
    pub length: u32,
    /// The content of a short element, which stands in the tag itself.
    pub within: Option<[u8; 4]>,
}

impl Tag {
    pub fn read(input: &mut impl Read, big_endian: bool) -> io::Result<Self> {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        let [a, b, c, d, within @ ..] = bytes;
        let first = word([a, b, c, d], big_endian);
        if first >> 16 == 0 {
            return Ok(Self { kind: first, length: word(within, big_endian), within: None });
        }
        let length = first >> 16;
        if length > 4 {
            return Err(bad("a short element has more than four bytes"));
        }
        Ok(Self { kind: first & 0xffff, length, within: Some(within) })
    }

    /// Bytes behind the tag up to the next element.
    pub fn padded(&self) -> u64 {
        if self.within.is_some() { 0 } else { u64::from(self.length).next_multiple_of(8) }
    }
}

pub fn word(bytes: [u8; 4], big_endian: bool) -> u32 {
    if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
}

pub fn bad(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

/// A stream that knows how far it has been read.
pub struct Counted<R> {
    input: R,
    pub at: u64,
}

impl<R: Read> Counted<R> {
    pub fn new(input: R) -> Self {
        Self { input, at: 0 }
    }

    /// Passes over bytes; an error if there are fewer.
    pub fn skip(&mut self, bytes: u64) -> io::Result<()> {
        if io::copy(&mut self.by_ref().take(bytes), &mut io::sink())? == bytes {
            Ok(())
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    /// The content of an element of at most `most` bytes; the stream is then at the next one.
    pub fn content(&mut self, tag: Tag, most: usize) -> io::Result<Vec<u8>> {
        let length = tag.length as usize;
        if let Some(within) = tag.within {
            return Ok(within.get(..length).unwrap_or_default().to_vec());
        }
        if length > most {
            return Err(bad(format!("an element of {length} bytes where {most} are many")));
        }
        let mut content = vec![0; length];
        self.read_exact(&mut content)?;
        self.skip(tag.padded() - length as u64)?;
        Ok(content)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.input.read(buffer)?;
        self.at += n as u64;
        Ok(n)
    }
}
