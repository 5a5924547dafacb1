//! MATLAB files of version 5 (also written by Octave and SciPy): arrays, and arrays in structures
//! and cells.
//!
//! Format: MathWorks, MAT-File Format, R2023b, chapter 1, "MAT-File Level 5".

mod elements;
mod walk;

use super::arrays::{Array, ArraySource, Element, Numbers};
use crate::error::{LogError, Place, shown};
use crate::input::{Input, Opened};
use crate::source::LogSource;
use elements::{COMPRESSED, MATRIX, Tag};
use flate2::read::ZlibDecoder;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};
use walk::{Found, Walk};

const HEADER: u64 = 128;
const HINT: &str = "in MATLAB: save('log.mat', 't', 'q', 'qd', 'tau') with plain arrays; \
                    a timetable T first becomes a structure: s = table2struct(timetable2table(T), 'ToScalar', true)";
const DAMAGED: &str = "the file is damaged or cut short: copy it anew";

/// A variable in the file.
#[derive(Clone)]
struct Variable {
    input: Input,
    /// Offset and length of the element's content, in bytes.
    start: u64,
    length: u64,
    compressed: bool,
}

/// The numbers of an array somewhere in a variable.
struct Located {
    variable: Variable,
    offset: u64,
    length: u64,
}

/// The content of a variable.
enum Content {
    Plain(Take<BufReader<Opened>>),
    Compressed(Box<ZlibDecoder<Take<BufReader<Opened>>>>),
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(bytes) => bytes.read(buffer),
            Self::Compressed(bytes) => bytes.read(buffer),
        }
    }
}

impl Variable {
    /// Opens the content, `skip` bytes into it.
    fn open(&self, skip: u64) -> Result<Content, LogError> {
        let fail = |e: io::Error| LogError::reading(self.input.name(), &e);
        let (mut file, _) = self.input.open()?;
        let jump = if self.compressed { 0 } else { skip.min(self.length) };
        file.seek(SeekFrom::Start(self.start + jump)).map_err(fail)?;
        // There may be a stream for every column.
        let room = if skip == 0 { 1 << 16 } else { 1 << 14 };
        let bytes = BufReader::with_capacity(room, file).take(self.length - jump);
        if !self.compressed {
            return Ok(Content::Plain(bytes));
        }
        let mut content = ZlibDecoder::new(bytes);
        io::copy(&mut (&mut content).take(skip), &mut io::sink()).map_err(fail)?;
        Ok(Content::Compressed(Box::new(content)))
    }
}

impl Numbers for Located {
    fn open(&self, skip: u64) -> Result<Box<dyn Read>, LogError> {
        let at = self.offset.saturating_add(skip);
        let content = self.variable.open(at)?;
        Ok(Box::new(content.take(self.length.saturating_sub(skip))))
    }

    fn check(&self) -> Result<(), LogError> {
        // Variables were unpacked to their end, where their checksum is, when the file was opened.
        Ok(())
    }
}

/// Opens a MATLAB file.
pub(super) fn open(input: &Input) -> Result<Box<dyn LogSource>, LogError> {
    let fail = |e: io::Error| LogError::reading(input.name(), &e);
    let (mut file, size) = input.open()?;
    let mut header = [0; HEADER as usize];
    file.read_exact(&mut header).map_err(fail)?;
    let big_endian = match header.get(126..) {
        Some(b"IM") => false,
        Some(b"MI") => true,
        _ => {
            let message = "its header does not say which end of numbers comes first";
            return Err(LogError::new(input.name(), Place::Byte(126), message, DAMAGED));
        }
    };
    let mut at = HEADER;
    let mut walk = Walk::new(big_endian);
    // A few bytes of padding may follow the last variable.
    while size.saturating_sub(at) >= 8 {
        file.seek(SeekFrom::Start(at)).map_err(fail)?;
        let tag = Tag::read(&mut file, big_endian).map_err(fail)?;
        let start = at + 8;
        let length = u64::from(tag.length);
        let damaged =
            |message: &str| LogError::new(input.name(), Place::Byte(at), message, DAMAGED);
        if length > size - start {
            return Err(damaged("a variable ends behind the file"));
        }
        let compressed = tag.kind == COMPRESSED;
        let variable = Variable { input: input.clone(), start, length, compressed };
        if compressed || tag.kind == MATRIX {
            let matrix = read_variable(&variable, &mut walk)
                .map_err(|e| damaged(&format!("a variable cannot be read: {e}")))?;
            walk.place(matrix, &variable);
        }
        at = start + length;
        if !compressed {
            at = at.next_multiple_of(8);
        }
    }
    let byte_order = if big_endian { ", big-endian" } else { "" };
    let format = format!("MATLAB 5{byte_order}");
    let (arrays, notes) = walk.finish();
    Ok(Box::new(ArraySource::new(input, &format, arrays, notes, HINT)?))
}

/// The arrays in a variable. It is read to its end, so that its checksum is compared.
fn read_variable(variable: &Variable, walk: &mut Walk) -> io::Result<Vec<Found>> {
    let content = variable.open(0).map_err(|e| io::Error::other(e.message))?;
    let mut found = Vec::new();
    let mut content = elements::Counted::new(content);
    if variable.compressed {
        let tag = Tag::read(&mut content, walk.big_endian)?;
        if tag.kind == MATRIX {
            walk.matrix(&mut content, u64::from(tag.length), "", 0, &mut found)?;
        }
    } else {
        walk.matrix(&mut content, variable.length, "", 0, &mut found)?;
    }
    io::copy(&mut content, &mut io::sink())?;
    Ok(found)
}

impl Walk {
    fn place(&mut self, found: Vec<Found>, variable: &Variable) {
        for Found { name, shape, element, offset, length } in found {
            let numbers = Box::new(Located { variable: variable.clone(), offset, length });
            self.arrays.push(Array { name, shape, fortran: true, element, numbers });
        }
    }

    fn finish(self) -> (Vec<Array>, Vec<String>) {
        (self.arrays, self.notes)
    }
}

/// The type of numbers that a data element holds.
fn element(kind: u32, big_endian: bool) -> Option<Element> {
    let (kind, size) = match kind {
        1 => (b'i', 1),
        2 => (b'u', 1),
        3 => (b'i', 2),
        4 => (b'u', 2),
        5 => (b'i', 4),
        6 => (b'u', 4),
        7 => (b'f', 4),
        9 => (b'f', 8),
        12 => (b'i', 8),
        13 => (b'u', 8),
        _ => return None,
    };
    Element::new(kind, size, big_endian)
}

/// A name for a message.
fn named(name: &str) -> String {
    if name.is_empty() { "a variable without a name".into() } else { format!("`{}`", shown(name)) }
}
