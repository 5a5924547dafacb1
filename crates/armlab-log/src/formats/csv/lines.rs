//! Lines of a text of any size, in one buffer.

use crate::input::read_full;
use std::io::{self, Read};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 18;
/// Longest line, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Splits what it reads into lines; holds one chunk and one line.
pub struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    number: u64,
}

/// Why there is no next line.
pub enum Trouble {
    /// The input failed.
    Reading(io::Error),
    /// A line is longer than [`LONGEST_LINE`].
    TooLong,
}

/// A line without its end.
pub struct Line<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its number, from 1.
    pub number: u64,
    /// False if the text ends without ending the line.
    pub complete: bool,
}

impl<R: Read> Lines<R> {
    pub fn new(input: R) -> Self {
        Self { input, buffer: vec![0; CHUNK], start: 0, end: 0, ended: false, number: 0 }
    }

    /// What comes next, up to a chunk, without taking it.
    pub fn peek(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end && !self.ended {
            self.fill()?;
        }
        Ok(self.buffer.get(self.start..self.end).unwrap_or_default())
    }

    /// Goes on with other input, as if it followed what was read so far.
    pub fn go_on(&mut self, input: R) {
        self.input = input;
        self.ended = false;
    }

    /// Number of the line that [`Self::next_line`] would give.
    pub fn next_number(&self) -> u64 {
        self.number + 1
    }

    /// Passes over `n` bytes that were peeked.
    pub fn skip(&mut self, n: usize) {
        self.start = (self.start + n).min(self.end);
    }

    /// Moves what is left to the front and reads behind it.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() < self.end + CHUNK {
            self.buffer.resize(self.end + CHUNK, 0);
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        let n = read_full(&mut self.input, room)?;
        self.ended = n < room.len();
        self.end += n;
        Ok(())
    }

    /// The next line, or none at the end.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>, Trouble> {
        let mut searched = 0;
        loop {
            let have = self.buffer.get(self.start..self.end).unwrap_or_default();
            let fresh = have.get(searched..).unwrap_or_default();
            let found = memchr::memchr(b'\n', fresh).map(|i| i + searched);
            let (length, complete) = match found {
                Some(i) => (i, true),
                None if !self.ended => {
                    searched = have.len();
                    if searched > LONGEST_LINE {
                        return Err(Trouble::TooLong);
                    }
                    self.fill().map_err(Trouble::Reading)?;
                    continue;
                }
                None if have.is_empty() => return Ok(None),
                None => (have.len(), false),
            };
            if length > LONGEST_LINE {
                return Err(Trouble::TooLong);
            }
            let from = self.start;
            self.start += length + usize::from(complete);
            self.number += 1;
            let bytes = self.buffer.get(from..from + length).unwrap_or_default();
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            return Ok(Some(Line { bytes, number: self.number, complete }));
        }
    }
}
